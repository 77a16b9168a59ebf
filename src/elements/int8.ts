import type { ElementType } from './element-type.js';
import { wholeKernels, wholeType } from './whole.js';

/** A signed integer of 8 bits. All of them are drawn, so that whatever saturates on its way to a sum shows. */
export const int8: ElementType = {
  name: 'int8',
  ...wholeType('Int8'),
  kernels: wholeKernels('int8_t', 8, [-128, 127]),
  c: { name: 'signed char', hasOthers: true, inCuda: true },
  onnx: { code: 3, name: 'INT8', field: 'int32Data' },
  numpy: 'int8',
};
