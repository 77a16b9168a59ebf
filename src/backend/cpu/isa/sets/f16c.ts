import { float16 } from '../../../../elements/float16.js';
import { float32 } from '../../../../elements/float32.js';
import type { InstructionSet } from '../instruction-set.js';
import { conversion } from '../x86-texts.js';

/** float16 in memory, computed with in float32. */
export const f16c: InstructionSet = {
  name: 'f16c',
  arch: 'x64',
  options: ['-mf16c'],
  // No CPU has AVX2 without it.
  features: [{ name: 'f16c', macro: '__F16C__' }],
  operations: [
    conversion([float16, float32], [16, 32], 'vcvtph2ps %1, %0', 'x'),
    conversion([float32, float16], [16, 32], 'vcvtps2ph $0, %1, %0', 'x'),
  ],
};
