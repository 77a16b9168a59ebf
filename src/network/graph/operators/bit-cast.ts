import { bitsOf } from '../../../elements/registry.js';
import { textOf } from './attributes.js';
import { ofElements } from './by-procedure.js';
import { invalid } from './errors.js';
import type { Operator } from './operator.js';

/** The bits of elements as those of another type of as many. */
export const bitCast: Operator = {
  name: 'BitCast',
  inputs: [1, 1],
  normalise: (node) => {
    const to = node.typeNumbered(node.number('to'));
    // Whole numbers of a few bits lie in bytes of memory, whose other bits follow the sign.
    if (to.bits !== undefined && bitsOf(node.type(0).type) === to.bits)
      return { op: 'Cast', inputs: node.inputs, attributes: { to: to.name } };
    return { op: 'BitCast', inputs: node.inputs, attributes: { to: to.name } };
  },
  canonical: ofElements(
    (x, p) => x.bitsAs(p.output().kind),
    (node, { type }) => {
      const to = textOf(node, 'to');
      if (bitsOf(type) !== bitsOf(to)) invalid(node, `${type} and ${to} differ in size`);
      return to;
    },
  ),
};
