import { bfloat16 } from '../../../../elements/bfloat16.js';
import { float16 } from '../../../../elements/float16.js';
import { int8 } from '../../../../elements/int8.js';
import { uint8 } from '../../../../elements/uint8.js';
import type { InstructionSet } from '../instruction-set.js';
import { exactDots, maskedMoves, pairDots } from '../x86-texts.js';
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
  operations: [
    ...maskedMoves([int8, uint8, float16, bfloat16], [16, 32, 64]),
    ...exactDots(64, 'v'),
    pairDots(64, 'v'),
  ],
};
