import { conv2d } from '../../src/operator/conv2d.js';
import { matmul } from '../../src/operator/matmul.js';
import type { Operator, Workload } from '../../src/operator/operator.js';
import { findOperator } from '../../src/operator/registry.js';
import { UsageError } from '../../src/target/errors.js';
import { suites } from '../../src/products/bench/suites.js';

/** One workload that is tuned, and its share of the time. */
export interface Job {
  readonly suite: string;
  /** `gemm.2048`, `resnet18.C2 batch 16`. */
  readonly name: string;
  readonly operator: Operator;
  readonly workload: Workload;
  readonly weight: number;
}

/** Square products with their weights: large ones show what a GPU can do, small ones do not fill it. */
const gemms = [
  { type: 'fp32', size: 2048, weight: 3 },
  { type: 'bf16', size: 4096, weight: 6 },
  { type: 'fp32', size: 4096, weight: 6 },
  { type: 'bf16', size: 2048, weight: 3 },
  { type: 'fp32', size: 1024, weight: 3 },
  { type: 'tf32', size: 4096, weight: 3 },
  { type: 'fp32', size: 512, weight: 2 },
] as const;

/** Types by the names of NVIDIA's tables. */
const types = { fp32: 'float32', tf32: 'tfloat32', bf16: 'bfloat16' } as const;

/** In order of importance: what comes late may find no time left. */
export const jobs: readonly Job[] = [
  ...gemms.map(gemm),
  ...resnet18({}, 'batch 1', 2),
  ...resnet18({ batch: '16' }, 'batch 16', 1),
];

/**
 * A workload as the command line of tune has it, "conv2d resnet18.C2 --batch 4". Throws UsageError when that names
 * none.
 */
export function jobOf(text: string): Job {
  const words = text.trim().split(/\s+/);
  const [first = '', second] = words;
  const operator = findOperator(first);
  const named = second?.startsWith('-') === false ? second : undefined;
  const options: Record<string, string> = {};
  for (let i = named === undefined ? 1 : 2; i < words.length; i += 2) {
    const [flag, value] = [words[i]!, words[i + 1]];
    const option = operator.options.find(({ flags }) => flags.split(/[\s,]+/).includes(flag));
    if (option === undefined || value === undefined)
      throw new UsageError(
        `"${text}" is no workload: \`tune ${operator.name} --help\` lists its options, each with a value.`,
      );
    options[flag.replace(/^-+/, '').replace(/-(.)/g, (_, letter: string) => letter.toUpperCase())] = value;
  }
  return { suite: 'asked for', name: text, operator, workload: operator.workload(named, options), weight: 1 };
}

function gemm({ type, size, weight }: (typeof gemms)[number]): Job {
  const options = { m: `${size}`, n: `${size}`, k: `${size}` };
  return {
    suite: `gemm ${type}`,
    name: type === 'fp32' ? `gemm.${size}` : `gemm.${size} ${type}`,
    operator: matmul,
    workload: matmul.workload(undefined, { ...options, dtype: types[type] }),
    weight,
  };
}

/** C1 to C12 in plain NCHW. */
function resnet18(options: Readonly<Record<string, string>>, batch: string, weight: number): readonly Job[] {
  const { entries } = suites.find(({ name }) => name === 'resnet18')!;
  return entries.map(({ shape }) => ({
    suite: `resnet18 fp32, ${batch}`,
    name: `${shape} ${batch}`,
    operator: conv2d,
    workload: conv2d.workload(shape, options),
    weight,
  }));
}
