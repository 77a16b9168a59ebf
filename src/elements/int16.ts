import type { ElementType } from './element-type.js';
import { wholeType } from './whole.js';

/** A signed integer of 16 bits: of source and files; no operator computes in it. */
export const int16: ElementType = {
  name: 'int16',
  ...wholeType('Int16'),
  c: { name: 'short', inCuda: true },
  onnx: { code: 5, name: 'INT16', field: 'int32Data' },
  numpy: 'int16',
};
