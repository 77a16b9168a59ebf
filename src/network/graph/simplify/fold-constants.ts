import { folded } from '../evaluate.js';
import type { Rule } from './rule.js';

/** A node of constants alone is constant. */
export const foldConstants: Rule = (node, edit) => {
  const types = node.outputs.map((output) => edit.typeOf(output));
  const constants = folded(node, (value) => edit.constant(value), types);
  return constants && edit.constants(constants);
};
