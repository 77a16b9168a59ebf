import type { ElementType } from './element-type.js';
import { wholeKernels, wholeType } from './whole.js';

/** An unsigned integer of 8 bits. All of them are drawn, so that whatever saturates on its way to a sum shows. */
export const uint8: ElementType = {
  name: 'uint8',
  ...wholeType('Uint8'),
  kernels: { ...wholeKernels('uint8_t', 8, [0, 255]), weights: 'int8' },
  c: { name: 'unsigned char', inCuda: true },
  onnx: { code: 2, name: 'UINT8', field: 'int32Data' },
  numpy: 'uint8',
};
