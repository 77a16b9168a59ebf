import { elements } from '../../onnx/elements.js';
import { elementTypes, type ElementType } from '../../onnx/model.js';
import type { GraphNode } from '../graph.js';
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
    infer: (node, inputs) => [{ type: typeOf(node), shape: present(inputs, 0).shape }],
    evaluate: (node, [input]) => [mapped(input!.data, conversion(typeOf(node)))],
  },
};

function typeOf(node: GraphNode): ElementType {
  return elementTypes.find((type) => type === textOf(node, 'to'))!;
}

/** As C converts: to the nearest number, and to the lowest bits of an integer without its fraction. */
function conversion(to: ElementType): (x: number) => number {
  if (to === 'float64') return (x) => x;
  if (to === 'int64' || to === 'uint64') return Math.trunc;
  const { get, set } = elements[to];
  const view = new DataView(new ArrayBuffer(4));
  const whole = to === 'bool' || to.includes('float') ? (x: number) => x : Math.trunc;
  return (x) => {
    set(view, 0, whole(x));
    return get(view, 0);
  };
}
