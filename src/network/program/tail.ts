/** Nodes of a graph as steps of an epilogue. */
import type { Graph, GraphNode } from '../graph/graph.js';
import { numberOf, textOf } from '../graph/operators/attributes.js';
import { perChannel } from '../graph/simplify/affine.js';
import { int32 } from '../../elements/int32.js';
import type { Operand } from './layer.js';
import type { QuantisedProduct } from './quantised.js';

export interface TailStep {
  readonly step: string;
  /** What it reads beside the value: numbers are one for each channel. */
  readonly operand?: Operand;
  /** Of a step to whole numbers, or from such: what they stand for. */
  readonly scaled?: Scaled;
}

/** Whole numbers x that stand for (x - zero) scale. */
export interface Scaled {
  readonly scale: number;
  readonly zero: number;
}

type Attributed = (node: GraphNode) => string | undefined;

const activations: Readonly<Record<string, Attributed>> = {
  Relu: () => 'relu',
  Clip: (node) => clipOf(numberOf(node, 'min'), numberOf(node, 'max')),
  LeakyRelu: (node) => `leaky:${numberOf(node, 'alpha')}`,
  Elu: (node) => `elu:${numberOf(node, 'alpha')}`,
  Sigmoid: () => 'sigmoid',
  Tanh: () => 'tanh',
  HardSwish: () => 'hardswish',
  Swish: (node) => (numberOf(node, 'alpha') === 1 ? 'silu' : `swish:${numberOf(node, 'alpha')}`),
  Gelu: (node) => (textOf(node, 'approximate') === 'none' ? 'gelu' : 'gelu_tanh'),
  HardSigmoid: (node) => `hardsigmoid:${numberOf(node, 'alpha')}:${numberOf(node, 'beta')}`,
};

function clipOf(min: number, max: number): string | undefined {
  if (min === 0) return max === 6 ? 'relu6' : max === Infinity ? 'relu' : `clip:0:${max}`;
  return Number.isFinite(min) && Number.isFinite(max) ? `clip:${min}:${max}` : undefined;
}

/** What a node does to a value that it reads, as a step; undefined where it is none. */
export function tailStepOf(node: GraphNode, value: string, graph: Graph, channel: number): TailStep | undefined {
  const step = activations[node.op]?.(node);
  if (step !== undefined) return { step };
  if (node.op === 'PRelu')
    return node.inputs[0] === value ? channelStep('prelu', node.inputs[1]!, value, { graph, channel }) : undefined;
  if (node.op !== 'Add' && node.op !== 'Mul') return undefined;
  const other = node.inputs[0] === value ? node.inputs[1]! : node.inputs[0]!;
  return node.op === 'Add'
    ? (wholeStep('add', other, value, graph) ?? channelStep('bias', other, value, { graph, channel }))
    : (wholeStep('mul', other, value, graph) ?? channelStep('scale', other, value, { graph, channel }));
}

function wholeStep(step: string, other: string, value: string, { values, constants }: Graph): TailStep | undefined {
  const [mine, its] = [values.get(value)!.shape, values.get(other)!.shape];
  if (other === value || constants.has(other) || mine.join() !== its.join()) return undefined;
  return { step, operand: { value: other } };
}

function channelStep(
  step: string,
  other: string,
  value: string,
  { graph: { values, constants }, channel }: { readonly graph: Graph; readonly channel: number },
): TailStep | undefined {
  const constant = constants.get(other);
  const { shape } = values.get(value)!;
  const each = constant && perChannel(constant, shape.length, channel, shape[channel]!);
  if (!each) return undefined;
  const ofChannels = { type: constant.type, shape: [each.length], data: Float32Array.from(each) };
  return { step, operand: { constant: ofChannels } };
}

/** What tails of whole numbers have besides: a residual that is dequantised in them, and the way back to its type. */
export function quantisedStepOf(
  node: GraphNode,
  value: string,
  graph: Graph,
  { producers, product }: { readonly producers: ReadonlyMap<string, GraphNode>; readonly product: QuantisedProduct },
): TailStep | undefined {
  const { type, units } = product;
  // Sums that stand for themselves may be left as they are.
  if (node.op === 'Cast' && textOf(node, 'to') === int32.name && units.every((unit) => unit === 1))
    return producers.get(value)?.inputs.every((input) => producers.get(input!)?.op === 'DequantizeLinear')
      ? { step: 'whole' }
      : undefined;
  if (node.op === 'QuantizeLinear') {
    const scaled = scaledIn(node, graph);
    return scaled && textOf(node, 'to') === type ? { step: 'quantize', scaled } : undefined;
  }
  if (node.op !== 'Add') return undefined;
  const other = producers.get(node.inputs[0] === value ? node.inputs[1]! : node.inputs[0]!);
  if (other?.op !== 'DequantizeLinear') return undefined;
  const residual = other.inputs[0]!;
  const scaled = scaledIn(other, graph);
  const isAlike = graph.values.get(residual)!.type === type && wholeStep('add', residual, value, graph) !== undefined;
  return scaled && isAlike ? { step: 'add-quantized', operand: { value: residual }, scaled } : undefined;
}

/** Undefined where elements have scales of their own, or it is not known. */
export function scaledIn({ inputs }: GraphNode, { constants }: Graph): Scaled | undefined {
  const [scale, zero] = [1, 2].map((place) => constants.get(inputs[place]!)?.data);
  return scale?.length === 1 && zero?.length === 1 ? { scale: scale[0]!, zero: zero[0]! } : undefined;
}

/** Nodes that one kernel computes: the first one's operator, then its tail. */
export interface Group {
  readonly anchor: GraphNode;
  /** What the anchor multiplies, where that are whole numbers which stand for floats. */
  readonly product?: QuantisedProduct | undefined;
  readonly tail: readonly TailStep[];
  readonly nodes: readonly GraphNode[];
  readonly writes: string;
}
