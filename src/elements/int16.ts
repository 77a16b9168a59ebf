import type { ElementType } from './element-type.js';
import { wholeKernels, wholeType } from './whole.js';

/** A signed integer of 16 bits: of source and files, and what kernels copy bytes into that they multiply in pairs. */
export const int16: ElementType = {
  name: 'int16',
  ...wholeType('Int16'),
  kernels: { ...wholeKernels('int16_t', 16, [-32768, 32767]), inCopiesAlone: true },
  c: { name: 'short', inCuda: true },
  onnx: { code: 5, name: 'INT16', field: 'int32Data' },
  numpy: 'int16',
};
