import { float32 } from '../../../../elements/float32.js';
import type { InstructionSet } from '../instruction-set.js';
import { assembled } from '../texts.js';
import { extremes, wholeOfFloats } from '../x86-texts.js';

/** Vectors of 256 bits for floats. */
export const avx: InstructionSet = {
  name: 'avx',
  arch: 'x64',
  options: ['-mavx'],
  features: [{ name: 'avx', macro: '__AVX__', test: '__builtin_cpu_supports("avx")' }],
  vectors: { bytes: 32, registers: 16, masks: false },
  operations: [
    ...extremes(32, (instruction) => `{ return ${instruction}(a, b); }`),
    ...wholeOfFloats(16, '  a = __builtin_ia32_minps(b, a);', 'vcvtps2dq', 'x'),
    ...wholeOfFloats(32, '  a = __builtin_ia32_minps256(b, a);', 'vcvtps2dq', 'x'),
    { does: 'sqrt', types: [float32], bytes: [16, 32], text: assembled('vsqrtps %1, %0', 'x') },
  ],
};
