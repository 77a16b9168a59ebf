/** The operator of a spec: its workloads, its counts, and what its kernels are checked against. */
import type { SourceOperator, Workload } from '../../operator/operator.js';
import { elementType } from '../../elements/registry.js';
import { arraysOf, isWritten, type SourceArgument, type SourceReference } from '../../ir/source-kernel.js';
import { defined } from '../../target/defined.js';
import { UsageError } from '../../target/errors.js';
import { didYouMean } from '../../target/nearest.js';
import type { Config } from '../../space/config.js';
import { Random } from '../../space/random.js';
import type { Space } from '../../space/space.js';
import { termOf, type Problem, type Term } from './arguments.js';
import type { Kernels } from './kernels-of-spec.js';
import { argumentsAt, usesOpenMP, type Parts } from './parts.js';
import { decode, encode, readSizes, sizesText } from './sizes.js';

/** Points of a space that are walked through in search of its first config. */
const MOST_WALKED = 2 ** 16;

/** Throws UsageError, with the place in the spec, for counts, workloads and references that cannot be. */
export function operatorOf(parts: Parts, referenceText: string, kernels: Kernels): SourceOperator {
  const { spec, name, problem } = parts;
  const workloads = Object.entries(spec.workloads).map(
    ([workload, own]) => [workload, { ...spec.sizes, ...own }] as const,
  );
  const named = new Map([['default', spec.sizes], ...workloads]);
  const countOf = (key: 'flops' | 'bytes'): Term | undefined => {
    const amount = spec[key];
    return amount === undefined ? undefined : termOf(amount, { path: [key], problem, known: parts.sizes });
  };
  const [flops, bytes] = [countOf('flops'), countOf('bytes')];
  const positive = (term: Term, key: string, { shape }: Workload): number => {
    const value = term(shape);
    if (value > 0) return value;
    throw problem([key], `${value} is not above 0`);
  };
  const bytesAt = (workload: Workload): number =>
    bytes ? positive(bytes, 'bytes', workload) : bytesOf(argumentsAt(parts, workload));
  const workloadOf = (shape: Readonly<Record<string, number>>): Workload => {
    const found = [...named].find(([, other]) => Object.keys(shape).every((key) => shape[key] === other[key]))?.[0];
    const workload = { operator: name, name: found ?? sizesText(shape), shape };
    argumentsAt(parts, workload);
    return workload;
  };
  const referenceAt = (workload: Workload): SourceReference => referenceOf(workload, parts, referenceText, kernels);
  const operator: SourceOperator = {
    gives: 'source',
    name,
    summary: spec.summary ?? `${spec.function} of ${spec.files.join(', ')}`,
    options: [],
    workloads: Object.fromEntries(Array.from(named, ([workload, own]) => [workload, textsOf(own)])),
    ...defined({ counts: !flops ? ('bytes' as const) : undefined }),
    workload: (asked = 'default', given) => workloadOf(readSizes(spec, named, asked, given)),
    encode: (workload) => encode(argumentsAt(parts, workload), workload),
    decode: (args) => {
      const workload = workloadOf(decode(name, spec, args));
      if (JSON.stringify(encode(argumentsAt(parts, workload), workload)) === JSON.stringify(args)) return workload;
      throw new UsageError(`The arguments are not those of ${name}.`);
    },
    flops: (workload) => (flops ? positive(flops, 'flops', workload) : bytesAt(workload)),
    bytes: bytesAt,
    reference: referenceAt,
    flags: spec.flags,
  };
  referenceAt(operator.workload(undefined, {}));
  for (const workload of named.keys()) operator.flops(operator.workload(workload, {}));
  return operator;
}

function referenceOf(workload: Workload, parts: Parts, text: string, kernels: Kernels): SourceReference {
  const { spec, problem, name } = parts;
  const all = argumentsAt(parts, workload);
  const { reference } = spec;
  if (!reference) return answersOf(all, parts);
  const space = parts.knobs.space(workload.shape);
  const asked = reference.arguments?.map((wanted, place) => {
    const found = all.find((one) => one.name === wanted);
    const names = all.map((one) => one.name);
    if (!found)
      throw problem(
        ['reference', 'arguments', place],
        `there is no argument "${wanted}"${didYouMean(wanted, names)}`.replace(/\.$/, ''),
      );
    return found;
  });
  const { macros } = kernels(workload, firstOf(space, problem));
  return {
    kind: 'function',
    kernel: {
      macros,
      language: 'c',
      title: `${name} ${workload.name}, the reference`,
      text,
      function: reference.function,
      arguments: asked ?? all,
      flags: usesOpenMP(spec) ? ['-O2', '-fopenmp'] : ['-O2'],
    },
    arguments: arraysOf(all),
  };
}

/** The first valid config, or a drawn one where that is far from the beginning. */
function firstOf(space: Space, problem: Problem): Config {
  const index = space.nextValid(0, MOST_WALKED);
  const config = index === undefined ? space.sample(new Random(0)) : space.get(index);
  if (!config) throw problem(['restrictions'], 'hardly a config satisfies all of them; relax one');
  return config;
}

function answersOf(all: readonly SourceArgument[], { problem, spec }: Parts): SourceReference {
  const lacking = arraysOf(all).find((one) => isWritten(one) && !one.answer);
  if (lacking)
    throw problem(
      [],
      `"reference" is missing: a function in C that gives the right "${lacking.name}", or its answer in a file`,
    );
  const drawn = spec.arguments.findIndex(
    ({ shape, direction = 'in', data }) => shape && direction !== 'out' && data === undefined,
  );
  if (drawn >= 0)
    throw problem(
      ['arguments', drawn],
      'its input is drawn anew in each run, for which a file cannot have the answers: give its data in a file, too, or a reference',
    );
  return { kind: 'answers', arguments: arraysOf(all) };
}

function bytesOf(all: readonly SourceArgument[]): number {
  return arraysOf(all).reduce(
    (sum, { shape, type }) => sum + shape.reduce((product, extent) => product * extent, elementType(type).bytes),
    0,
  );
}

function textsOf(sizes: Readonly<Record<string, number>>): Record<string, string> {
  return Object.fromEntries(Object.entries(sizes).map(([name, size]) => [name, String(size)]));
}
