import type { ElementType } from './element-type.js';
import { wholeType } from './whole.js';

/** An unsigned integer of 4 bits: of files; no operator computes in it. */
export const uint4: ElementType = {
  name: 'uint4',
  ...wholeType('Uint8', 4),
  onnx: { code: 21, name: 'UINT4', field: 'int32Data' },
  numpy: 'uint8',
};
