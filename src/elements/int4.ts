import type { ElementType } from './element-type.js';
import { wholeType } from './whole.js';

/** A signed integer of 4 bits: of files; no operator computes in it. */
export const int4: ElementType = {
  name: 'int4',
  ...wholeType('Int8', 4),
  onnx: { code: 22, name: 'INT4', field: 'int32Data' },
  numpy: 'int8',
};
