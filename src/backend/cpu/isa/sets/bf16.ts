import { arm } from '../hwcap.js';
import { bfloat16 } from '../../../../elements/bfloat16.js';
import { float32 } from '../../../../elements/float32.js';
import type { InstructionSet } from '../instruction-set.js';
import { accumulated, assembled } from '../texts.js';

/**
 * Dot products of two bfloat16: the products of a pair are added, then to the sum, each rounded to odd; subnormal
 * numbers are zero.
 */
export const bf16: InstructionSet = {
  name: 'bf16',
  arch: 'arm64',
  options: ['-march=armv8.2-a+bf16'],
  extension: '+bf16',
  features: [arm('bf16', '__ARM_FEATURE_BF16_VECTOR_ARITHMETIC', 'AT_HWCAP2', 14)],
  operations: [
    {
      does: 'dot',
      types: [bfloat16, bfloat16, float32],
      bytes: [16],
      text: accumulated('bfdot %0.4s, %1.8h, %2.8h', 'w'),
    },
    { does: 'convert', types: [float32, bfloat16], bytes: [16], text: assembled('bfcvtn %0.4h, %1.4s', 'w') },
  ],
};
