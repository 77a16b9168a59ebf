import type { ElementType } from './element-type.js';
import { float32 } from './float32.js';
import { matrixSum } from './sum-errors.js';

/**
 * NVIDIA's TF32: a float32 of whose fraction matrix instructions read 10 bits. The rest is for the caller to have cut
 * off, towards zero as the instructions do; what they write is float32.
 */
export const tfloat32: ElementType = {
  ...{ name: 'tfloat32', bytes: 4, kind: 'floating', unitRoundoff: 2 ** -10, storeError: 0 },
  limits: [-(2 - 2 ** -10) * 2 ** 127, (2 - 2 ** -10) * 2 ** 127],
  kernels: {
    accumulator: 'float32',
    sumVariance: matrixSum(4),
    drawn: [-1, 1],
    poison: [0xffffffff, 0xffffffff],
    conversion: {
      memory: 'float',
      toFloat: 'return bits != bits ? bits : float_of_bits(bits_of_float(bits) & ~0x1fffu);',
      fromFloat: 'return value != value ? value : float_of_bits(bits_of_float(value) & ~0x1fffu);',
    },
    cuda: { memory: 'float', matrix: 'tf32', matrixOnly: true },
  },
  read: (view, at) => {
    const whole = view.getFloat32(at, true);
    if (Number.isNaN(whole)) return whole;
    const cut = new DataView(new ArrayBuffer(4));
    cut.setUint32(0, (view.getUint32(at, true) & ~0x1fff) >>> 0);
    return cut.getFloat32(0);
  },
  write: (view, at, value) => {
    float32.write(view, at, value);
    // A NaN stays one.
    if (!Number.isNaN(value)) view.setUint32(at, (view.getUint32(at, true) & ~0x1fff) >>> 0, true);
  },
  ...{ numpy: 'float32', typedArray: 'Float32Array' },
};
