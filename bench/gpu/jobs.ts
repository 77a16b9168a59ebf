import { conv2d } from '../../src/operator/conv2d.js';
import { matmul } from '../../src/operator/matmul.js';
import type { Operator, Workload } from '../../src/operator/operator.js';
import { suites } from '../../src/bench/suites.js';

/** One workload that is tuned, and its share of the time. */
export interface Job {
  readonly suite: string;
  readonly operator: Operator;
  readonly workload: Workload;
  /** How the command line names it: operator, shape, options. */
  readonly words: readonly string[];
  readonly weight: number;
}

/** Square products: large ones tell most of a GPU, small ones do not fill it. */
const gemmSizes = [2048, 4096, 1024, 512] as const;

/** In order of importance: what comes late may find no time left. */
export const jobs: readonly Job[] = [
  ...gemmSizes.map((size) => job('gemm fp32', matmul, undefined, { m: size, n: size, k: size }, 3)),
  ...resnet18('resnet18 fp32, batch 1', 1, 2),
  ...resnet18('resnet18 fp32, batch 16', 16, 1),
];

/** C1 to C12 in plain NCHW. */
function resnet18(suite: string, batch: number, weight: number): readonly Job[] {
  const { entries } = suites.find(({ name }) => name === 'resnet18')!;
  return entries.map(({ shape }) => job(suite, conv2d, shape, { batch }, weight));
}

function job(
  suite: string,
  operator: Operator,
  shape: string | undefined,
  numbers: Readonly<Record<string, number>>,
  weight: number,
): Job {
  const options = Object.fromEntries(Object.entries(numbers).map(([key, value]) => [key, `${value}`]));
  const flags = Object.entries(options).flatMap(([key, value]) => [key.length === 1 ? `-${key}` : `--${key}`, value]);
  const words = [operator.name, ...(shape === undefined ? [] : [shape]), ...flags];
  return { suite, operator, workload: operator.workload(shape, options), words, weight };
}
