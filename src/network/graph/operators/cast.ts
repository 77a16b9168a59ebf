import { elementType, onnxType } from '../../../elements/registry.js';
import type { DType } from '../../../ir/tensor.js';
import type { GraphNode } from '../graph.js';
import { textOf } from './attributes.js';
import { mapped } from './mapped.js';
import { present, type Operator } from './operator.js';

/** Cast to the type named by `to`. */
export const cast: Operator = {
  name: 'Cast',
  inputs: [1, 1],
  normalise: (node) => {
    const to = onnxType(node.number('to')) ?? node.unsupported(`to type ${node.number('to')}`);
    return { op: 'Cast', inputs: node.inputs, attributes: { to: to.name } };
  },
  canonical: {
    infer: (node, inputs) => [{ type: typeOf(node), shape: present(inputs, 0).shape }],
    evaluate: (node, [input]) => [mapped(input!.data, conversion(typeOf(node)))],
  },
};

function typeOf(node: GraphNode): DType {
  return textOf(node, 'to');
}

/** As C converts: to the nearest number, and to the lowest bits of an integer without its fraction. */
function conversion(to: DType): (x: number) => number {
  const { kind, bytes, limits, read, write } = elementType(to);
  if (kind === 'whole') return bytes > 4 ? Math.trunc : (x) => lowestBits(x, 8 * bytes, limits[0] < 0);
  const view = new DataView(new ArrayBuffer(bytes));
  return (x) => {
    write(view, 0, x);
    return read(view, 0);
  };
}

function lowestBits(x: number, bits: number, isSigned: boolean): number {
  if (!Number.isFinite(x)) return 0;
  const whole = BigInt(Math.trunc(x));
  return Number(isSigned ? BigInt.asIntN(bits, whole) : BigInt.asUintN(bits, whole));
}
