import { float16 } from '../../../../elements/float16.js';
import { float32 } from '../../../../elements/float32.js';
import type { InstructionSet } from '../instruction-set.js';
import { assembled } from '../texts.js';

/** float16 in memory, computed with in float32. */
export const f16c: InstructionSet = {
  name: 'f16c',
  arch: 'x64',
  options: ['-mf16c'],
  // No CPU has AVX2 without it.
  features: [{ name: 'f16c', macro: '__F16C__' }],
  operations: [
    { does: 'convert', types: [float16, float32], bytes: [16, 32], text: assembled('vcvtph2ps %1, %0', 'x') },
    { does: 'convert', types: [float32, float16], bytes: [16, 32], text: assembled('vcvtps2ph $0, %1, %0', 'x') },
  ],
};
