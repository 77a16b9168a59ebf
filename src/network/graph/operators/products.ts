import { isWorthwhile, productExtents, type Convolver } from '../convolver.js';
import type { GraphNode, ValueType } from '../graph.js';
import { numberOf, sameShape, shapeText, sizeOf } from './attributes.js';
import { broadcastShape, expandedTo, strided } from './broadcast.js';
import { alongFirst, areRows } from './counted-rows.js';
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
    carriesCount: (node, inputs, outputs) =>
      numberOf(node, 'transA') === 0 ? alongFirst(node, inputs, outputs) : undefined,
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
    evaluate: (node, [a, b, c], [output], convolver) => {
      const { m, n, k } = extents(node, a!, b!);
      const [alpha, beta] = [numberOf(node, 'alpha'), numberOf(node, 'beta')];
      const left = numberOf(node, 'transA') === 0 ? a!.data : strided(a!.data, [m, k], [1, m]);
      const right = numberOf(node, 'transB') === 0 ? b!.data : strided(b!.data, [k, n], [1, k]);
      const out = products({ count: 1, m, n, k }, left, right, convolver);
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
    carriesCount: (_, [a, b], [output]) => {
      const { counted, shape } = a!;
      if (!counted || b!.counted || counted.axis === shape.length - 1) return undefined;
      const axis = counted.axis + output!.shape.length - shape.length;
      const isEach = output!.shape[axis] === shape[counted.axis] && areRows(a!, counted.axis);
      return isEach && areRows(output!, axis) ? { axis, rest: 'any' } : undefined;
    },
    infer: (node, inputs) => {
      const [{ type, shape: a }, { shape: b }] = [present(inputs, 0), present(inputs, 1)];
      const batch = broadcastShape([a.slice(0, -2), b.slice(0, -2)]);
      if (batch === undefined || a.at(-1) !== b.at(-2))
        invalid(node, `${shapeText(a)} and ${shapeText(b)} cannot be multiplied`);
      return [{ type, shape: [...batch, a.at(-2)!, b.at(-1)!] }];
    },
    work: (_, inputs) => present(inputs, 0).shape.at(-1)!,
    evaluate: (_, [a, b], [output], convolver) => {
      const batch = output!.shape.slice(0, -2);
      const [m, n, k] = [output!.shape.at(-2)!, output!.shape.at(-1)!, a!.shape.at(-1)!];
      const [left, right] = [expandedTo(a!, [...batch, m, k]), expandedTo(b!, [...batch, k, n])];
      return [products({ count: sizeOf(batch), m, n, k }, left, right, convolver)];
    },
  },
};

interface ProductExtents {
  readonly count: number;
  readonly m: number;
  readonly n: number;
  readonly k: number;
}

/** Products of matrices: A of count x m x k, and B of count x k x n. */
export function products(
  { count, m, n, k }: ProductExtents,
  a: Values,
  b: Values,
  convolver?: Convolver,
): Float64Array {
  if (convolver && isWorthwhile(count * m * n * k, count * (m * k + k * n + m * n)))
    return convolver.convolve(productExtents(count, m, n, k), new Float64Array(a), new Float64Array(b));
  const out = new Float64Array(count * m * n);
  for (let row = 0; row < count * m; row++) {
    const [target, first] = [row * n, Math.floor(row / m) * k * n];
    for (let i = 0; i < k; i++) {
      const [factor, right] = [a[row * k + i]!, first + i * n];
      for (let column = 0; column < n; column++) out[target + column]! += factor * b[right + column]!;
    }
  }
  return out;
}
