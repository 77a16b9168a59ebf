import type { ElementType } from './element-type.js';
import { wholeType } from './whole.js';

/** An unsigned integer of 2 bits: of files; no operator computes in it. */
export const uint2: ElementType = {
  name: 'uint2',
  ...wholeType('Uint8', 2),
  onnx: { code: 25, name: 'UINT2', field: 'int32Data' },
  numpy: 'uint8',
};
