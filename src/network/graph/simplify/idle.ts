import type { GraphNode, Graph } from '../graph.js';
import type { Draft } from '../operators/operator.js';
import { isResized } from '../operators/resize.js';
import { numberOf, numbersOf, sameShape } from '../operators/attributes.js';
import { broadcastShape } from '../operators/broadcast.js';
import type { GraphEdit, Rule, Replacement } from './rule.js';
import type { ConstantTensor } from '../../onnx/model.js';
import { rewrite } from './rewrite.js';

/** Of each operator, when its first input is its output. */
const idle: Readonly<Record<string, (node: GraphNode, edit: GraphEdit) => boolean>> = {
  Identity: () => true,
  Cast: (node, edit) => edit.typeOf(node.inputs[0]!).type === edit.typeOf(node.outputs[0]!).type,
  Reshape: keepsShape,
  Expand: keepsShape,
  Slice: (node, edit) => keepsShape(node, edit) && numbersOf(node, 'steps').every((step) => step === 1),
  Pad: (node) => numbersOf(node, 'pads').every((pad) => pad === 0),
  Resize: (node) => !numbersOf(node, 'scales').some((_, axis) => isResized(node, axis)),
  Transpose: (node) => numbersOf(node, 'perm').every((axis, index) => axis === index),
  Concat: (node) => node.inputs.length === 1,
  Split: (node) => node.outputs.length === 1,
  Clip: (node) => numberOf(node, 'min') === -Infinity && numberOf(node, 'max') === Infinity,
  MaxPool: isPoint,
  AveragePool: isPoint,
  Add: (node, edit) => keepsShape(node, edit) && isAll(node, edit, 0),
  Mul: (node, edit) => keepsShape(node, edit) && isAll(node, edit, 1),
  ReduceSum: keepsShape,
  ReduceMean: keepsShape,
  ReduceMax: keepsShape,
  ReduceMin: keepsShape,
  ReduceProd: keepsShape,
};

function keepsShape(node: GraphNode, edit: GraphEdit): boolean {
  return sameShape(edit.shapeOf(node.inputs[0]!), edit.shapeOf(node.outputs[0]!));
}

function isPoint(node: GraphNode): boolean {
  const ones = [...numbersOf(node, 'kernel_shape'), ...numbersOf(node, 'strides')].every((extent) => extent === 1);
  return ones && numbersOf(node, 'pads').every((pad) => pad === 0);
}

function isAll(node: GraphNode, edit: GraphEdit, value: number): boolean {
  return edit.constant(node.inputs[1])?.data.every((element) => element === value) ?? false;
}

export const removeIdle: Rule = (node, edit) =>
  idle[node.op]?.(node, edit) === true ? { values: [node.inputs[0]!] } : withoutExpansion(node, edit);

const broadcasting: ReadonlySet<string> = new Set(['Add', 'Sub', 'Mul', 'Div', 'Max', 'Min']);

/** An operand that is expanded to the shape that it would be broadcast to. */
function withoutExpansion({ op, inputs, outputs, attributes }: GraphNode, edit: GraphEdit): Replacement | undefined {
  if (!broadcasting.has(op)) return undefined;
  const shape = edit.shapeOf(outputs[0]!);
  for (const [place, input] of inputs.entries()) {
    const [before] = edit.producer(input!, 'Expand')?.inputs ?? [];
    if (before === undefined) continue;
    const own = inputs.with(place, before);
    const found = broadcastShape(own.map((value) => edit.shapeOf(value!)));
    if (found && sameShape(found, shape)) return { op, inputs: own, attributes: Object.fromEntries(attributes) };
  }
  return undefined;
}

/** Reshape and Transpose after their like, and those that move nothing but extents of 1. */
export const mergeViews: Rule = (node, edit) => {
  if (node.op === 'Reshape') return mergeReshape(node, edit);
  return node.op === 'Transpose' ? mergeTranspose(node, edit) : undefined;
};

function mergeReshape(node: GraphNode, edit: GraphEdit): Replacement | undefined {
  const before = edit.producer(node.inputs[0]!, 'Reshape');
  if (before === undefined) return undefined;
  const [value] = before.inputs as readonly [string];
  if (sameShape(edit.shapeOf(value), edit.shapeOf(node.outputs[0]!))) return { values: [value] };
  return { op: 'Reshape', inputs: [value], attributes: { shape: numbersOf(node, 'shape') } };
}

