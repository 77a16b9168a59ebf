import { float16 } from '../../../../elements/float16.js';
import { float32 } from '../../../../elements/float32.js';
import { int32 } from '../../../../elements/int32.js';
import type { InstructionSet } from '../instruction-set.js';
import { assembled, contracted } from '../texts.js';
import {
  bytesOfWhole,
  extremes,
  conversion,
  floatsOfBfloat16,
  maskedFloatMoves,
  maskedMoves,
  wholeExtremes,
  wholeOfBytes,
  wholeOfFloats,
} from '../x86-texts.js';

/** Vectors of 512 bits, with masks. */
export const avx512f: InstructionSet = {
  name: 'avx512f',
  arch: 'x64',
  options: ['-mavx512f'],
  features: [{ name: 'avx512f', macro: '__AVX512F__', test: '__builtin_cpu_supports("avx512f")' }],
  vectors: { bytes: 64, registers: 32, masks: true },
  operations: [
    ...maskedFloatMoves([64]),
    ...maskedMoves([int32], [64]),
    ...extremes(64, eitherExtreme),
    ...wholeExtremes([64], 'v'),
    ...bytesOfWhole([64]),
    ...wholeOfBytes([64], 'v'),
    floatsOfBfloat16([64], 'v'),
    ...wholeOfFloats(64, either('a =', '__builtin_ia32_minps512', 'b, a'), 'vcvtps2dq', 'v'),
    { does: 'fma', types: [float32], bytes: [64], text: contracted },
    { does: 'sqrt', types: [float32], bytes: [64], text: assembled('vsqrtps %1, %0', 'v') },
    conversion([float16, float32], [64], 'vcvtph2ps %1, %0', 'v'),
    conversion([float32, float16], [64], 'vcvtps2ph $0, %1, %0', 'v'),
  ],
};

function eitherExtreme(instruction: string): string {
  return `{\n${either('return', instruction)}\n}`;
}

/** gcc has it with a mask only, clang without. */
function either(verb: string, instruction: string, operands = 'a, b'): string {
  return (
    `#ifdef __clang__\n  ${verb} ${instruction}(${operands}, 4);\n` +
    `#else\n  ${verb} ${instruction}_mask(${operands}, a, -1, 4);\n#endif`
  );
}
