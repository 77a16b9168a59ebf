import { bfloat16, float16, int8, uint8 } from '../element.js';
import type { InstructionSet } from '../instruction-set.js';
import { exactDots, maskedMoves } from '../x86-texts.js';
import { avx512vl } from './avx512vl.js';

/** Whole numbers of 8 and 16 bits in vectors of 512 bits, and masks for them. */
export const avx512bw: InstructionSet = {
  name: 'avx512bw',
  arch: 'x64',
  options: ['-mavx512bw', ...avx512vl.options],
  features: [
    { name: 'avx512bw', macro: '__AVX512BW__', test: '__builtin_cpu_supports("avx512bw")' },
    ...avx512vl.features,
  ],
  operations: [...maskedMoves([int8, uint8, float16, bfloat16], [16, 32, 64]), ...exactDots(64, 'v')],
};
