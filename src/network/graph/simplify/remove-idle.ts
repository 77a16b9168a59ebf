import type { GraphNode } from '../graph.js';
import { numberOf, numbersOf } from '../operators/attributes.js';
import { sameShape } from '../operators/shape.js';
import type { GraphEdit, Rule } from './rule.js';

/** Of each operator, when its first input is its output. */
const idle: Readonly<Record<string, (node: GraphNode, edit: GraphEdit) => boolean>> = {
  Identity: () => true,
  Cast: (node, edit) => edit.typeOf(node.inputs[0]!).type === edit.typeOf(node.outputs[0]!).type,
  Reshape: keepsShape,
  Expand: keepsShape,
  Slice: (node, edit) => keepsShape(node, edit) && numbersOf(node, 'steps').every((step) => step === 1),
  Pad: (node) => numbersOf(node, 'pads').every((pad) => pad === 0),
  Resize: (node, edit) => keepsShape(node, edit) && numbersOf(node, 'scales').every((scale) => scale === 1),
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

/** Nodes that hand on what they read. */
export const removeIdle: Rule = (node, edit) =>
  idle[node.op]?.(node, edit) === true ? { values: [node.inputs[0]!] } : undefined;
