import type { GraphNode } from '../graph.js';
import { mapped } from './broadcast.js';
import { numberOf, textOf } from './attributes.js';
import { elementByElement } from './counted-rows.js';
import { present, stepwise, type Operator, type SourceNode } from './operator.js';
import { bitsOf, elementType } from '../../../elements/registry.js';
import type { DType } from '../../../ir/tensor.js';

function unary(
  name: string,
  of: (node: GraphNode) => (x: number) => number,
  parameters: Readonly<Record<string, number>> = {},
): Operator {
  return {
    name,
    inputs: [1, 1],
    normalise: (node) => ({
      op: name,
      inputs: node.inputs,
      attributes: Object.fromEntries(
        Object.entries(parameters).map(([parameter, otherwise]) => [parameter, node.number(parameter, otherwise)]),
      ),
    }),
    canonical: {
      isApart: () => true,
      carriesCount: elementByElement('any'),
      infer: (_, inputs) => [present(inputs, 0)],
      evaluate: (node, [input]) => [mapped(input!.data, of(node))],
    },
  };
}

function plain(name: string, f: (x: number) => number): Operator {
  return unary(name, () => f);
}

function sigmoid(x: number): number {
  return 1 / (1 + Math.exp(-x));
}

/** log(1 + exp(x)) that does not overflow. */
function softplus(x: number): number {
  return Math.max(x, 0) + Math.log1p(Math.exp(-Math.abs(x)));
}

function elu(x: number, alpha: number): number {
  return x < 0 ? alpha * Math.expm1(x) : x;
}

function hardSigmoid(x: number, alpha: number, beta: number): number {
  return Math.max(0, Math.min(1, alpha * x + beta));
}

/** Half to even, as ONNX's Round. */
export function round(x: number): number {
  const floor = Math.floor(x);
  const rest = x - floor;
  if (rest !== 0.5) return Math.round(x);
  return floor % 2 === 0 ? floor : floor + 1;
}

/** Gelu: x/2 (1 + erf(x/√2)), or its approximation by tanh. */
const gelu: Operator = {
  name: 'Gelu',
  inputs: [1, 1],
  normalise: (node) => {
    const approximate = node.text('approximate', 'none');
    if (approximate !== 'none' && approximate !== 'tanh') node.invalid(`its approximate is "${approximate}"`);
    return { op: 'Gelu', inputs: node.inputs, attributes: { approximate } };
  },
  canonical: {
    carriesCount: elementByElement('any'),
    infer: (_, inputs) => [present(inputs, 0)],
    evaluate: (node, [input]) => {
      const byTanh = (x: number): number => 0.5 * x * (1 + Math.tanh(Math.sqrt(2 / Math.PI) * (x + 0.044715 * x ** 3)));
      const exact = (x: number): number => 0.5 * x * (1 + erf(x * Math.SQRT1_2));
      return [mapped(input!.data, textOf(node, 'approximate') === 'tanh' ? byTanh : exact)];
    },
  },
};

export const unaries: readonly Operator[] = [
  plain('Relu', (x) => Math.max(x, 0)),
  plain('Sigmoid', sigmoid),
  plain('Tanh', Math.tanh),
  plain('Softplus', softplus),
  plain('Softsign', (x) => x / (1 + Math.abs(x))),
  plain('HardSwish', (x) => x * hardSigmoid(x, 1 / 6, 0.5)),
  plain('Mish', (x) => x * Math.tanh(softplus(x))),
  plain('Exp', Math.exp),
  plain('Log', Math.log),
  plain('Sqrt', Math.sqrt),
  plain('Abs', Math.abs),
  plain('Neg', (x) => -x),
  plain('Reciprocal', (x) => 1 / x),
  plain('Erf', erf),
  stepwise(plain('Floor', Math.floor)),
  stepwise(plain('Ceil', Math.ceil)),
  stepwise(plain('Round', round)),
  stepwise(plain('Sign', Math.sign)),
  plain('Not', (x) => (x === 0 ? 1 : 0)),
  gelu,
  unary('LeakyRelu', (node) => withAlpha(node, (x, alpha) => (x < 0 ? alpha * x : x)), { alpha: 0.01 }),
  unary('Swish', (node) => withAlpha(node, (x, alpha) => x * sigmoid(alpha * x)), { alpha: 1 }),
  unary('Elu', (node) => withAlpha(node, elu), { alpha: 1 }),
  unary('Celu', (node) => withAlpha(node, (x, alpha) => Math.max(0, x) + Math.min(0, alpha * Math.expm1(x / alpha))), {
    alpha: 1,
  }),
  stepwise(unary('ThresholdedRelu', (node) => withAlpha(node, (x, alpha) => (x > alpha ? x : 0)), { alpha: 1 })),
  unary(
    'Selu',
    (node) => {
      const [alpha, gamma] = [numberOf(node, 'alpha'), numberOf(node, 'gamma')];
      return (x) => gamma * elu(x, alpha);
    },
    { alpha: Math.fround(1.6732632423543772), gamma: Math.fround(1.0507009873554805) },
  ),
  unary(
    'HardSigmoid',
    (node) => {
      const [alpha, beta] = [numberOf(node, 'alpha'), numberOf(node, 'beta')];
      return (x) => hardSigmoid(x, alpha, beta);
    },
    { alpha: 0.2, beta: 0.5 },
  ),
];

