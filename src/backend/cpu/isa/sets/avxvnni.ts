import { int32 } from '../../../../elements/int32.js';
import { int8 } from '../../../../elements/int8.js';
import { uint8 } from '../../../../elements/uint8.js';
import type { InstructionSet } from '../instruction-set.js';
import { accumulated } from '../texts.js';

/** AVX-512's dot products of bytes for CPUs with vectors of 256 bits; without the prefix it would be AVX-512's code. */
export const avxvnni: InstructionSet = {
  name: 'avxvnni',
  arch: 'x64',
  options: ['-mavxvnni'],
  // Not asked for: gcc 12 does not know it by that name.
  features: [{ name: 'avx_vnni', macro: '__AVXVNNI__' }],
  operations: [
    {
      does: 'dot',
      types: [uint8, int8, int32],
      bytes: [16, 32],
      text: accumulated('%{vex%} vpdpbusd %2, %1, %0', 'x'),
    },
  ],
};
