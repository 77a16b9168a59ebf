import { elementTypes, type ElementType } from '../../onnx/model.js';
import { textOf } from './attributes.js';
import { mapped } from './mapped.js';
import { present, type Operator } from './operator.js';

/** ONNX's numbers of element types (`TensorProto.DataType`). */
const types: Readonly<Record<number, ElementType>> = {
  1: 'float32',
  2: 'uint8',
  3: 'int8',
  4: 'uint16',
  5: 'int16',
  6: 'int32',
  7: 'int64',
  9: 'bool',
  10: 'float16',
  11: 'float64',
  12: 'uint32',
  13: 'uint64',
  16: 'bfloat16',
};

/** Cast to the type named by `to`. */
export const cast: Operator = {
  name: 'Cast',
  inputs: [1, 1],
  normalise: (node) => {
    const to = types[node.number('to')] ?? node.unsupported(`to type ${node.number('to')}`);
    return { op: 'Cast', inputs: node.inputs, attributes: { to } };
  },
  canonical: {
    infer: (node, inputs) => {
      const to = elementTypes.find((type) => type === textOf(node, 'to'))!;
      return [{ type: to, shape: present(inputs, 0).shape }];
    },
    evaluate: (node, [input]) => [mapped(input!.data, conversion(textOf(node, 'to')))],
  },
};

function conversion(to: string): (x: number) => number {
  if (to === 'bool') return (x) => (x === 0 ? 0 : 1);
  if (to === 'float32') return Math.fround;
  return to.includes('float') ? (x) => x : Math.trunc;
}
