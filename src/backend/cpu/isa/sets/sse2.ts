import { float32 } from '../../../../elements/float32.js';
import type { InstructionSet } from '../instruction-set.js';
import { assembled } from '../texts.js';
import { wholeOfFloats } from '../x86-texts.js';

/** What every x86-64 has. */
export const sse2: InstructionSet = {
  name: 'sse2',
  arch: 'x64',
  options: ['-msse2'],
  features: [{ name: 'sse2', macro: '__SSE2__' }],
  vectors: { bytes: 16, registers: 16, masks: false },
  operations: [
    ...wholeOfFloats(16, '  a = __builtin_ia32_minps(b, a);', 'cvtps2dq', 'x'),
    { does: 'sqrt', types: [float32], bytes: [16], text: assembled('sqrtps %1, %0', 'x') },
  ],
};
