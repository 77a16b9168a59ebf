import { arm } from '../hwcap.js';
import { int32 } from '../../../../elements/int32.js';
import { int8 } from '../../../../elements/int8.js';
import { uint8 } from '../../../../elements/uint8.js';
import type { InstructionSet } from '../instruction-set.js';
import { accumulated } from '../texts.js';

/** Dot products of bytes of which only the second are signed. */
export const i8mm: InstructionSet = {
  name: 'i8mm',
  arch: 'arm64',
  options: ['-march=armv8.2-a+i8mm'],
  extension: '+i8mm',
  features: [arm('i8mm', '__ARM_FEATURE_MATMUL_INT8', 'AT_HWCAP2', 13)],
  operations: [
    { does: 'dot', types: [uint8, int8, int32], bytes: [16], text: accumulated('usdot %0.4s, %1.16b, %2.16b', 'w') },
  ],
};
