import type { InstructionSet } from '../instruction-set.js';

/** What every x86-64 has. */
export const sse2: InstructionSet = {
  name: 'sse2',
  arch: 'x64',
  options: ['-msse2'],
  features: [{ name: 'sse2', macro: '__SSE2__' }],
  vectors: { bytes: 16, registers: 16, masks: false },
  operations: [],
};
