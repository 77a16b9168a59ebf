import type { InstructionSet } from '../instruction-set.js';
import { exactDots, floatsOfBfloat16, narrowerOfWhole, pairDots, wholeExtremes, wholeOfBytes } from '../x86-texts.js';

/** Whole numbers in vectors of 256 bits. */
export const avx2: InstructionSet = {
  name: 'avx2',
  arch: 'x64',
  options: ['-mavx2'],
  features: [{ name: 'avx2', macro: '__AVX2__', test: '__builtin_cpu_supports("avx2")' }],
  operations: [
    ...[16, 32].flatMap((bytes) => [...exactDots(bytes, 'x'), pairDots(bytes, 'x')]),
    ...wholeExtremes([16, 32], 'x'),
    ...wholeOfBytes([16, 32], 'x'),
    floatsOfBfloat16([32], 'x'),
    ...narrowerOfWhole(),
  ],
};
