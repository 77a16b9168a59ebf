import type { ElementType } from './element-type.js';

/** IEEE 754 binary64: of source and files; no operator computes in it. */
export const float64: ElementType = {
  ...{ name: 'float64', bytes: 8, kind: 'floating', unitRoundoff: 2 ** -53, storeError: 0 },
  limits: [-Number.MAX_VALUE, Number.MAX_VALUE],
  read: (view, at) => view.getFloat64(at, true),
  write: (view, at, value) => {
    view.setFloat64(at, value, true);
  },
  c: { name: 'double', inCuda: true },
  onnx: { code: 11, name: 'DOUBLE', field: 'doubleData' },
  ...{ numpy: 'float64', typedArray: 'Float64Array' },
};
