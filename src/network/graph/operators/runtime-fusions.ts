/** What ONNX Runtime's optimiser puts in the place of several nodes, as these again; and names of its own. */
import { defined } from '../../../target/defined.js';
import { alike, contributed } from './contributed.js';
import { conv } from './conv.js';
import { gatherND } from './gather-nd.js';
import { gridSample } from './grid-sample.js';
import { pad } from './pad.js';
import { unsqueeze } from './reshape.js';
import { trilu } from './trilu.js';
import { layerNormalised, rootMeanSquareNormalised, RUNTIME_EPSILON, type Normalisation } from './normalizations.js';
import { normalised, type Draft, type Operator, type SourceNode } from './operator.js';
import { gemm, matMul } from './products.js';

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

/** The normalisation behind a sum: over the last axis, with a scale as the third input. */
function skipped(node: SourceNode): Normalisation {
  return { axes: [node.rank(0) - 1], scale: node.input(2), epsilon: RUNTIME_EPSILON };
}

/** Matrices as `transA` has them; of `transBatchA` the axes of the batch lie between those of the matrix. */
function transposed(node: SourceNode, index: number, which: 'A' | 'B'): string {
  const value = node.input(index);
  const given = [...node.shape(index).keys()];
  if (given.length < 2) return value;
  const isSet = (attribute: string): boolean => node.number(`${attribute}${which}`, 0) !== 0;
  const apart = isSet('transBatch') ? [...given.slice(1, -1), given[0]!, given.at(-1)!] : given;
  const perm = isSet('trans') ? [...apart.slice(0, -2), apart.at(-1)!, apart.at(-2)!] : apart;
  return perm.every((axis, place) => axis === place) ? value : node.emit('Transpose', [value], { perm });
}

function fusedMatMul(node: SourceNode): Draft {
  const [a, b] = [transposed(node, 0, 'A'), transposed(node, 1, 'B')];
  const product = normalised(matMul, node, [a, b]);
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
  contributed('TransposeMatMul', [2, 2], fusedMatMul),
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
      const [output, ...statistics] = layerNormalised(node, sum, {
        ...skipped(node),
        ...defined({ shift: node.inputs[3] }),
      });
      return { values: [output, ...statistics, sum] };
    },
    { outputs: 4 },
  ),
  contributed(
    'SkipSimplifiedLayerNormalization',
    [3, 4],
    (node) => {
      const sum = sumOf(node, [0, 1, 3]);
      const [output, inverse] = rootMeanSquareNormalised(node, sum, skipped(node));
      if (node.outputs.slice(1, 2).some((mean) => mean !== '')) node.unsupported('with a mean');
      return { values: [output, sum, inverse, sum] };
    },
    { outputs: 4 },
  ),
  ...[trilu, gatherND, gridSample, pad].map((standard) => alike(standard)),
  alike(unsqueeze, 'ExpandDims'),
];
