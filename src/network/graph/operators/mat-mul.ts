import type { ConstantTensor } from '../../onnx/model.js';
import type { GraphNode, ValueType } from '../graph.js';
import { broadcastShape, broadcastStrides, forRows } from './broadcast.js';
import { invalid } from './errors.js';
import { matrixProduct } from './matrix-product.js';
import { present, type InputType, type Operator } from './operator.js';
import { shapeText, sizeOf } from './shape.js';
import { reshaped } from './reshape.js';

/** MatMul, numpy's: matrices of the last two axes, of which there are at least two; the others broadcast. */
export const matMul: Operator = {
  name: 'MatMul',
  inputs: [2, 2],
  normalise: (node) => {
    const [a, b] = [node.shape(0), node.shape(1)];
    if (a.length === 0 || b.length === 0) node.invalid('an input is a scalar');
    const left = a.length === 1 ? reshaped(node, node.input(0), [1, a[0]!]) : node.input(0);
    const right = b.length === 1 ? reshaped(node, node.input(1), [b[0]!, 1]) : node.input(1);
    if (a.length > 1 && b.length > 1) return { op: 'MatMul', inputs: [left, right], attributes: {} };
    const product = node.emit('MatMul', [left, right]);
    const { shape } = node.typeOf(product);
    const cut = [
      ...shape.slice(0, -2),
      ...(a.length === 1 ? [] : [shape.at(-2)!]),
      ...(b.length === 1 ? [] : [shape.at(-1)!]),
    ];
    return { op: 'Reshape', inputs: [product], attributes: { shape: cut } };
  },
  canonical: {
    infer,
    work: (_, inputs) => present(inputs, 0).shape.at(-1)!,
    evaluate: (_, [a, b], [output]) => [products(a!, b!, output!)],
  },
};

function infer(node: GraphNode, inputs: readonly InputType[]): ValueType[] {
  const [{ type, shape: a }, { shape: b }] = [present(inputs, 0), present(inputs, 1)];
  const batch = broadcastShape([a.slice(0, -2), b.slice(0, -2)]);
  if (batch === undefined || a.at(-1) !== b.at(-2))
    invalid(node, `${shapeText(a)} and ${shapeText(b)} cannot be multiplied`);
  return [{ type, shape: [...batch, a.at(-2)!, b.at(-1)!] }];
}

function products(a: ConstantTensor, b: ConstantTensor, output: ValueType): Float64Array {
  const batch = output.shape.slice(0, -2);
  const [m, n, k] = [output.shape.at(-2)!, output.shape.at(-1)!, a.shape.at(-1)!];
  const out = new Float64Array(sizeOf(output.shape));
  const left = broadcastStrides(a.shape.slice(0, -2), batch);
  const right = broadcastStrides(b.shape.slice(0, -2), batch);
  const length = batch.at(-1) ?? 1;
  forRows(batch, [left, right], (at, offsets) => {
    for (let i = 0; i < length; i++) {
      const aAt = (offsets[0]! + i * (left.at(-1) ?? 0)) * m * k;
      const bAt = (offsets[1]! + i * (right.at(-1) ?? 0)) * k * n;
      matrixProduct({ m, n, k, transB: false }, a.data, aAt, b.data, bAt, out, (at + i) * m * n);
    }
  });
  return out;
}
