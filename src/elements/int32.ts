import type { ElementType } from './element-type.js';
import { wholeKernels, wholeType } from './whole.js';

/**
 * A signed integer of 32 bits: sums of products of 8-bit integers, and the biases that are added to them. They are
 * drawn from 16 bits, so that 2^15 of them can be added up.
 */
export const int32: ElementType = {
  name: 'int32',
  ...wholeType('Int32'),
  kernels: wholeKernels('int32_t', 32, [-(2 ** 15), 2 ** 15 - 1]),
  c: { name: 'int', inCuda: true },
  onnx: { code: 6, name: 'INT32', field: 'int32Data' },
  numpy: 'int32',
};
