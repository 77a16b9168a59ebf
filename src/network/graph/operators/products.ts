import type { GraphNode, ValueType } from '../graph.js';
import { numberOf, sameShape, shapeText, sizeOf } from './attributes.js';
import { broadcastShape, broadcastStrides, expandedTo, forRows, strided } from './broadcast.js';
import { invalid } from './errors.js';
import { present, type Operator, type Values } from './operator.js';
import { reshaped } from './reshape.js';

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
    infer: (node, inputs) => {
      const [a, b, c] = [present(inputs, 0), present(inputs, 1), inputs[2]];
      const { m, n, k, other } = extents(node, a, b);
      if (k !== other)
        invalid(node, `the inner extents of ${shapeText(a.shape)} and ${shapeText(b.shape)} are ${k} and ${other}`);
      const whole = c === undefined ? [m, n] : broadcastShape([[m, n], c.shape]);
      if (whole === undefined || !sameShape(whole, [m, n]))
        invalid(node, `its bias is ${shapeText(c!.shape)}, and its product ${m}x${n}`);
      return [{ type: a.type, shape: [m, n] }];
    },
    work: (node, inputs) => extents(node, present(inputs, 0), present(inputs, 1)).k,
    evaluate: (node, [a, b, c], [output]) => {
      const { m, n, k } = extents(node, a!, b!);
      const [alpha, beta] = [numberOf(node, 'alpha'), numberOf(node, 'beta')];
      const left = numberOf(node, 'transA') === 0 ? a!.data : strided(a!.data, [m, k], [1, m]);
      const out = new Float64Array(m * n);
      matrixProduct({ m, n, k, transB: numberOf(node, 'transB') !== 0 }, left, 0, b!.data, 0, out, 0);
      const bias = c && expandedTo(c, output!.shape);
      return [out.map((sum, index) => alpha * sum + (bias === undefined ? 0 : beta * bias[index]!))];
    },
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
    infer: (node, inputs) => {
      const [{ type, shape: a }, { shape: b }] = [present(inputs, 0), present(inputs, 1)];
      const batch = broadcastShape([a.slice(0, -2), b.slice(0, -2)]);
      if (batch === undefined || a.at(-1) !== b.at(-2))
        invalid(node, `${shapeText(a)} and ${shapeText(b)} cannot be multiplied`);
      return [{ type, shape: [...batch, a.at(-2)!, b.at(-1)!] }];
    },
    work: (_, inputs) => present(inputs, 0).shape.at(-1)!,
    evaluate: (_, [a, b], [output]) => {
      const batch = output!.shape.slice(0, -2);
      const [m, n, k] = [output!.shape.at(-2)!, output!.shape.at(-1)!, a!.shape.at(-1)!];
      const out = new Float64Array(sizeOf(output!.shape));
      const [left, right] = [a!, b!].map(({ shape }) => broadcastStrides(shape.slice(0, -2), batch));
      const length = batch.at(-1) ?? 1;
      forRows(batch, [left!, right!], (at, offsets) => {
        for (let i = 0; i < length; i++) {
          const aAt = (offsets[0]! + i * (left!.at(-1) ?? 0)) * m * k;
          const bAt = (offsets[1]! + i * (right!.at(-1) ?? 0)) * k * n;
          matrixProduct({ m, n, k, transB: false }, a!.data, aAt, b!.data, bAt, out, (at + i) * m * n);
        }
      });
      return [out];
    },
  },
};

/** A product of matrices: A of m x k, B of k x n, or of n x k where `transB` says so. */
interface ProductExtents {
  readonly m: number;
  readonly n: number;
  readonly k: number;
  readonly transB: boolean;
}

/** Adds A B to a part of `out`, m x n that is zero; each operand begins at its offset. */
function matrixProduct(
  { m, n, k, transB }: ProductExtents,
  a: Values,
  aAt: number,
  b: Values,
  bAt: number,
  out: Float64Array,
  outAt: number,
): void {
  for (let row = 0; row < m; row++) {
    const [left, target] = [aAt + row * k, outAt + row * n];
    if (transB) {
      for (let column = 0; column < n; column++) {
        const right = bAt + column * k;
        let sum = 0;
        for (let i = 0; i < k; i++) sum += a[left + i]! * b[right + i]!;
        out[target + column] = sum;
      }
    } else {
      for (let i = 0; i < k; i++) {
        const [factor, right] = [a[left + i]!, bAt + i * n];
        for (let column = 0; column < n; column++) out[target + column]! += factor * b[right + column]!;
      }
    }
  }
}
