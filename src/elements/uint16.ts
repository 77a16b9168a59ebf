import type { ElementType } from './element-type.js';
import { wholeType } from './whole.js';

/** An unsigned integer of 16 bits: of source and files; no operator computes in it. */
export const uint16: ElementType = {
  name: 'uint16',
  ...wholeType('Uint16'),
  c: { name: 'unsigned short', inCuda: true },
  onnx: { code: 4, name: 'UINT16', field: 'int32Data' },
  numpy: 'uint16',
};
