import { float32 } from '../../../../elements/float32.js';
import type { InstructionSet } from '../instruction-set.js';
import { contracted } from '../texts.js';

/** Multiply-adds of floats that are rounded once. */
export const fma: InstructionSet = {
  name: 'fma',
  arch: 'x64',
  options: ['-mfma'],
  features: [{ name: 'fma', macro: '__FMA__', test: '__builtin_cpu_supports("fma")' }],
  operations: [{ does: 'fma', types: [float32], bytes: [16, 32], text: contracted }],
};
