import { conv2d } from '../../operator/conv2d.js';
import { matmul } from '../../operator/matmul.js';
import type { Operator } from '../../operator/operator.js';
import { findOperator } from '../../operator/registry.js';
import { UsageError } from '../../target/errors.js';
import { didYouMean } from '../../target/nearest.js';
import { entryOf, type Entry } from './entry.js';
import { unseenLike, type DrawnShape } from './unseen-like.js';

/** Named workloads that are compared with other libraries together. */
export interface Suite {
  readonly name: string;
  readonly summary: string;
  readonly entries: readonly Entry[];
}

/** The suites by the names that the command line takes. */
export const suites: readonly Suite[] = [
  suite('gemm', 'matrix products, each with plain B and with constant B', matmul, [{}, { constant: 'B' }]),
  suite('resnet18', 'the convolutions of ResNet-18, any layout of the activations', conv2d, [{ layout: 'any' }]),
  suite('mobilenet', 'the depthwise convolutions of MobileNet, any layout', conv2d, [{ layout: 'any' }]),
  {
    name: 'unseen-like',
    summary: 'thirty shapes drawn from networks that no template was written for, and from primes',
    entries: unseenLike.map(drawn),
  },
];

function drawn({ from, operator: name, options }: DrawnShape): Entry {
  const operator = findOperator(name);
  return { ...entryOf(operator, operator.workload(undefined, options)), suite: 'unseen-like', shape: from };
}

/**
 * All workloads of an operator whose name begins with the suite's, in their natural order, with every set of options.
 */
function suite(
  name: string,
  summary: string,
  operator: Operator,
  variants: readonly Readonly<Record<string, string>>[],
): Suite {
  const shapes = Object.keys(operator.workloads).filter((workload) => workload.startsWith(`${name}.`));
  shapes.sort((a, b) => a.localeCompare(b, 'en', { numeric: true }));
  const entries = shapes.flatMap((shape) =>
    variants.map((options) => ({
      suite: name,
      operator,
      workload: operator.workload(shape, options),
      shape,
      words: [operator.name, shape, ...Object.entries(options).flatMap(([key, value]) => [`--${key}`, value])],
    })),
  );
  return { name, summary, entries };
}

/**
 * The workloads of one suite, or of all; with names, only these. Throws UsageError with the nearest name for what there
 * is not.
 */
export function chooseEntries(suiteName: string | undefined, names: readonly string[]): readonly Entry[] {
  const entries = chosenSuites(suiteName).flatMap((one) => one.entries);
  return named(entries, names, suiteName === undefined ? 'No suite has a' : `The suite ${suiteName} has no`);
}

/**
 * Those of some entries that are named, or all where nothing is: a shape's name (`gemm.512`) stands for all of its
 * entries, a full one (`gemm.512+constant-B`) for one. Throws UsageError, which `lacking` begins, with the nearest
 * name.
 */
export function named<E extends Pick<Entry, 'shape' | 'workload'>>(
  entries: readonly E[],
  names: readonly string[],
  lacking: string,
): readonly E[] {
  for (const name of names) {
    if (entries.some((entry) => isNamed(entry, name))) continue;
    const known = entries.flatMap((entry) => [entry.shape, entry.workload.name]);
    throw new UsageError(`${lacking} workload "${name}"${didYouMean(name, known)}`);
  }
  return names.length === 0 ? entries : entries.filter((entry) => names.some((name) => isNamed(entry, name)));
}

function chosenSuites(name: string | undefined): readonly Suite[] {
  if (name === undefined) return suites;
  const found = suites.filter((one) => one.name === name);
  if (found.length > 0) return found;
  const names = suites.map((one) => one.name);
  throw new UsageError(`There is no suite "${name}"${didYouMean(name, names)} Choose from ${names.join(', ')}.`);
}

function isNamed({ shape, workload }: Pick<Entry, 'shape' | 'workload'>, name: string): boolean {
  return name === shape || name === workload.name;
}
