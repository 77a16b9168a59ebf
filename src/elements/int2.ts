import type { ElementType } from './element-type.js';
import { wholeType } from './whole.js';

/** A signed integer of 2 bits: of files; no operator computes in it. */
export const int2: ElementType = {
  name: 'int2',
  ...wholeType('Int8', 2),
  onnx: { code: 26, name: 'INT2', field: 'int32Data' },
  numpy: 'int8',
};
