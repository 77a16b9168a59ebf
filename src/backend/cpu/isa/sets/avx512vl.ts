import { int32 } from '../../../../elements/int32.js';
import type { InstructionSet } from '../instruction-set.js';
import { bytesOfWhole, maskedFloatMoves, maskedMoves, wholeOfBytes } from '../x86-texts.js';

/** The masks of AVX-512 for vectors of 128 and 256 bits. */
export const avx512vl: InstructionSet = {
  name: 'avx512vl',
  arch: 'x64',
  options: ['-mavx512vl'],
  features: [{ name: 'avx512vl', macro: '__AVX512VL__', test: '__builtin_cpu_supports("avx512vl")' }],
  operations: [
    ...maskedFloatMoves([16, 32]),
    ...maskedMoves([int32], [16, 32]),
    ...bytesOfWhole([16, 32]),
    ...wholeOfBytes([16, 32], 'v'),
  ],
};
