import { bfloat16 } from '../../../../elements/bfloat16.js';
import { float32 } from '../../../../elements/float32.js';
import type { InstructionSet } from '../instruction-set.js';
import { widenedBfloat16 } from '../texts.js';
import { exactDots, wholeExtremes, wholeOfBytes } from '../x86-texts.js';

/** Whole numbers in vectors of 256 bits. */
export const avx2: InstructionSet = {
  name: 'avx2',
  arch: 'x64',
  options: ['-mavx2'],
  features: [{ name: 'avx2', macro: '__AVX2__', test: '__builtin_cpu_supports("avx2")' }],
  operations: [
    ...[16, 32].flatMap((bytes) => exactDots(bytes, 'x')),
    ...wholeExtremes([16, 32], 'x'),
    ...wholeOfBytes([16, 32], 'x'),
    { does: 'convert', types: [bfloat16, float32], bytes: [32], text: widenedBfloat16 },
  ],
};