function withAlpha(node: GraphNode, f: (x: number, alpha: number) => number): (x: number) => number {
  const alpha = numberOf(node, 'alpha');
  return (x) => f(x, alpha);
}

/**
 * The error function to about 1e-15: the series of positive terms 2/√π e^(-x²) Σ 2ⁿ x^(2n+1) / (2n+1)!!
 * (Abramowitz and Stegun, 7.1.6), which is 1 in float64 from 6 on.
 */
function erf(x: number): number {
  const size = Math.abs(x);
  if (Number.isNaN(x)) return x;
  if (size >= 6) return Math.sign(x);
  let term = size;
  let sum = term;
  for (let n = 1; term > sum * 1e-17; n++) {
    term *= (2 * size * size) / (2 * n + 1);
    sum += term;
  }
  return Math.sign(x) * Math.min(1, (2 / Math.sqrt(Math.PI)) * Math.exp(-size * size) * sum);
}

/** Clip: `min` and `max` are attributes, infinite where there is none; bounds that are computed make Max and Min. */
export const clip: Operator = {
  name: 'Clip',
  inputs: [1, 3],
  normalise: (node) => {
    const [min, max] = [bound(node, 1, 'min', -Infinity), bound(node, 2, 'max', Infinity)];
    if (min !== undefined && max !== undefined)
      return { op: 'Clip', inputs: [node.input(0)], attributes: { min, max } };
    const lower = node.has(1) ? node.emit('Max', [node.input(0), node.input(1)]) : node.input(0);
    const upper = node.has(2) ? node.emit('Min', [lower, node.input(2)]) : lower;
    return { op: 'Identity', inputs: [upper], attributes: {} };
  },
  canonical: {
    carriesCount: elementByElement('any'),
    infer: (_, inputs) => [present(inputs, 0)],
    evaluate: (node, [input]) => {
      const [min, max] = [numberOf(node, 'min'), numberOf(node, 'max')];
      return [mapped(input!.data, (x) => Math.min(Math.max(x, min), max))];
    },
  },
};

/** A bound if it is known; the widest float32 numbers, ONNX's old defaults, are none. */
function bound(node: SourceNode, index: number, name: string, none: number): number | undefined {
  const known = node.has(index) ? node.knownInput(index)?.data[0] : node.number(name, none);
  const widest = 3.4028e38;
  return known !== undefined && Math.abs(known) >= widest && Math.sign(known) === Math.sign(none) ? none : known;
}

export const cast: Operator = {
  name: 'Cast',
  inputs: [1, 1],
  normalise: (node) => {
    const to = node.typeNumbered(node.number('to'));
    return { op: 'Cast', inputs: node.inputs, attributes: { to: to.name } };
  },
  canonical: {
    carriesCount: elementByElement('kept'),
    infer: (node, inputs) => [{ ...present(inputs, 0), type: typeOf(node) }],
    evaluate: (node, [input]) => [mapped(input!.data, conversion(input!.type, typeOf(node)))],
  },
};

function typeOf(node: GraphNode): DType {
  return textOf(node, 'to');
}

/**
 * To the nearest number, and to the lowest bits of an integer. Floats lose their fraction; beyond the limits of an
 * integer, where ONNX and C leave open what they become, it is the least or the largest, as kernels have it; of types
 * of a few bits it is the lowest bits, as ONNX's tests have it.
 */
function conversion(from: DType, to: DType): (x: number) => number {
  const { kind, bytes, bits, limits, read, write } = elementType(to);
  if (kind === 'whole' && elementType(from).kind === 'floating' && bits === undefined)
    return (x) => (Number.isNaN(x) ? 0 : Math.trunc(Math.min(Math.max(x, limits[0]), limits[1])));
  if (kind === 'whole')
    return bytes > 4
      ? Math.trunc
      : (x) => (Number.isFinite(x) ? lowestBits(BigInt(Math.trunc(x)), bitsOf(to), limits[0] < 0) : 0);
  const view = new DataView(new ArrayBuffer(bytes));
  return (x) => {
    write(view, 0, x);
    return read(view, 0);
  };
}

export function lowestBits(whole: bigint, bits: number, isSigned: boolean): number {
  return Number(isSigned ? BigInt.asIntN(bits, whole) : BigInt.asUintN(bits, whole));
}
