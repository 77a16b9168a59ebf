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

/** Cubes, primes, and layers of networks: tall, flat, and a row by a matrix. */
const narrowProducts = [
  ...[512, 1024, 2048].map((n) => [n, n, n]),
  [509, 521, 523],
  [3136, 64, 64],
  [128, 768, 768],
  [128, 3072, 768],
  [16, 1024, 1024],
  [784, 128, 1152],
  [196, 256, 2304],
  [1, 4096, 4096],
  [333, 777, 555],
] as const;

/** The suites by the names that the command line takes. */
export const suites: readonly Suite[] = [
  suite('gemm', 'matrix products, each with plain B and with constant B', matmul, [{}, { constant: 'B' }]),
  suite('resnet18', 'the convolutions of ResNet-18, any layout of the activations', conv2d, [{ layout: 'any' }]),
  suite('mobilenet', 'the depthwise convolutions of MobileNet, any layout', conv2d, [{ layout: 'any' }]),
  ...narrowSuites('int8', [{ dtype: 'uint8' }, { dtype: 'uint8', epilogue: 'requantize:128' }]),
  ...narrowSuites('bf16', [{ dtype: 'bfloat16' }]),
  {
    name: 'unseen-like',
    summary: 'thirty shapes drawn from networks that no template was written for, and from primes',
    entries: unseenLike.map(drawn),
  },
];

/** Matrix products and the convolutions of networks on elements of few bits, all weights constant. */
function narrowSuites(types: string, variants: readonly Readonly<Record<string, string>>[]): readonly Suite[] {
  const requantised = variants.length > 1 ? ', with sums and with requantised results' : '';
  const gemm = `gemm-${types}`;
  const products = narrowProducts.flatMap(([m, n, k]) =>
    variants.map((variant) => {
      const workload = matmul.workload(undefined, { m: `${m}`, n: `${n}`, k: `${k}`, constant: 'B', ...variant });
      return { ...entryOf(matmul, workload), suite: gemm };
    }),
  );
  const convolutions = variants.map((variant) => ({ layout: 'any', ...variant }));
  const ofNetwork = (network: string, are: string): Suite => ({
    name: `${network}-${types}`,
    summary: `${are} in ${types}, any layout${requantised}`,
    entries: entriesOf(network, conv2d, convolutions).map((entry) => ({ ...entry, suite: `${network}-${types}` })),
  });
  return [
    { name: gemm, summary: `matrix products of ${types} with constant B${requantised}`, entries: products },
    ofNetwork('resnet18', 'the convolutions of ResNet-18'),
    ofNetwork('mobilenet', 'the depthwise convolutions of MobileNet'),
  ];
}

function drawn({ from, operator: name, options }: DrawnShape): Entry {
  const operator = findOperator(name);
  return { ...entryOf(operator, operator.workload(undefined, options)), suite: 'unseen-like', shape: from };
}

function suite(
  name: string,
  summary: string,
  operator: Operator,
  variants: readonly Readonly<Record<string, string>>[],
): Suite {
  return { name, summary, entries: entriesOf(name, operator, variants) };
}

/**
 * All workloads of an operator whose name begins with the suite's, in their natural order, with every set of options.
 */
function entriesOf(
  name: string,
  operator: Operator,
  variants: readonly Readonly<Record<string, string>>[],
): readonly Entry[] {
  const shapes = Object.keys(operator.workloads).filter((workload) => workload.startsWith(`${name}.`));
  shapes.sort((a, b) => a.localeCompare(b, 'en', { numeric: true }));
  return shapes.flatMap((shape) =>
    variants.map((options) => ({
      suite: name,
      operator,
      workload: operator.workload(shape, options),
      shape,
      words: [operator.name, shape, ...Object.entries(options).flatMap(([key, value]) => [`--${key}`, value])],
    })),
  );
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
