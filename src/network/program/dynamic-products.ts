/**
 * Products of bytes whose scale or zero point is known only when the network runs. What is known is computed on the
 * bytes, and what is not behind that, element by element: s Σ (a - z) w = s (Σ a w - z Σ w).
 */
import type { GraphNode } from '../graph/graph.js';
import { numbersOf, sizeOf } from '../graph/operators/attributes.js';
import type { Draft } from '../graph/operators/operator.js';
import type { GraphEdit, Replacement, Rule } from '../graph/simplify/rule.js';
import { valueType } from '../../ir/tensor.js';
import { channelAxisOf, isMultiplied, knownTo, weightsIn } from './quantised.js';

/** Of a graph that is simple, once. */
export const dynamicProducts: Rule = (node, edit) => {
  const known = knownTo(edit);
  const axis = channelAxisOf(node, known);
  const [data, weights] = node.inputs.slice(0, 2).map((input) => edit.producer(input!, 'DequantizeLinear'));
  if (axis === undefined || !data || !weights || !isAlone(data, edit)) return undefined;
  const own = weightsIn(weights, axis, known);
  if (!own || !isMultiplied(edit.typeOf(data.inputs[0]!).type)) return undefined;
  return replaced(node, data, own, edit);
};

/** Whether all elements have one scale and one zero point, and one of the two at least is not known. */
function isAlone({ inputs }: GraphNode, edit: GraphEdit): boolean {
  const others = inputs.slice(1) as readonly string[];
  return (
    others.every((one) => sizeOf(edit.shapeOf(one)) === 1) && others.some((one) => edit.constant(one) === undefined)
  );
}

interface Weights {
  readonly units: readonly number[];
  readonly sums: readonly number[];
}

/** The nodes that take the place of a product. */
function replaced(node: GraphNode, data: GraphNode, weights: Weights, edit: GraphEdit): Replacement {
  const [value, scale, zero] = data.inputs as [string, string, string];
  const unit = edit.constant(scale)?.data[0] ?? 1;
  const isMoved = edit.constant(zero) === undefined;
  const numbers = isMoved && node.op === 'Conv' ? bordered(node, value, zero, edit) : value;
  const inner = [numbers, edit.number([], [unit]), isMoved ? noZero(value, edit) : zero];
  const floats = edit.emit('DequantizeLinear', inner);
  const sums = edit.emit(
    node.op,
    [floats, node.inputs[1]],
    isMoved ? withoutPads(node) : Object.fromEntries(node.attributes),
  );
  const pixels = node.op === 'Conv' ? edit.shapeOf(sums).slice(2) : [];
  const channels = [weights.units.length, ...pixels.map(() => 1)];
  const offsets = weights.units.map((one, channel) => unit * one * weights.sums[channel]!);
  const moved = isMoved
    ? edit.emit('Sub', [sums, edit.emit('Mul', [asFloat(zero, edit), edit.number(channels, offsets)])])
    : sums;
  const scaled = edit.constant(scale) === undefined ? edit.emit('Mul', [moved, scale]) : moved;
  const bias = node.inputs[2];
  if (bias === undefined) return { values: [scaled] };
  return { op: 'Add', inputs: [scaled, edit.emit('Reshape', [bias], { shape: channels })], attributes: {} };
}

/** An image with the border that a convolution pads it with: the number that stands for 0. */
function bordered(node: GraphNode, value: string, zero: string, edit: GraphEdit): string {
  const pads = numbersOf(node, 'pads');
  if (pads.every((pad) => pad === 0)) return value;
  const dims = pads.length / 2;
  const sides = [0, 1].map((end) => [0, 0, ...pads.slice(end * dims, (end + 1) * dims)]);
  return edit.emit('Pad', [value, zero], { pads: sides.flat(), mode: 'constant', value: 0 });
}

function withoutPads(node: GraphNode): Draft['attributes'] {
  const own = Object.fromEntries(node.attributes);
  return node.op === 'Conv' ? { ...own, pads: numbersOf(node, 'pads').map(() => 0) } : own;
}

function asFloat(value: string, edit: GraphEdit): string {
  return edit.emit('Cast', [value], { to: valueType });
}

/** A zero point that changes nothing, of the type of a value. */
function noZero(value: string, edit: GraphEdit): string {
  const { type } = edit.typeOf(value);
  return edit.constantNamed({ type, shape: [], data: Float32Array.of(0) });
}
