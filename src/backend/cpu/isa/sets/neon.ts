import { float16 } from '../../../../elements/float16.js';
import { float32 } from '../../../../elements/float32.js';
import { int32 } from '../../../../elements/int32.js';
import type { InstructionSet, OperationCall } from '../instruction-set.js';
import { assembled, contracted } from '../texts.js';

/** Vectors of 128 bits, which every AArch64 has. */
export const neon: InstructionSet = {
  name: 'neon',
  arch: 'arm64',
  options: [],
  features: [{ name: 'asimd', macro: '__ARM_NEON' }],
  vectors: { bytes: 16, registers: 32, masks: false },
  operations: [
    { does: 'fma', types: [float32], bytes: [16], text: contracted },
    { does: 'sqrt', types: [float32], bytes: [16], text: assembled('fsqrt %0.4s, %1.4s', 'w') },
    { does: 'convert', types: [float16, float32], bytes: [16], text: assembled('fcvtl %0.4s, %1.4h', 'w') },
    { does: 'convert', types: [float32, float16], bytes: [16], text: assembled('fcvtn %0.4h, %1.4s', 'w') },
    { does: 'convert', types: [float32, int32], bytes: [16], text: wholeOfFloats },
  ],
};

/** The instruction has 0 for no number, where all others have the least one. */
function wholeOfFloats({ inFunction, vectors: [from, to] }: OperationCall): string {
  return inFunction(`{
  ${from!} least = (${from!}){0} - 2147483648.0f;
  ${to!} r;
  __asm__("fmaxnm %0.4s, %1.4s, %2.4s\\n\\tfcvtns %0.4s, %0.4s" : "=w"(r) : "w"(a), "w"(least));
  return r;
}`);
}
