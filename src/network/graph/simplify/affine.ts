import { isWhole } from '../../../elements/registry.js';
import type { ConstantTensor } from '../../onnx/model.js';
import type { GraphNode } from '../graph.js';
import { numberOf, sizeOf } from '../operators/attributes.js';
import { isTransposed } from '../operators/products.js';
import type { GraphEdit, Replacement, Rule } from './rule.js';

/** What a node does to each channel of its first input: `scale * x + shift`, in float64. */
interface Affine {
  readonly scale: Float64Array | undefined;
  readonly shift: Float64Array | undefined;
}

/**
 * Batch normalizations, products and sums by constants of channels become part of the convolution or Gemm before them
 * (in float64, rounded once); a batch normalization that follows none is a product and a sum, and of several in a row
 * there is one of each.
 */
export const affine: Rule = (node, edit) => {
  const value = node.inputs[0];
  const change = value === undefined ? undefined : affineOf(node, edit);
  if (change === undefined) return node.op === 'BatchNormalization' ? spelledOut(node, edit) : undefined;
  const before = edit.producer(value!, 'Conv', 'ConvTranspose', 'Gemm');
  const fused = before !== undefined && edit.isReadOnce(value!) ? fuse(before, change, edit) : undefined;
  if (fused !== undefined) return fused;
  if (node.op !== 'BatchNormalization') return merged(node, change, edit);
  return scaleAndShift(value!, change.scale!, change.shift!, edit);
};

/** One product and one sum of those in a row, in this order, where nobody else reads what lies between. */
function merged({ op, inputs }: GraphNode, { scale, shift }: Affine, edit: GraphEdit): Replacement | undefined {
  const value = inputs[0]!;
  const before = edit.isReadOnce(value) ? edit.producer(value, 'Mul', 'Add') : undefined;
  const first = before && affineOf(before, edit);
  if (first === undefined || (op === 'Add' && before!.op === 'Mul')) return undefined;
  const channels = Array.from(scale ?? shift!, (_, c) => c);
  const factors = channels.map((c) => (first.scale?.[c] ?? 1) * (scale?.[c] ?? 1));
  const terms = channels.map((c) => (first.shift?.[c] ?? 0) * (scale?.[c] ?? 1) + (shift?.[c] ?? 0));
  if (![...factors, ...terms].every(isOrdinary)) return undefined;
  edit.remove(before!);
  const source = before!.inputs[0]!;
  if (op === 'Add') return { op, inputs: [source, perChannelOf(source, terms, edit)], attributes: {} };
  if (before!.op === 'Mul') return { op, inputs: [source, perChannelOf(source, factors, edit)], attributes: {} };
  return scaleAndShift(source, factors, terms, edit);
}

/** Whether products of it stay in the range of float32, as those of its parts did. */
function isOrdinary(number: number): boolean {
  return number === 0 || (Math.abs(number) > 2 ** -120 && Math.abs(number) < 2 ** 120);
}

function affineOf(node: GraphNode, edit: GraphEdit): Affine | undefined {
  if (node.op === 'BatchNormalization') return normalization(node, edit);
  if (node.op !== 'Mul' && node.op !== 'Add') return undefined;
  const constant = edit.constant(node.inputs[1]);
  const { type, shape } = edit.typeOf(node.inputs[0]!);
  if (isWhole(type)) return undefined; // its numbers would be floats
  const each = constant && perChannel(constant, shape.length, 1, shape[1] ?? 1);
  if (each === undefined || shape.length < 2) return undefined;
  return node.op === 'Mul' ? { scale: each, shift: undefined } : { scale: undefined, shift: each };
}

function normalization(node: GraphNode, edit: GraphEdit): Affine | undefined {
  const [factor, bias, mean, variance] = node.inputs.slice(1).map((input) => edit.constant(input)?.data);
  if (!factor || !bias || !mean || !variance) return undefined;
  const epsilon = numberOf(node, 'epsilon');
  const scale = Float64Array.from(factor, (value, c) => value / Math.sqrt(variance[c]! + epsilon));
  return { scale, shift: Float64Array.from(bias, (value, c) => value - mean[c]! * scale[c]!) };
}

