import type { GraphNode } from '../graph.js';
import { numbersOf, sameShape, sizeOf, textOf } from '../operators/attributes.js';
import type { Draft } from '../operators/operator.js';
import type { GraphEdit, Replacement, Rule } from './rule.js';

/** A Resize that repeats each place along an axis so many times. */
const repeating = {
  ...{ mode: 'nearest', coordinate_transformation_mode: 'asymmetric', nearest_mode: 'floor' },
  ...{ cubic_coeff_a: -0.75, exclude_outside: 0, antialias: 0 },
} as const;

const views: readonly string[] = ['Reshape', 'Transpose', 'Expand'];

/** Views that are followed back. */
const MOST_VIEWS = 12;

/**
 * Neighbours that are repeated through axes of their own, as Keras exports UpSampling2D: a Resize of what is repeated,
 * and a view of it. Two of them in a row are one.
 */
export const repeats: Rule = (node, edit) => {
  if (node.op === 'Resize') return repeatedTwice(node, edit);
  if (node.op !== 'Reshape' && node.op !== 'Transpose') return undefined;
  const chain = viewsBefore(node, edit);
  if (!chain.some(({ op }) => op === 'Expand')) return undefined;
  const value = chain[0]!.inputs[0]!;
  const axes = chain.reduce<readonly Axis[] | undefined>(
    (known, view) => known && through(view, known),
    edit.shapeOf(value).map((extent, axis) => (extent === 1 ? [] : [{ extent, axis }])),
  );
  if (!axes?.every(isRepeated) || !axes.some((axis) => axis.length > 1)) return undefined;
  return viewOf(value, axes, edit.shapeOf(node.outputs[0]!), edit);
};

/** What an axis goes through, from outside in: an axis of the value before the views, or repeats. */
type Axis = readonly { readonly extent: number; readonly axis?: number }[];

/** The views that make a value of another one, for nothing else, and the last of them. */
function viewsBefore(node: GraphNode, edit: GraphEdit): readonly GraphNode[] {
  const chain = [node];
  while (chain.length < MOST_VIEWS) {
    const value = chain[0]!.inputs[0]!;
    const before = edit.isReadOnce(value) ? edit.producer(value, ...views) : undefined;
    if (!before) break;
    chain.unshift(before);
  }
  return chain;
}

function through(view: GraphNode, axes: readonly Axis[]): readonly Axis[] | undefined {
  if (view.op === 'Transpose') return numbersOf(view, 'perm').map((axis) => axes[axis]!);
  const shape = numbersOf(view, 'shape');
  return view.op === 'Expand' ? expanded(axes, shape) : reshaped(axes, shape);
}

function expanded(axes: readonly Axis[], shape: readonly number[]): readonly Axis[] {
  return shape.map((extent, place) => {
    const own = axes[place - (shape.length - axes.length)] ?? [];
    return own.length === 0 && extent > 1 ? [{ extent }] : own;
  });
}

/** Undefined where an axis would be cut. */
function reshaped(axes: readonly Axis[], shape: readonly number[]): readonly Axis[] | undefined {
  const parts = axes.flat();
  const joined = shape.map((extent) => {
    const own: Axis[number][] = [];
    while (sizeIn(own) < extent && parts.length > 0) own.push(parts.shift()!);
    return own;
  });
  return joined.every((own, place) => sizeIn(own) === shape[place]) ? joined : undefined;
}

function sizeIn(axis: Axis): number {
  return sizeOf(axis.map(({ extent }) => extent));
}

/** Nothing, or places of which each is repeated. */
function isRepeated([first, ...others]: Axis): boolean {
  return first === undefined || (first.axis !== undefined && others.every(({ axis }) => axis === undefined));
}

function viewOf(value: string, axes: readonly Axis[], shape: readonly number[], edit: GraphEdit): Replacement {
  const given = edit.shapeOf(value);
  const of = (axis: number): Axis => axes.find(([first]) => first?.axis === axis) ?? [];
  const scales = given.map((_, axis) => sizeIn(of(axis).slice(1)));
  const resized = repeatedBy(value, given, scales);
  const ones = [...given.keys()].filter((axis) => of(axis).length === 0);
  const order = axes.flatMap(([first]) => first?.axis ?? []);
  const perm = [...ones, ...order];
  const isInOrder = order.every((axis, i) => i === 0 || axis > order[i - 1]!);
  const { sizes } = resized.attributes as { sizes: readonly number[] };
  if (isInOrder && sameShape(sizes, shape)) return resized;
  const whole = edit.emit(resized.op, resized.inputs, resized.attributes);
  if (isInOrder) return { op: 'Reshape', inputs: [whole], attributes: { shape } };
  const turned = { op: 'Transpose', inputs: [whole], attributes: { perm } };
  const turnedShape = perm.map((axis) => sizes[axis]!);
  if (sameShape(turnedShape, shape)) return turned;
  const inOrder = edit.emit(turned.op, turned.inputs, turned.attributes);
  return { op: 'Reshape', inputs: [inOrder], attributes: { shape } };
}

function repeatedBy(value: string, shape: readonly number[], scales: readonly number[]): Draft {
  const sizes = shape.map((extent, axis) => extent * scales[axis]!);
  return { op: 'Resize', inputs: [value], attributes: { ...repeating, scales, sizes } };
}

function repeatedTwice(node: GraphNode, edit: GraphEdit): Replacement | undefined {
  const before = edit.isReadOnce(node.inputs[0]!) ? edit.producer(node.inputs[0]!, 'Resize') : undefined;
  if (!before || !isRepeat(node) || !isRepeat(before)) return undefined;
  const [first, second] = [before, node].map((one) => numbersOf(one, 'scales'));
  const value = before.inputs[0]!;
  const scales = first!.map((scale, axis) => scale * second![axis]!);
  return repeatedBy(value, edit.shapeOf(value), scales);
}

function isRepeat(node: GraphNode): boolean {
  const isNearest = Object.entries(repeating)
    .filter(([name]) => /mode$/.test(name))
    .every(([name, text]) => textOf(node, name) === text);
  return isNearest && !node.attributes.has('roi') && numbersOf(node, 'scales').every(Number.isInteger);
}
