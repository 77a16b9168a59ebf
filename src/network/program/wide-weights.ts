/**
 * Products with weights of bytes that lie further from their zero point than int8 holds, as those of uint8 do whose
 * zero point is not 128: Σ a (w - z) = Σ a (w - 128) + (128 - z) Σ a, whose last sum is one for all channels.
 */
import { int8 } from '../../elements/int8.js';
import { elementType } from '../../elements/registry.js';
import type { GraphNode } from '../graph/graph.js';
import { numberOf, numbersOf, sizeOf } from '../graph/operators/attributes.js';
import type { Draft } from '../graph/operators/operator.js';
import type { GraphEdit, Rule } from '../graph/simplify/rule.js';
import type { ConstantTensor } from '../onnx/model.js';
import { mostTerms } from '../../operator/sum-length.js';
import { bytesIn, channelAxisOf, isMultiplied, knownTo, weightsIn, type Bytes } from './quantised.js';

/** Of a graph that is simple, once: before the products whose zero point is known only when the network runs. */
export const wideWeights: Rule = (node, edit) => {
  const known = knownTo(edit);
  const axis = isUngrouped(node) ? channelAxisOf(node, known) : undefined;
  const [data, weights] = node.inputs.slice(0, 2).map((input) => edit.producer(input!, 'DequantizeLinear'));
  if (axis === undefined || !data || !weights || weightsIn(weights, axis, known)) return undefined;
  const bytes = bytesIn(weights, axis, known);
  if (!bytes || !isTaken(data, bytes, edit)) return undefined;
  const { numbers, moved } = asInt8(bytes.numbers);
  const inputs = [edit.constantNamed(numbers), weights.inputs[1], edit.constantNamed(noZero)];
  const floats = edit.emit('DequantizeLinear', inputs);
  const product = edit.emit(node.op, [node.inputs[0], floats, ...node.inputs.slice(2)], attributesOf(node));
  const correction = edit.emit('Mul', [sumsOfData(node, edit), offsets(node, bytes, moved, edit)]);
  return { op: 'Add', inputs: [product, correction], attributes: {} };
};

/** Whether a kernel of bytes takes what has but one scale and zero point, and sums of so many products. */
function isTaken({ inputs }: GraphNode, { numbers, units }: Bytes, edit: GraphEdit): boolean {
  const { type } = edit.typeOf(inputs[0]!);
  const isSingle = inputs.slice(1).every((one) => sizeOf(edit.shapeOf(one!)) === 1);
  return isMultiplied(type) && isSingle && numbers.data.length / units.length <= mostTerms(type);
}

function isUngrouped(node: GraphNode): boolean {
  return node.op !== 'Conv' || numberOf(node, 'group') === 1;
}

interface InInt8 {
  readonly numbers: ConstantTensor;
  /** What was added to them. */
  readonly moved: number;
}

/** The same for all products: weights are found again by what they stand for. */
const noZero: ConstantTensor = { type: int8.name, shape: [], data: Float32Array.of(0) };

/** By numbers: the steps of a recurrent layer read the same. */
const converted = new WeakMap<ConstantTensor, InInt8>();

function asInt8(numbers: ConstantTensor): InInt8 {
  const before = converted.get(numbers);
  if (before) return before;
  const by = int8.limits[0] - elementType(numbers.type).limits[0];
  const data = new Float32Array(numbers.data).map((number) => number + by);
  const made = { numbers: { type: int8.name, shape: numbers.shape, data }, moved: by };
  converted.set(numbers, made);
  return made;
}

/** By channel, what a sum of the data is multiplied by. */
function offsets(node: GraphNode, { units, zeros }: Bytes, by: number, edit: GraphEdit): string {
  const pixels = node.op === 'Conv' ? edit.shapeOf(node.outputs[0]!).slice(2) : [];
  const data = units.map((unit, channel) => -unit * (zeros[channel]! + by));
  return edit.number([units.length, ...pixels.map(() => 1)], data);
}

/** Of all that a sum of products takes: a row of a matrix, or all channels in a window of an image. */
function sumsOfData(node: GraphNode, edit: GraphEdit): string {
  const [data, weights] = node.inputs as [string, string];
  const axis = node.op === 'Conv' ? 1 : edit.shapeOf(data).length - 1;
  const sums = edit.emit('ReduceSum', [data], { axes: [axis] });
  if (node.op !== 'Conv') return sums;
  const window = edit.shapeOf(weights).slice(2);
  const count = window.reduce((product, extent) => product * extent, 1);
  const ones = edit.weights([1, 1, ...window], new Float32Array(count).fill(1));
  const isOnePixel = count === 1 && numbersOf(node, 'strides').every((stride) => stride === 1);
  const isWhole = isOnePixel && numbersOf(node, 'pads').every((pad) => pad === 0);
  return isWhole ? sums : edit.emit('Conv', [sums, ones], attributesOf(node));
}

function attributesOf({ attributes }: GraphNode): Draft['attributes'] {
  return Object.fromEntries(attributes);
}
