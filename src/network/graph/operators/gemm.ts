import type { GraphNode, ValueType } from '../graph.js';
import type { ConstantTensor } from '../../onnx/model.js';
import { numberOf } from './attributes.js';
import { broadcastShape, broadcastStrides, strided } from './broadcast.js';
import { invalid } from './errors.js';
import { present, type InputType, type Operator } from './operator.js';
import { matrixProduct } from './matrix-product.js';
import { sameShape, shapeText } from './shape.js';

/** Gemm: alpha * A B + beta * C, A of M x K (K x M with transA), B of K x N (N x K with transB), C for M x N. */
export const gemm: Operator = {
  name: 'Gemm',
  inputs: [2, 3],
  normalise: (node) => ({
    op: 'Gemm',
    inputs: node.inputs,
    attributes: {
      alpha: node.number('alpha', 1),
      beta: node.number('beta', 1),
      transA: node.number('transA', 0) === 0 ? 0 : 1,
      transB: node.number('transB', 0) === 0 ? 0 : 1,
    },
  }),
  canonical: {
    infer,
    work: (node, inputs) => extents(node, present(inputs, 0), present(inputs, 1)).k,
    evaluate: (node, [a, b, c], [output]) => [product(node, a!, b!, c, output!)],
  },
};

function extents(node: GraphNode, a: ValueType, b: ValueType): { m: number; n: number; k: number; other: number } {
  const [first, second] = [a.shape, b.shape];
  if (first.length !== 2 || second.length !== 2)
    invalid(node, `it multiplies ${shapeText(first)} and ${shapeText(second)}, and both must be matrices`);
  const [m, k] = numberOf(node, 'transA') === 0 ? [first[0]!, first[1]!] : [first[1]!, first[0]!];
  const [other, n] = numberOf(node, 'transB') === 0 ? [second[0]!, second[1]!] : [second[1]!, second[0]!];
  return { m, n, k, other };
}

function infer(node: GraphNode, inputs: readonly InputType[]): ValueType[] {
  const [a, b, c] = [present(inputs, 0), present(inputs, 1), inputs[2]];
  const { m, n, k, other } = extents(node, a, b);
  if (k !== other)
    invalid(node, `the inner extents of ${shapeText(a.shape)} and ${shapeText(b.shape)} are ${k} and ${other}`);
  const whole = c === undefined ? [m, n] : broadcastShape([[m, n], c.shape]);
  if (whole === undefined || !sameShape(whole, [m, n]))
    invalid(node, `its bias is ${shapeText(c!.shape)}, and its product ${m}x${n}`);
  return [{ type: a.type, shape: [m, n] }];
}

function product(
  node: GraphNode,
  a: ConstantTensor,
  b: ConstantTensor,
  c: ConstantTensor | undefined,
  output: ValueType,
): Float64Array {
  const { m, n, k } = extents(node, a, b);
  const [alpha, beta] = [numberOf(node, 'alpha'), numberOf(node, 'beta')];
  const left = numberOf(node, 'transA') === 0 ? a.data : strided(a.data, [m, k], [1, m]);
  const out = new Float64Array(m * n);
  matrixProduct({ m, n, k, transB: numberOf(node, 'transB') !== 0 }, left, 0, b.data, 0, out, 0);
  const bias = c && strided(c.data, output.shape, broadcastStrides(c.shape, output.shape));
  for (let index = 0; index < out.length; index++)
    out[index] = alpha * out[index]! + (bias === undefined ? 0 : beta * bias[index]!);
  return out;
}
