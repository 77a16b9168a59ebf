import { onnxType } from '../../../elements/registry.js';
import { isValueType } from '../../../ir/tensor.js';
import type { Operator } from './operator.js';

/** EyeLike: 1 on the diagonal that `k` says, and 0 elsewhere. */
export const eyeLike: Operator = {
  name: 'EyeLike',
  inputs: [1, 1],
  normalise: (node) => {
    const { type, shape } = node.type(0);
    if (shape.length !== 2) node.invalid(`its input has ${shape.length} axes`);
    const code = node.attributes.has('dtype') ? node.number('dtype') : undefined;
    const to = code === undefined ? type : (onnxType(code) ?? node.unsupported(`of type ${code}`)).name;
    const [rows, columns] = shape as [number, number];
    const k = node.number('k', 0);
    const data = Float64Array.from({ length: rows * columns }, (_, at) =>
      (at % columns) - Math.floor(at / columns) === k ? 1 : 0,
    );
    return { constant: { type: to, shape, data: isValueType(to) ? Float32Array.from(data) : data } };
  },
};
