import type { ElementType } from './element-type.js';
import { wideType } from './whole.js';

/** A signed integer of 64 bits: of source and files; no operator computes in it. */
export const int64: ElementType = {
  name: 'int64',
  ...wideType('BigInt64'),
  c: { name: 'long long', hasOthers: true, inCuda: true },
  onnx: { code: 7, name: 'INT64', field: 'int64Data' },
  numpy: 'int64',
};
