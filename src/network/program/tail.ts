/** Nodes of a graph as steps of an epilogue. */
import type { Graph, GraphNode } from '../graph/graph.js';
import { numberOf, textOf } from '../graph/operators/attributes.js';
import type { ConstantTensor } from '../onnx/model.js';
import type { Operand } from './layer.js';

export interface TailStep {
  readonly step: string;
  /** What it reads beside the value: numbers are one for each channel. */
  readonly operand?: Operand;
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
  Swish: (node) => (numberOf(node, 'alpha') === 1 ? 'silu' : undefined),
  Gelu: (node) => (textOf(node, 'approximate') === 'none' ? 'gelu' : undefined),
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
  const perChannel = constant && byChannel(constant, values.get(value)!.shape, channel);
  return perChannel && { step, operand: { constant: perChannel } };
}

/**
 * Numbers for each channel of a shape, from those that broadcast to it; undefined where they differ otherwise.
 * `channel`: the dimension that they go along.
 */
export function byChannel(
  { type, shape, data }: ConstantTensor,
  of: readonly number[],
  channel: number,
): ConstantTensor | undefined {
  const aligned = [...of.map(() => 1), ...shape].slice(shape.length);
  if (shape.length > of.length || aligned.some((extent, d) => d !== channel && extent !== 1)) return undefined;
  const channels = of[channel]!;
  return { type, shape: [channels], data: Float32Array.from({ length: channels }, (_, c) => data[c % data.length]!) };
}

/** Nodes that one kernel computes: the first one's operator, then its tail. */
export interface Group {
  readonly anchor: GraphNode;
  readonly tail: readonly TailStep[];
  readonly nodes: readonly GraphNode[];
  readonly writes: string;
}
