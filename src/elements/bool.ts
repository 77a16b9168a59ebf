import type { ElementType } from './element-type.js';

/** Truth, a byte: 0, or 1 for what is not 0. */
export const bool: ElementType = {
  ...{ name: 'bool', bytes: 1, kind: 'truth', limits: [0, 1], unitRoundoff: 0, storeError: 0 },
  read: (view, at) => Number(view.getUint8(at) !== 0),
  write: (view, at, value) => {
    view.setUint8(at, Number(value !== 0));
  },
  onnx: { code: 9, name: 'BOOL', field: 'int32Data' },
  ...{ numpy: 'bool', typedArray: 'Uint8Array' },
};