/** The convolution or Gemm with other weights and bias; undefined where those are not constant. */
function fuse(before: GraphNode, { scale, shift }: Affine, edit: GraphEdit): Replacement | undefined {
  const [data, weights, bias] = before.inputs;
  const constants = { weights: edit.constant(weights), bias: edit.constant(bias) };
  if ((scale !== undefined && constants.weights === undefined) || (bias !== undefined && constants.bias === undefined))
    return undefined;
  const channels = (scale ?? shift)!.length;
  const sum = Float64Array.from(
    { length: channels },
    (_, c) => (constants.bias?.data[c] ?? 0) * (scale?.[c] ?? 1) + (shift?.[c] ?? 0),
  );
  const scaled = scale === undefined ? weights : scaledWeights(before, constants.weights!, scale, edit);
  const added = bias === undefined && shift === undefined ? undefined : edit.number([channels], sum);
  edit.remove(before);
  return {
    name: before.name,
    op: before.op,
    inputs: [data, scaled, added],
    attributes: Object.fromEntries(before.attributes),
  };
}

function scaledWeights(node: GraphNode, { shape, data }: ConstantTensor, scale: Float64Array, edit: GraphEdit): string {
  const { groups, rows, channels, inner } = channelsOf(node, shape);
  const scaled = new Float32Array(data.length);
  for (let row = 0; row < groups * rows * channels; row++) {
    const factor = scale[Math.floor(row / (rows * channels)) * channels + (row % channels)]!;
    for (let at = row * inner; at < (row + 1) * inner; at++) scaled[at] = data[at]! * factor;
  }
  return edit.weights(shape, scaled);
}

/** Weights as groups of rows of channels of inner elements: where an output channel's are. */
function channelsOf(
  node: GraphNode,
  shape: readonly number[],
): { groups: number; rows: number; channels: number; inner: number } {
  const inner = sizeOf(shape.slice(1));
  const first = { groups: 1, rows: 1, channels: shape[0]!, inner };
  if (node.op === 'Conv') return first;
  if (node.op === 'Gemm') {
    if (isTransposed(node)) return first;
    return { groups: 1, rows: shape[0]!, channels: shape[1]!, inner: 1 };
  }
  const groups = numberOf(node, 'group');
  return { groups, rows: shape[0]! / groups, channels: shape[1]!, inner: inner / shape[1]! };
}

function scaleAndShift(
  value: string,
  factors: ArrayLike<number>,
  terms: ArrayLike<number>,
  edit: GraphEdit,
): Replacement {
  const product = edit.emit('Mul', [value, perChannelOf(value, factors, edit)]);
  return { op: 'Add', inputs: [product, perChannelOf(value, terms, edit)], attributes: {} };
}

/** Numbers of the channels of a value; one where all are the same. */
function perChannelOf(value: string, each: ArrayLike<number>, edit: GraphEdit): string {
  const numbers = Float64Array.from(each);
  if (numbers.every((number) => number === numbers[0])) return edit.number([], [numbers[0]!]);
  const rank = edit.shapeOf(value).length;
  return edit.number([numbers.length, ...new Array<number>(Math.max(0, rank - 2)).fill(1)], numbers);
}

function spelledOut(node: GraphNode, edit: GraphEdit): Replacement {
  const [value, factor, bias, mean, variance] = node.inputs as readonly string[];
  const channels = edit.shapeOf(factor!)[0]!;
  const shape = [
    channels,
    ...edit
      .shapeOf(value!)
      .slice(2)
      .map(() => 1),
  ];
  const deviation = edit.emit('Sqrt', [edit.emit('Add', [variance!, edit.number([], [numberOf(node, 'epsilon')])])]);
  const scale = edit.emit('Div', [factor!, deviation]);
  const shift = edit.emit('Sub', [bias!, edit.emit('Mul', [mean!, scale])]);
  const [scales, shifts] = [scale, shift].map((each) => edit.emit('Reshape', [each], { shape }));
  return { op: 'Add', inputs: [edit.emit('Mul', [value!, scales!]), shifts!], attributes: {} };
}

/**
 * A constant that broadcasts to a value of `rank` axes as one element for each of `channels` along `axis`; undefined
 * where it differs along another axis, or would make the value larger.
 */
export function perChannel(
  { shape, data }: ConstantTensor,
  rank: number,
  axis: number,
  channels: number,
): Float64Array | undefined {
  if (shape.length > rank) return undefined;
  const missing = rank - shape.length;
  const fits = shape.every((extent, at) => extent === 1 || (at + missing === axis && extent === channels));
  if (!fits) return undefined;
  return data.length === 1 ? new Float64Array(channels).fill(data[0]!) : Float64Array.from(data);
}
