import { folded } from '../evaluate.js';
import type { Rule, GraphEdit, Replacement } from './rule.js';
import type { GraphNode } from '../graph.js';
import { numberOf, numbersOf } from '../operators/attributes.js';
import { slicesOf } from '../operators/moves.js';

export const foldConstants: Rule = (node, edit) => {
  const types = node.outputs.map((output) => edit.typeOf(output));
  if (types.some(({ counted }) => counted)) return undefined;
  const constants = folded(node, (value) => edit.constant(value), types);
  return constants && edit.constants(constants);
};

/** Values without elements, which nobody has to compute: they are constant, and no part of what is put together. */
export const emptyValues: Rule = (node, edit) => {
  const types = node.outputs.map((output) => edit.typeOf(output));
  if (types.every(({ shape }) => shape.includes(0)))
    return edit.constants(types.map((type) => ({ ...type, data: new Float32Array(0) })));
  if (node.op === 'Concat') return withoutEmptyParts(node, edit);
  return node.op === 'Split' && numbersOf(node, 'split').includes(0) ? parts(node, edit) : undefined;
};

function withoutEmptyParts(node: GraphNode, edit: GraphEdit): Replacement | undefined {
  const inputs = node.inputs.filter((input) => !edit.shapeOf(input!).includes(0));
  if (inputs.length === node.inputs.length) return undefined;
  return { op: 'Concat', inputs, attributes: { axis: numberOf(node, 'axis') } };
}

/** The parts by themselves, of which those without elements are constant then. */
function parts(node: GraphNode, edit: GraphEdit): Replacement {
  const cuts = slicesOf(node, edit.shapeOf(node.inputs[0]!));
  return { values: cuts.map((cut) => edit.emit('Slice', node.inputs, cut)) };
}
