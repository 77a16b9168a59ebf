import { folded } from '../evaluate.js';
import type { Rule } from './rule.js';

export const foldConstants: Rule = (node, edit) => {
  const types = node.outputs.map((output) => edit.typeOf(output));
  if (types.some(({ counted }) => counted)) return undefined;
  const constants = folded(node, (value) => edit.constant(value), types);
  return constants && edit.constants(constants);
};
