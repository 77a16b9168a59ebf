import { bfloat16 } from '../../../../elements/bfloat16.js';
import { float32 } from '../../../../elements/float32.js';
import type { InstructionSet } from '../instruction-set.js';
import { assembled } from '../texts.js';
import { avx512vl } from './avx512vl.js';

/** Conversions to bfloat16, without the dot products of AVX512-BF16. Subnormal numbers become zero. */
export const avx512bf16convert: InstructionSet = {
  name: 'avx512bf16convert',
  arch: 'x64',
  options: ['-mavx512bf16', ...avx512vl.options],
  features: [
    { name: 'avx512_bf16', macro: '__AVX512BF16__', test: '__builtin_cpu_supports("avx512bf16")' },
    ...avx512vl.features,
  ],
  operations: [
    { does: 'convert', types: [float32, bfloat16], bytes: [32, 64], text: assembled('vcvtneps2bf16 %1, %0', 'v') },
  ],
};
