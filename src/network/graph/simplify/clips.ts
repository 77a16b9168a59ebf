import type { GraphNode } from '../graph.js';
import { numberOf } from '../operators/attributes.js';
import { sameShape } from '../operators/shape.js';
import type { GraphEdit, Rule } from './rule.js';

function boundsOf(node: GraphNode, edit: GraphEdit): readonly [min: number, max: number] | undefined {
  if (node.op === 'Relu') return [0, Infinity];
  if (node.op === 'Clip') return [numberOf(node, 'min'), numberOf(node, 'max')];
  if (node.op !== 'Max' && node.op !== 'Min') return undefined;
  const bound = edit.constant(node.inputs[1]);
  const keeps = sameShape(edit.shapeOf(node.inputs[0]!), edit.shapeOf(node.outputs[0]!));
  const value = bound?.data[0];
  if (!keeps || value === undefined || !bound!.data.every((element) => element === value)) return undefined;
  return node.op === 'Max' ? [value, Infinity] : [-Infinity, value];
}

/** Relu, Clip, Max and Min by a number are one Clip, or Relu where it is that; one after another is one. */
export const clips: Rule = (node, edit) => {
  const bounds = boundsOf(node, edit);
  if (bounds === undefined) return undefined;
  const inner = edit.producer(node.inputs[0]!, 'Relu', 'Clip');
  const before = inner && boundsOf(inner, edit);
  const [min, max] = before === undefined ? bounds : within(before, bounds);
  const input = inner === undefined ? node.inputs[0] : inner.inputs[0];
  const op = min === 0 && max === Infinity ? 'Relu' : 'Clip';
  if (input === node.inputs[0] && op === node.op) return undefined;
  return { op, inputs: [input], attributes: op === 'Relu' ? {} : { min, max } };
};

/** An interval clipped to another, as the values in it are. */
function within(inner: readonly [number, number], [min, max]: readonly [number, number]): readonly [number, number] {
  return [Math.min(Math.max(inner[0], min), max), Math.min(Math.max(inner[1], min), max)];
}
