import { conv2d } from '../operator/conv2d.js';
import { matmul } from '../operator/matmul.js';
import type { Operator, Workload } from '../operator/operator.js';
import { UsageError } from '../target/errors.js';
import { nearest } from '../target/nearest.js';

/** One workload of a suite. */
export interface Entry {
  readonly suite: string;
  readonly operator: Operator;
  readonly workload: Workload;
  /** The name of its shape alone, `gemm.512`; several entries may have the same. */
  readonly shape: string;
  /** How the command line names it: operator, shape, options. */
  readonly words: readonly string[];
}

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
];

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
 * The workloads of one suite, or of all; with names, only these: a shape's name (`gemm.512`) stands for all of its
 * entries, a full one (`gemm.512+constant-B`) for one. Throws UsageError with the nearest name for what there is not.
 */
export function chooseEntries(suiteName: string | undefined, workloads: readonly string[]): readonly Entry[] {
  const entries = chosenSuites(suiteName).flatMap((one) => one.entries);
  if (workloads.length === 0) return entries;
  for (const name of workloads) {
    if (entries.some((entry) => isNamed(entry, name))) continue;
    const known = entries.flatMap((entry) => [entry.shape, entry.workload.name]);
    const where = suiteName === undefined ? 'No suite' : `The suite ${suiteName}`;
    throw new UsageError(
      `${where} has ${suiteName === undefined ? 'a' : 'no'} workload "${name}": did you mean "${nearest(name, known)}"?`,
    );
  }
  return entries.filter((entry) => workloads.some((name) => isNamed(entry, name)));
}

function chosenSuites(name: string | undefined): readonly Suite[] {
  if (name === undefined) return suites;
  const found = suites.filter((one) => one.name === name);
  if (found.length > 0) return found;
  const names = suites.map((one) => one.name);
  throw new UsageError(
    `There is no suite "${name}": did you mean "${nearest(name, names)}"? Choose from ${names.join(', ')}.`,
  );
}

function isNamed({ shape, workload }: Entry, name: string): boolean {
  return name === shape || name === workload.name;
}
