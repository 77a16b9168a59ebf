import { isWorthwhile, productExtents, type Convolver } from '../convolver.js';
import { numberOf, sameShape, shapeText, sizeOf, type Attributed } from './attributes.js';
import { broadcastShape, expandedTo, strided } from './broadcast.js';
import { alongFirst, areRows } from './counted-rows.js';
import { invalid } from './errors.js';
import { present, type Operator, type Values } from './operator.js';
import { reshaped } from './reshape.js';

/**
 * Gemm: in a graph A B + C, A of M x K, B of K x N (N x K with transB), C of N. Alpha, beta, transA and other shapes
 * of C are nodes of their own.
 */
export const gemm: Operator = {
  name: 'Gemm',
  inputs: [2, 3],
  normalise: (node) => {
    const isSet = (attribute: string): boolean => node.number(attribute, 0) !== 0;
    const times = (value: string, factor: number): string =>
      factor === 1 ? value : node.emit('Mul', [value, node.scalar(factor, node.typeOf(value).type)]);
    const a = isSet('transA') ? node.emit('Transpose', [node.input(0)], { perm: [1, 0] }) : node.input(0);
    const [operands, attributes] = [[a, node.input(1)], { transB: isSet('transB') ? 1 : 0 }];
    const [alpha, beta] = [node.number('alpha', 1), node.number('beta', 1)];
    const product = (): string => times(node.emit('Gemm', operands, attributes), alpha);
    if (!node.has(2) || beta === 0) return { values: [product()] };
    const { m, n } = extents(node, node.typeOf(a).shape, node.shape(1), isSet('transB'));
    const [shape, terms] = [node.shape(2), times(node.input(2), beta)];
    if (!sameShape(broadcastShape([[m, n], shape]) ?? [], [m, n]))
      node.invalid(`its bias is ${shapeText(shape)}, and its product ${m}x${n}`);
    if (alpha === 1 && sameShape(shape, [n])) return { op: 'Gemm', inputs: [...operands, terms], attributes };
    return { op: 'Add', inputs: [product(), terms], attributes: {} };
  },
  canonical: {
    carriesCount: alongFirst,
    infer: (node, inputs) => {
      const [a, b] = [present(inputs, 0), present(inputs, 1)];
      const { m, n } = extents(node, a.shape, b.shape, isTransposed(node));
      return [{ type: a.type, shape: [m, n] }];
    },
    work: (_, inputs) => present(inputs, 0).shape[1]!,
    evaluate: (node, [a, b, c], _, convolver) => {
      const { m, n, k } = extents(node, a!.shape, b!.shape, isTransposed(node));
      const right = isTransposed(node) ? strided(b!.data, [k, n], [1, k]) : b!.data;
      const out = products({ count: 1, m, n, k }, a!.data, right, convolver);
      return [c ? out.map((sum, index) => sum + c.data[index % n]!) : out];
    },
  },
};

/** Whether the second matrix of a Gemm of a graph is N x K. */
export function isTransposed(node: Attributed): boolean {
  return numberOf(node, 'transB') !== 0;
}

function extents(
  node: Attributed,
  a: readonly number[],
  b: readonly number[],
  transB: boolean,
): { readonly m: number; readonly n: number; readonly k: number } {
  if (a.length !== 2 || b.length !== 2)
    invalid(node, `it multiplies ${shapeText(a)} and ${shapeText(b)}, and both must be matrices`);
  const [[m, k], [other, n]] = [a, transB ? b.toReversed() : b] as [[number, number], [number, number]];
  if (k !== other) invalid(node, `the inner extents of ${shapeText(a)} and ${shapeText(b)} are ${k} and ${other}`);
  return { m, n, k };
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
