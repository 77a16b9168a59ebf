import { bfloat16 } from '../../../../elements/bfloat16.js';
import { float32 } from '../../../../elements/float32.js';
import type { InstructionSet } from '../instruction-set.js';
import { accumulated } from '../texts.js';
import { avx512bf16convert } from './avx512bf16convert.js';

/**
 * Dot products of two bfloat16: of each pair first the second product is added, then the first, each rounded to nearest
 * even. Subnormal inputs and sums are zero.
 */
export const avx512bf16: InstructionSet = {
  name: 'avx512bf16',
  arch: 'x64',
  // On family 6 model 207 one starts every second cycle, as do four multiply-adds of float32: 89 to 179 GFLOPS.
  slowOn: ['GenuineIntel'],
  options: avx512bf16convert.options,
  features: avx512bf16convert.features,
  operations: [
    {
      does: 'dot',
      types: [bfloat16, bfloat16, float32],
      bytes: [16, 32, 64],
      text: accumulated('vdpbf16ps %2, %1, %0', 'v'),
    },
    ...avx512bf16convert.operations,
  ],
};
