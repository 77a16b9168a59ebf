import type { ElementType } from './element-type.js';
import { wholeType } from './whole.js';

/** An unsigned integer of 32 bits: of source and files; no operator computes in it. */
export const uint32: ElementType = {
  name: 'uint32',
  ...wholeType('Uint32'),
  c: { name: 'unsigned', inCuda: true },
  onnx: { code: 12, name: 'UINT32', field: 'uint64Data' },
  numpy: 'uint32',
};
