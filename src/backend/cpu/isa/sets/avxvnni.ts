import { int32 } from '../../../../elements/int32.js';
import { int8 } from '../../../../elements/int8.js';
import { uint8 } from '../../../../elements/uint8.js';
import type { InstructionSet } from '../instruction-set.js';
import { accumulated } from '../texts.js';

/** Leaf 7.1 of CPUID, bit 4 of EAX (Intel's manual, volume 2A): gcc 12 has no name for it to ask by. */
const cpuidBit =
  '__extension__({ unsigned a = 0, b, c, d; __get_cpuid_count(7, 1, &a, &b, &c, &d) != 0 && (a >> 4 & 1) != 0; })';

/** AVX-512's dot products of bytes for CPUs with vectors of 256 bits; without the prefix it would be AVX-512's code. */
export const avxvnni: InstructionSet = {
  name: 'avxvnni',
  arch: 'x64',
  options: ['-mavxvnni'],
  features: [{ name: 'avx_vnni', macro: '__AVXVNNI__', test: cpuidBit, header: 'cpuid.h' }],
  operations: [
    {
      does: 'dot',
      types: [uint8, int8, int32],
      bytes: [16, 32],
      text: accumulated('%{vex%} vpdpbusd %2, %1, %0', 'x'),
    },
  ],
};
