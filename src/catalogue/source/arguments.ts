/** The arguments of a spec's function, for any sizes. */
import type { Names } from '../../space/expression.js';
import { elementType, isWhole } from '../../elements/registry.js';
import type { ArrayArgument, SourceArgument } from '../../ir/source-kernel.js';
import type { ArgumentSpec, Spec } from './spec.js';
import { dataFile } from './files.js';
import { nameProblem } from './names.js';
import { termOf, wholeTerm, type Problem } from './terms.js';

export type ArgumentOf = (sizes: Names) => SourceArgument;

interface Context {
  readonly folder: string;
  readonly problem: Problem;
  readonly sizes: ReadonlySet<string>;
}

/** Elements of an array beyond which no machine could hold it. */
const MOST_ELEMENTS = 2 ** 40;

/** Inputs that are not told are as those of every operator; whole numbers are small enough for sums of them. */
const drawn = { floating: [-1, 1], signed: [-100, 100], unsigned: [0, 100] } as const;

/** Throws UsageError for what can be no argument. */
export function argumentsOf(spec: Spec, context: Context): readonly ArgumentOf[] {
  const { problem } = context;
  const seen = new Set<string>();
  const made = spec.arguments.map((argument, place) => {
    const path = ['arguments', place];
    const wrong =
      nameProblem(argument.name) ?? (seen.has(argument.name) ? 'another argument has this name' : undefined);
    if (wrong !== undefined) throw problem([...path, 'name'], wrong);
    seen.add(argument.name);
    return argument.shape ? arrayOf(argument, argument.shape, path, context) : scalarOf(argument, path, context);
  });
  if (!spec.arguments.some(({ direction = 'in' }) => direction !== 'in'))
    throw problem(
      ['arguments'],
      'none of them is written, so that nothing can be checked: give one direction: out or inout',
    );
  return made;
}

function scalarOf(argument: ArgumentSpec, path: readonly PropertyKey[], { problem, sizes }: Context): ArgumentOf {
  const { name, type, value } = argument;
  if (value === undefined) throw problem(path, 'it has neither a shape, as an array has, nor a value, as a scalar has');
  for (const key of ['direction', 'range', 'data', 'answer'] as const)
    if (argument[key] !== undefined) throw problem([...path, key], 'this is for arrays, which have a shape');
  const place = { path: [...path, 'value'], problem, known: sizes };
  const { limits } = elementType(type);
  const safe = [Math.max(limits[0], -(2 ** 53)), Math.min(limits[1], 2 ** 53)] as const;
  const term = isWhole(type) ? wholeTerm(value, place, safe) : termOf(value, place);
  return (given) => ({ kind: 'scalar', name, type, value: term(given) });
}

function arrayOf(
  argument: ArgumentSpec,
  shape: readonly (number | string)[],
  path: readonly PropertyKey[],
  { folder, problem, sizes }: Context,
): ArgumentOf {
  const { name, type, direction = 'in', range, data, answer, value } = argument;
  if (value !== undefined) throw problem([...path, 'value'], 'this is for scalars, which have no shape');
  if (direction === 'out' && (range ?? data) !== undefined)
    throw problem([...path, range ? 'range' : 'data'], 'this is for what is read, and direction: out is not');
  if (range && data !== undefined) throw problem([...path, 'range'], 'data says already what it holds');
  if (direction === 'in' && answer !== undefined)
    throw problem([...path, 'answer'], 'this is for what is written: direction: out or inout');
  const extents = shape.map((amount, place) =>
    wholeTerm(amount, { path: [...path, 'shape', place], problem, known: sizes }, [1, 2 ** 31]),
  );
  const { bytes: each, limits } = elementType(type);
  const bounds = (range ?? usual(type)).map((amount, place) =>
    termOf(amount, { path: [...path, 'range', place], problem, known: sizes }),
  );
  return (given) => {
    const found = extents.map((extent) => extent(given));
    const elements = found.reduce((product, extent) => product * extent, 1);
    if (elements > MOST_ELEMENTS)
      throw problem([...path, 'shape'], `${found.join('x')} is more than any machine holds`);
    const [low, high] = bounds.map((bound) => bound(given)) as [number, number];
    const fits = low <= high && low >= limits[0] && high <= limits[1] && Math.max(-low, high) <= 2 ** 24;
    if (!fits || (isWhole(type) && !(Number.isInteger(low) && Number.isInteger(high))))
      throw problem(
        [...path, 'range'],
        `${low} to ${high} is no range of ${type}: the least first, whole for whole numbers, 2^24 at most`,
      );
    const bytes = elements * each;
    const file = (key: 'data' | 'answer', name: string | undefined): Partial<ArrayArgument> =>
      name === undefined ? {} : { [key]: at([...path, key], problem, () => dataFile(name, folder, bytes)) };
    return {
      kind: 'array',
      name,
      type,
      shape: found,
      direction,
      range: [low, high],
      ...file('data', data),
      ...file('answer', answer),
    };
  };
}

function usual(type: ArgumentSpec['type']): readonly [number, number] {
  if (!isWhole(type)) return drawn.floating;
  return elementType(type).limits[0] < 0 ? drawn.signed : drawn.unsigned;
}

/** What a file lacks, at the place of the spec that names it. */
export function at<T>(path: readonly PropertyKey[], problem: Problem, make: () => T): T {
  try {
    return make();
  } catch (error) {
    throw problem(path, (error as Error).message);
  }
}
