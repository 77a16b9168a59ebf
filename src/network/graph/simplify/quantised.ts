/**
 * Whole numbers that stand for floats stay whole numbers where elements only move: DequantizeLinear goes down behind
 * what moves them, QuantizeLinear up before it, and where both meet with one scale, both go.
 */
import type { GraphNode } from '../graph.js';
import { numberOf, numbersOf, sizeOf, textOf } from '../operators/attributes.js';
import type { Draft } from '../operators/operator.js';
import { slicesOf } from '../operators/moves.js';
import type { GraphEdit, Replacement, Rule } from './rule.js';

/** Operators whose output has elements of their first input, whatever these are. */
const movers = new Set(['Reshape', 'Transpose', 'Slice', 'Gather', 'Expand', 'MaxPool', 'Split', 'Concat']);
/** Of these, such that have no more elements before than behind them, but for what a pool leaves out. */
const keepers = new Set(['Reshape', 'Transpose', 'MaxPool']);

/** Such that have to know which number stands for 0, or that the scale is no negative one. */
const needsNumbers = new Set(['Pad', 'MaxPool']);

export const quantisedMoves: Rule = (node, edit) => {
  if (node.op === 'QuantizeLinear') return restored(node, edit) ?? raised(node, edit);
  if (node.op === 'Resize' && textOf(node, 'mode') !== 'nearest') return undefined;
  return movers.has(node.op) || node.op === 'Resize' || isPadOfZeros(node) ? lowered(node, edit) : undefined;
};

function isPadOfZeros(node: GraphNode): boolean {
  return node.op === 'Pad' && (textOf(node, 'mode') !== 'constant' || numberOf(node, 'value') === 0);
}

/** Numbers that stood for floats and do again, as they did. */
function restored({ inputs, attributes }: GraphNode, edit: GraphEdit): Replacement | undefined {
  const before = edit.producer(inputs[0]!, 'DequantizeLinear');
  if (!before || edit.typeOf(before.inputs[0]!).type !== attributes.get('to')) return undefined;
  return haveOneScale([before.inputs, inputs], edit) ? { values: [before.inputs[0]!] } : undefined;
}

/** QuantizeLinear before what alone it reads. */
function raised({ inputs, attributes }: GraphNode, edit: GraphEdit): Replacement | undefined {
  const [value, scale, zero] = inputs as [string, string, string];
  if (!edit.isReadOnce(value) || !isOfAll(inputs, edit)) return undefined;
  const quantised = (one: string): string =>
    edit.emit('QuantizeLinear', [one, scale, zero], Object.fromEntries(attributes));
  const mover = edit.producer(value, ...keepers, 'Concat');
  if (!mover) return undefined;
  const parts = mover.op === 'Concat' ? mover.inputs : mover.inputs.slice(0, 1);
  const rest = mover.inputs.slice(parts.length);
  return {
    op: mover.op,
    inputs: [...parts.map((part) => quantised(part!)), ...rest],
    attributes: Object.fromEntries(mover.attributes),
  };
}

/** DequantizeLinear behind what reads it. */
function lowered(node: GraphNode, edit: GraphEdit): Replacement | undefined {
  const { op, inputs } = node;
  const values = op === 'Concat' ? inputs : inputs.slice(0, 1);
  const sources = values.map((value) => edit.producer(value!, 'DequantizeLinear')?.inputs);
  const [first] = sources;
  if (!first || !sources.every((source) => source !== undefined)) return undefined;
  const isMoved = isOfAll(first, edit) || (!needsNumbers.has(op) && isSingle(first, edit));
  if (!isMoved) return op === 'Transpose' ? transposed(node, first, edit) : undefined;
  if (!haveOneScale(sources, edit)) return undefined;
  const [, scale, zero] = first;
  const whole = [...sources.map(([value]) => value), ...inputs.slice(values.length)];
  if (op === 'Split') {
    const cuts = slicesOf(node, edit.shapeOf(first[0]!));
    const parts = cuts.map((cut) => edit.emit('Slice', [first[0]], cut));
    return { values: parts.map((part) => edit.emit('DequantizeLinear', [part, scale, zero])) };
  }
  const moved = edit.emit(op, whole, attributesOn(node, edit.constant(zero)?.data[0]));
  return { op: 'DequantizeLinear', inputs: [moved, scale, zero], attributes: {} };
}

/** What is padded by zeros is padded by what stands for them. */
function attributesOn({ op, attributes }: GraphNode, zero: number | undefined): Draft['attributes'] {
  return { ...Object.fromEntries(attributes), ...(op === 'Pad' ? { value: zero! } : {}) };
}

/** Weights whose scales go along an axis, and with it. */
function transposed(node: GraphNode, [value, ...others]: GraphNode['inputs'], edit: GraphEdit): Replacement {
  const attributes = { perm: numbersOf(node, 'perm') };
  const rank = edit.shapeOf(value!).length;
  const along = (one: string): string => {
    const shape = edit.shapeOf(one);
    const aligned = [...Array.from({ length: rank - shape.length }, () => 1), ...shape];
    return edit.emit('Transpose', [edit.emit('Reshape', [one], { shape: aligned })], attributes);
  };
  const moved = edit.emit('Transpose', [value], attributes);
  return { op: 'DequantizeLinear', inputs: [moved, ...others.map((one) => along(one!))], attributes: {} };
}

/** Whether all elements have one scale and one zero point, which are known. */
function isOfAll([, ...others]: GraphNode['inputs'], edit: GraphEdit): boolean {
  return others.every((one) => edit.constant(one) !== undefined && sizeOf(edit.shapeOf(one!)) === 1);
}

/** Whether all elements have one scale and one zero point, which may be known only when the network runs. */
function isSingle([, ...others]: GraphNode['inputs'], edit: GraphEdit): boolean {
  return others.every((one) => edit.shapeOf(one!).length === 0);
}

/** Whether the scales and zero points behind the first inputs are the same numbers. */
function haveOneScale(inputs: readonly GraphNode['inputs'][], edit: GraphEdit): boolean {
  const [first, ...others] = inputs.map(([, scale, zero]) => [scale!, zero!].map((one) => numbersIn(one, edit)));
  return others.every((other) => other.join(' ') === first!.join(' '));
}

/** A constant of one element by its number, any other value by its name. */
function numbersIn(value: string, edit: GraphEdit): string {
  const constant = edit.constant(value);
  return constant && constant.data.length === 1 ? `${constant.type} ${constant.data[0]!}` : `named ${value}`;
}
