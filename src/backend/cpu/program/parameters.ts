/** The arrays of the caller's as parameters of C, and the extents that say which program takes them. */
import type { Port, Program, ProgramSet } from '../../program/program.js';
import { nameOf } from '../../library/names.js';
import { isInBits, memoryOf } from './port-texts.js';

export interface Parameters {
  /** Names of the inputs, then of the outputs. */
  readonly names: readonly string[];
  /** The same with their types. */
  readonly declared: readonly string[];
}

export function parametersOf(set: ProgramSet): Parameters {
  const { inputs, outputs } = set.programs[0]!;
  const names = namesOf(set.name, [...inputs, ...outputs], set.programs.length > 1 ? ['shape'] : []);
  const declared = [
    ...inputs.map(({ type }, i) => `const ${memoryOf(type)} *${names[i]!}`),
    ...outputs.map(({ type }, i) => `${memoryOf(type)} *${names[inputs.length + i]!}`),
  ];
  return { names, declared };
}

/** An axis of an input whose extent is not the same in all programs. */
export interface OpenExtent {
  readonly name: string;
  readonly input: number;
  readonly axis: number;
  /** Of each program. */
  readonly extents: readonly number[];
}

export function openExtents({ programs }: ProgramSet, { names }: Parameters): readonly OpenExtent[] {
  const found = programs[0]!.inputs.flatMap(({ shape }, input) =>
    shape.map((_, axis) => ({
      name: `${names[input]!}_${axis}`,
      input,
      axis,
      extents: programs.map(({ inputs }) => inputs[input]!.shape[axis]!),
    })),
  );
  return found.filter(({ extents }) => new Set(extents).size > 1);
}

/** `float[1][3][48][x_3]` where programs differ in the last extent, `[160/320]` where no parameter is that. */
export function portText(
  programs: readonly Program[],
  which: 'inputs' | 'outputs',
  place: number,
  open: readonly OpenExtent[] = [],
): string {
  const { type, shape } = programs[0]![which][place]!;
  const extents = shape.map((_, axis) => {
    const own = open.find((one) => which === 'inputs' && one.input === place && one.axis === axis);
    const all = new Set(programs.map((program) => program[which][place]!.shape[axis]));
    return `[${own ? own.name : [...all].join('/')}]`;
  });
  return `${memoryOf(type)}${extents.join('')}${meaningOf(type)}`;
}

/** What elements are whose type C has not. */
function meaningOf(type: Port['type']): string {
  return isInBits(type) ? `, the bits of ${type}` : '';
}

/** Names of parameters for ports, which a model may have called anything. */
function namesOf(program: string, ports: readonly Port[], further: readonly string[]): string[] {
  const own = functions.map((one) => `${program}_${one}`);
  const taken = new Set<string>(['inputs', 'outputs', 'workspace', ...further, ...own, ...keywords]);
  return ports.map(({ name }) => {
    const found = nameOf([/^[a-z]/i.test(name) ? name : `x ${name}`], taken);
    taken.add(found);
    return found;
  });
}

/** What a library defines itself, behind its name. */
const functions = (
  'call call_for count_of inputs layer layers load message outputs port ports prepare run run_for shape shape_count ' +
  'shape_of shapes supported weights workspace'
).split(' ');

/** Of C and C++, that a port may be called. */
const keywords = new Set(
  (
    'auto bool break case catch char class const continue default delete do double else enum extern float for goto if ' +
    'inline int long namespace new operator private public register restrict return short signed sizeof static struct ' +
    'alignas alignof and asm bitand bitor compl concept constexpr decltype explicit export false friend mutable ' +
    'noexcept not nullptr or requires static_assert thread_local true typeid typename xor ' +
    'switch template this throw try typedef union unsigned using virtual void volatile while'
  ).split(' '),
);
