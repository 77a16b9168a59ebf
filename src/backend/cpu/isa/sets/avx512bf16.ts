import { bfloat16 } from '../../../../elements/bfloat16.js';
import { float32 } from '../../../../elements/float32.js';
import type { InstructionSet } from '../instruction-set.js';
import { accumulated, assembled } from '../texts.js';
import { avx512vl } from './avx512vl.js';

/**
 * Dot products of two bfloat16: of each pair first the second product is added, then the first, each rounded to nearest
 * even. Subnormal inputs and sums are zero.
 */
export const avx512bf16: InstructionSet = {
  name: 'avx512bf16',
  arch: 'x64',
  // On family 6 model 207 one starts every second cycle, as do four multiply-adds of float32: 89 to 179 GFLOPS.
  slowOn: ['GenuineIntel'],
  options: ['-mavx512bf16', ...avx512vl.options],
  features: [
    { name: 'avx512_bf16', macro: '__AVX512BF16__', test: '__builtin_cpu_supports("avx512bf16")' },
    ...avx512vl.features,
  ],
  operations: [
    {
      does: 'dot',
      types: [bfloat16, bfloat16, float32],
      bytes: [16, 32, 64],
      text: accumulated('vdpbf16ps %2, %1, %0', 'v'),
    },
    { does: 'convert', types: [float32, bfloat16], bytes: [32, 64], text: assembled('vcvtneps2bf16 %1, %0', 'v') },
  ],
};
