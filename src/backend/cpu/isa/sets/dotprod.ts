import { arm } from '../hwcap.js';
import { int32 } from '../../../../elements/int32.js';
import { int8 } from '../../../../elements/int8.js';
import { uint8 } from '../../../../elements/uint8.js';
import type { InstructionSet } from '../instruction-set.js';
import { accumulated } from '../texts.js';

/** Dot products of four bytes of the same sign in one instruction; sums wrap. */
export const dotprod: InstructionSet = {
  name: 'dotprod',
  arch: 'arm64',
  options: ['-march=armv8.2-a+dotprod'],
  extension: '+dotprod',
  features: [arm('asimddp', '__ARM_FEATURE_DOTPROD', 'AT_HWCAP', 20)],
  operations: [
    { does: 'dot', types: [int8, int8, int32], bytes: [16], text: accumulated('sdot %0.4s, %1.16b, %2.16b', 'w') },
    { does: 'dot', types: [uint8, uint8, int32], bytes: [16], text: accumulated('udot %0.4s, %1.16b, %2.16b', 'w') },
  ],
};
