import { expect, test } from '@jest/globals';
import { gpuCeiling } from '../../src/backend/cuda/ceiling.js';
import type { DType } from '../../src/ir/tensor.js';

/** TFLOPS without sparsity of NVIDIA's data sheets. */
const sheets: readonly (readonly [
  name: string,
  arch: string,
  sms: number,
  mhz: number,
  speeds: Record<DType, number>,
])[] = [
  ['H100 SXM', 'sm_90', 132, 1980, { float32: 67, tfloat32: 495, float16: 990, bfloat16: 990 }],
  ['A100 SXM', 'sm_80', 108, 1410, { float32: 19.5, tfloat32: 156, float16: 312, bfloat16: 312 }],
  ['B200', 'sm_100', 148, 1965, { float32: 80, tfloat32: 1100, float16: 2250, bfloat16: 2250 }],
  ['L40S', 'sm_89', 142, 2520, { float32: 91.6, tfloat32: 183, float16: 362, bfloat16: 362 }],
  ['V100 SXM2', 'sm_70', 80, 1530, { float32: 15.7, tfloat32: 15.7, float16: 125, bfloat16: 125 }],
];

test.each(sheets)('nothing is faster than what an %s may do, which is not far above its data sheet', (_, ...gpu) => {
  const [arch, multiprocessors, megahertz, speeds] = gpu;
  for (const [dtype, teraflops] of Object.entries(speeds)) {
    const ceiling = gpuCeiling({ arch, multiprocessors, kilohertz: 1000 * megahertz }, dtype)!;
    expect(ceiling / 1e12).toBeGreaterThan(1.2 * teraflops);
    if (dtype === 'float16' && arch !== 'sm_89') expect(ceiling / 1e12).toBeLessThan(2 * teraflops);
  }
});

test('without a GPU there is none', () => {
  expect(gpuCeiling(undefined, 'float32')).toBeUndefined();
});
