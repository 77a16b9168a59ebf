import type { DeviceKernel } from '../../src/ir/device-kernel.js';
import type { Values } from '../../src/space/space.js';
import type { Target } from '../../src/target/target.js';
import { generate } from '../../src/backend/generate.js';
import { refusal } from '../../src/templates/refusal.js';
import { findTemplate } from '../../src/templates/registry.js';
import { makeTask } from '../../src/templates/task.js';
import { jobOf } from './jobs.js';

/** A kernel that is worth reading: a config that fills a large GPU, whose other knobs have their first values. */
export interface FullSize {
  readonly template: string;
  /** As the command line of tune has it. */
  readonly workload: string;
  readonly values: Values;
}

const gemm = 'matmul -m 4096 -n 4096 -k 4096';
const threads = {
  ...{ threads_m: 16, threads_n: 16, tile_m: 4, tile_n: 4, vthread_m: 2, vthread_n: 2, block_k: 8 },
  ...{ vector_a: 1, vector_b: 4, pad: 4, unroll_k: 16, buffers: 2 },
};
const warps = {
  ...{ warps_m: 2, warps_n: 2, tile_m: 4, tile_n: 4, block_k: 64, vector_a: 8, vector_b: 8 },
  ...{ pad: 16, unroll_k: 4, buffers: 3 },
};
const conv = 'conv2d resnet18.C2 --batch 16 --constant weights';

/** One of each algorithm for GPUs. */
export const fullSizes: readonly FullSize[] = [
  { template: 'matmul.simt', workload: gemm, values: threads },
  { template: 'matmul.mma', workload: `${gemm} --dtype bfloat16`, values: warps },
  {
    template: 'matmul.mma',
    workload: `${gemm} --dtype tfloat32`,
    values: { ...warps, block_k: 32, vector_a: 4, vector_b: 4 },
  },
  {
    template: 'matmul.wgmma',
    workload: `${gemm} --dtype bfloat16`,
    values: { groups_m: 2, tile_n: 256, block_k: 64, swizzle: 128, copies: 'boxes', buffers: 4, lag: 1 },
  },
  {
    template: 'conv2d.simt',
    workload: conv,
    values: {
      ...{ tile_f: [-1, 1, 8, 4], tile_y: [-1, 1, 2, 2], tile_x: [-1, 1, 14, 2], tile_rc: [-1, 8] },
      ...{ tile_ry: [-1, 3], tile_rx: [-1, 3], auto_unroll_max_step: 512 },
    },
  },
  {
    template: 'conv2d.depthwise_simt',
    workload: 'conv2d mobilenet.D5 --batch 16',
    values: { tile_c: [-1, 1, 1], tile_y: [-1, 7, 4], tile_x: [-1, 28, 1], inputs: 'all', unroll_kh: true },
  },
  {
    template: 'conv2d.igemm',
    workload: `${conv} --layout NHWC`,
    values: { ...threads, vthread_n: 1, weights: 'turned' },
  },
  {
    template: 'conv2d.mma',
    workload: `${conv} --layout NHWC --dtype float16`,
    values: { ...warps, warps_m: 4, warps_n: 1, tile_m: 2, weights: 'turned' },
  },
  {
    template: 'conv2d.winograd_simt',
    workload: conv,
    values: { ...threads, tile_h: 4, tile_w: 4, threads: 128, vector_a: 4, vthread_m: 1 },
  },
  {
    template: 'conv2d.winograd_fused',
    workload: conv,
    values: {
      ...{ tile_h: 2, tile_w: 2, threads_oc: 4, threads_p: 4, tile_oc: 4, tile_p: 4 },
      ...{ block_ic: 8, pad: 4, unroll_ic: 4, buffers: 2 },
    },
  },
];

/** The kernel, or why its template does not serve the target. Throws RangeError where the space has no such config. */
export function fullSizeKernel(
  { template: name, workload: words, values }: FullSize,
  target: Target,
): DeviceKernel | string {
  const template = findTemplate(name);
  const { workload } = jobOf(words);
  const refused = refusal(template, workload, target);
  if (refused !== undefined) return refused;
  const task = makeTask(template, workload, target);
  const first = Object.fromEntries(task.space.knobs.map((knob) => [knob.name, knob.values[0]!]));
  return generate(task, task.space.config({ ...first, ...values }));
}
