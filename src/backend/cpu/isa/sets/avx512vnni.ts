import { int16 } from '../../../../elements/int16.js';
import { int32 } from '../../../../elements/int32.js';
import { int8 } from '../../../../elements/int8.js';
import { uint8 } from '../../../../elements/uint8.js';
import type { InstructionSet } from '../instruction-set.js';
import { accumulated } from '../texts.js';
import { avx512vl } from './avx512vl.js';

/** Dot products of four bytes, or of two halves, in one instruction; sums wrap. */
export const avx512vnni: InstructionSet = {
  name: 'avx512vnni',
  arch: 'x64',
  options: ['-mavx512vnni', ...avx512vl.options],
  features: [
    { name: 'avx512_vnni', macro: '__AVX512VNNI__', test: '__builtin_cpu_supports("avx512vnni")' },
    ...avx512vl.features,
  ],
  operations: [
    {
      does: 'dot',
      types: [uint8, int8, int32],
      bytes: [16, 32, 64],
      text: accumulated('vpdpbusd %2, %1, %0', 'v'),
    },
    {
      does: 'dot',
      types: [int16, int16, int32],
      bytes: [16, 32, 64],
      text: accumulated('vpdpwssd %2, %1, %0', 'v'),
    },
  ],
};
