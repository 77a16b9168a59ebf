import type { ElementType } from './element-type.js';
import { floatSum, unit } from './sum-errors.js';

/** IEEE 754 binary32, in which values are computed whatever lies in memory. */
export const float32: ElementType = {
  ...{ name: 'float32', bytes: 4, kind: 'floating', unitRoundoff: unit, storeError: 0 },
  limits: [-(2 - 2 ** -23) * 2 ** 127, (2 - 2 ** -23) * 2 ** 127],
  kernels: {
    accumulator: 'float32',
    sumVariance: floatSum,
    drawn: [-1, 1],
    poison: [0xffffffff, 0xffffffff],
    conversion: { memory: 'float', toFloat: 'return bits;', fromFloat: 'return value;' },
    cuda: { memory: 'float' },
  },
  read: (view, at) => view.getFloat32(at, true),
  write: (view, at, value) => {
    view.setFloat32(at, value, true);
  },
  c: { name: 'float', inCuda: true },
  onnx: { code: 1, name: 'FLOAT', field: 'floatData' },
  ...{ numpy: 'float32', typedArray: 'Float32Array' },
};
