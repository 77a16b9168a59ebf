import type { ElementType } from './element-type.js';
import { wideType } from './whole.js';

/** An unsigned integer of 64 bits: of source and files; no operator computes in it. */
export const uint64: ElementType = {
  name: 'uint64',
  ...wideType('BigUint64'),
  c: { name: 'unsigned long long', hasOthers: true, inCuda: true },
  onnx: { code: 13, name: 'UINT64', field: 'uint64Data' },
  numpy: 'uint64',
};
