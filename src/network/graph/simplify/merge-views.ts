import type { GraphNode } from '../graph.js';
import { numbersOf } from '../operators/attributes.js';
import type { GraphEdit, Replacement, Rule } from './rule.js';

/** Reshape after Reshape, Transpose after Transpose, and Transposes that move nothing but extents of 1. */
export const mergeViews: Rule = (node, edit) => {
  if (node.op === 'Reshape') return mergeReshape(node, edit);
  return node.op === 'Transpose' ? mergeTranspose(node, edit) : undefined;
};

function mergeReshape(node: GraphNode, edit: GraphEdit): Replacement | undefined {
  const before = edit.producer(node.inputs[0]!, 'Reshape');
  if (before === undefined) return undefined;
  return { op: 'Reshape', inputs: before.inputs, attributes: { shape: numbersOf(node, 'shape') } };
}

function mergeTranspose(node: GraphNode, edit: GraphEdit): Replacement | undefined {
  const perm = numbersOf(node, 'perm');
  const before = edit.producer(node.inputs[0]!, 'Transpose');
  if (before !== undefined) {
    const first = numbersOf(before, 'perm');
    return { op: 'Transpose', inputs: before.inputs, attributes: { perm: perm.map((axis) => first[axis]!) } };
  }
  const shape = edit.shapeOf(node.inputs[0]!);
  const moved = perm.filter((axis) => shape[axis] !== 1);
  if (moved.some((axis, index) => index > 0 && axis < moved[index - 1]!)) return undefined;
  return { op: 'Reshape', inputs: node.inputs, attributes: { shape: perm.map((axis) => shape[axis]!) } };
}
