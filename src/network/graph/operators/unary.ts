import type { GraphNode } from '../graph.js';
import { numberOf, textOf } from './attributes.js';
import { erf } from './erf.js';
import { mapped } from './mapped.js';
import { present, type Operator } from './operator.js';

/** A function of one number with the parameters of a node, whose defaults stand in `parameters`. */
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
function round(x: number): number {
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
    infer: (_, inputs) => [present(inputs, 0)],
    evaluate: (node, [input]) => {
      const byTanh = (x: number): number => 0.5 * x * (1 + Math.tanh(Math.sqrt(2 / Math.PI) * (x + 0.044715 * x ** 3)));
      const exact = (x: number): number => 0.5 * x * (1 + erf(x * Math.SQRT1_2));
      return [mapped(input!.data, textOf(node, 'approximate') === 'tanh' ? byTanh : exact)];
    },
  },
};

/** Functions of one value, element by element, with ONNX's parameters and defaults. */
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
  plain('Floor', Math.floor),
  plain('Ceil', Math.ceil),
  plain('Round', round),
  plain('Sign', Math.sign),
  plain('Sin', Math.sin),
  plain('Cos', Math.cos),
  plain('Not', (x) => (x === 0 ? 1 : 0)),
  gelu,
  unary('LeakyRelu', (node) => withAlpha(node, (x, alpha) => (x < 0 ? alpha * x : x)), { alpha: 0.01 }),
  unary('Swish', (node) => withAlpha(node, (x, alpha) => x * sigmoid(alpha * x)), { alpha: 1 }),
  unary('Elu', (node) => withAlpha(node, elu), { alpha: 1 }),
  unary('Celu', (node) => withAlpha(node, (x, alpha) => Math.max(0, x) + Math.min(0, alpha * Math.expm1(x / alpha))), {
    alpha: 1,
  }),
  unary('ThresholdedRelu', (node) => withAlpha(node, (x, alpha) => (x > alpha ? x : 0)), { alpha: 1 }),
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