function mergeTranspose(node: GraphNode, edit: GraphEdit): Replacement | undefined {
  const perm = numbersOf(node, 'perm');
  if (edit.producer(node.inputs[0]!, 'Transpose')) return transposed(node.inputs[0]!, perm, edit);
  const shape = edit.shapeOf(node.inputs[0]!);
  const moved = perm.filter((axis) => shape[axis] !== 1);
  if (moved.some((axis, index) => index > 0 && axis < moved[index - 1]!)) return reshapedLast(node, moved, edit);
  return { op: 'Reshape', inputs: node.inputs, attributes: { shape: perm.map((axis) => shape[axis]!) } };
}

/** A Reshape before a Transpose that only gives or takes extents of 1 comes behind it, where it may meet another. */
function reshapedLast(node: GraphNode, moved: readonly number[], edit: GraphEdit): Replacement | undefined {
  const [value] = edit.producer(node.inputs[0]!, 'Reshape')?.inputs ?? [];
  if (value === undefined) return undefined;
  const [given, shape] = [edit.shapeOf(value), edit.shapeOf(node.inputs[0]!)];
  const [from, to] = [given, shape].map((extents) => [...extents.keys()].filter((axis) => extents[axis] !== 1));
  const isSame = sameShape(
    from!.map((axis) => given[axis]!),
    to!.map((axis) => shape[axis]!),
  );
  if (!isSame) return undefined;
  const ones = [...given.keys()].filter((axis) => given[axis] === 1);
  const { op, inputs, attributes } = transposed(
    value,
    [...ones, ...moved.map((axis) => from![to!.indexOf(axis)]!)],
    edit,
  );
  const turned = edit.emit(op, inputs, attributes);
  return { op: 'Reshape', inputs: [turned], attributes: { shape: edit.shapeOf(node.outputs[0]!) } };
}

/** A value with its axes in another order, of what a Transpose before was given. */
function transposed(value: string, perm: readonly number[], edit: GraphEdit): Draft {
  const before = edit.producer(value, 'Transpose');
  if (!before) return { op: 'Transpose', inputs: [value], attributes: { perm } };
  const first = numbersOf(before, 'perm');
  return { op: 'Transpose', inputs: before.inputs, attributes: { perm: perm.map((axis) => first[axis]!) } };
}

/** Nodes that compute the same of the same become one, and so do equal constants before them. */
export function mergeEqual(graph: Graph): Graph {
  const constants = firstOfEach(graph.constants);
  const seen = new Map<string, readonly string[]>();
  return rewrite(graph, (node) => {
    const inputs = node.inputs.map((input) => (input === undefined ? null : (constants.get(input) ?? input)));
    const key = JSON.stringify([node.op, inputs, ...written(node)]);
    const before = seen.get(key);
    if (before !== undefined) return { values: before };
    seen.set(key, node.outputs);
    return undefined;
  });
}

function written({ attributes, outputs }: GraphNode): readonly unknown[] {
  const entries = [...attributes].map(([name, value]) => [name, spelled(value)]);
  return [outputs.length, entries.sort(([a], [b]) => (String(a) < String(b) ? -1 : 1))];
}

/** JSON has no infinities. */
function spelled(value: unknown): unknown {
  return typeof value === 'number' ? String(value) : value;
}

function firstOfEach(constants: ReadonlyMap<string, ConstantTensor>): ReadonlyMap<string, string> {
  const first = new Map<string, string>();
  return new Map(
    [...constants].map(([name, tensor]) => {
      const key = keyOf(name, tensor);
      if (!first.has(key)) first.set(key, name);
      return [name, first.get(key)!];
    }),
  );
}

/** Larger constants are weights: to compare them all would take longer than it saves. */
const MOST_ELEMENTS = 1024;

function keyOf(name: string, { type, shape, data }: ConstantTensor): string {
  return data.length > MOST_ELEMENTS ? `named ${name}` : `${type} ${shape.join('x')} ${data.join()}`;
}
