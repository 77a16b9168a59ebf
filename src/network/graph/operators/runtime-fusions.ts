/**
 * What ONNX Runtime's optimiser puts in the place of several nodes
 * (https://github.com/microsoft/onnxruntime/blob/main/docs/ContribOperators.md), as these again.
 */
import { conv } from './conv.js';
import { rootMeanSquareNormalised, layerNormalised } from './normalizations.js';
import { normalised, type Draft, type Operator, type SourceNode } from './operator.js';
import { gemm } from './products.js';

function contributed(
  name: string,
  inputs: Operator['inputs'],
  normalise: Operator['normalise'],
  outputs = 1,
): Operator {
  return { name: `com.microsoft.${name}`, inputs, outputs, normalise };
}

/** Activations that a fused operator may name, with their parameters in order. */
const activations: Readonly<Record<string, readonly string[]>> = {
  Relu: [],
  Tanh: [],
  Sigmoid: [],
  LeakyRelu: ['alpha'],
  HardSigmoid: ['alpha', 'beta'],
  Clip: ['min', 'max'],
};

/** The activation of a value that `activation` names; its parameters are in a list, or attributes of their own. */
function activated(node: SourceNode, value: string): string {
  const name = node.text('activation', '');
  if (name === '') return value;
  const parameters = activations[name] ?? node.unsupported(`with the activation ${name}`);
  const given = node.optionalNumbers('activation_params');
  const attributes = parameters.map((parameter, i): [string, number] => [
    parameter,
    given?.[i] ?? node.number(`activation_${parameter}`),
  ]);
  return node.emit(name, [value], Object.fromEntries(attributes));
}

/** The sum of some inputs, of which those that are left out count as zero. */
function sumOf(node: SourceNode, places: readonly number[]): string {
  const values = places.flatMap((place) => (node.has(place) ? [node.input(place)] : []));
  return values.reduce((sum, value) => node.emit('Add', [sum, value]));
}

function gelu(node: SourceNode, places: readonly number[], approximate: 'none' | 'tanh'): Draft {
  return { op: 'Gelu', inputs: [sumOf(node, places)], attributes: { approximate } };
}

function transposed(node: SourceNode, value: string, attribute: string): string {
  const { shape } = node.typeOf(value);
  if (node.number(attribute, 0) === 0 || shape.length < 2) return value;
  const axes = [...shape.keys()];
  return node.emit('Transpose', [value], { perm: [...axes.slice(0, -2), axes.at(-1)!, axes.at(-2)!] });
}

function fusedMatMul(node: SourceNode): Draft {
  if (['transBatchA', 'transBatchB'].some((name) => node.number(name, 0) !== 0)) node.unsupported('with transBatch');
  const [a, b] = [transposed(node, node.input(0), 'transA'), transposed(node, node.input(1), 'transB')];
  const product = node.emit('MatMul', [a, b]);
  const alpha = node.number('alpha', 1);
  if (alpha === 1) return { op: 'Identity', inputs: [product], attributes: {} };
  return { op: 'Mul', inputs: [product, node.scalar(alpha, node.type(0).type)], attributes: {} };
}

export const runtimeFusions: readonly Operator[] = [
  contributed('Gelu', [1, 1], (node) => gelu(node, [0], 'none')),
  contributed('BiasGelu', [2, 2], (node) => gelu(node, [0, 1], 'none')),
  contributed('FastGelu', [1, 2], (node) => gelu(node, [0, 1], 'tanh')),
  contributed('QuickGelu', [1, 1], (node) => ({
    op: 'Swish',
    inputs: node.inputs,
    attributes: { alpha: node.number('alpha', Math.fround(1.702)) },
  })),
  contributed('FusedMatMul', [2, 2], fusedMatMul),
  contributed('FusedGemm', [2, 3], (node) => ({ values: [activated(node, normalised(gemm, node))] })),
  contributed('FusedConv', [2, 4], (node) => {
    const sums = normalised(conv, node, node.inputs.slice(0, 3));
    return { values: [activated(node, node.has(3) ? node.emit('Add', [sums, node.input(3)]) : sums)] };
  }),
  contributed(
    'SkipLayerNormalization',
    [3, 5],
    (node) => {
      const sum = sumOf(node, [0, 1, 4]);
      const axes = [node.rank(0) - 1];
      const [output, ...statistics] = layerNormalised(node, sum, axes, node.input(2), node.inputs[3]);
      return { values: [output, ...statistics, sum] };
    },
    4,
  ),
  contributed(
    'SkipSimplifiedLayerNormalization',
    [3, 4],
    (node) => {
      const sum = sumOf(node, [0, 1, 3]);
      const [output, inverse] = rootMeanSquareNormalised(node, sum, [node.rank(0) - 1], node.input(2));
      if (node.outputs.slice(1, 2).some((mean) => mean !== '')) node.unsupported('with a mean');
      return { values: [output, sum, inverse, sum] };
    },
    4,
  ),
];
