import { bool } from '../../../elements/bool.js';
import { real } from '../../../ir/procedure/builder.js';
import type { Value } from '../../../ir/procedure/value.js';
import type { GraphNode } from '../graph.js';
import { numberOf } from './attributes.js';
import { ofElements } from './by-procedure.js';
import type { Operator } from './operator.js';

/** Whether each element is a number of some kind. */
function isSpecial(
  name: string,
  parameters: Readonly<Record<string, number>>,
  holds: (x: Value, node: GraphNode) => Value,
): Operator {
  return {
    name,
    inputs: [1, 1],
    normalise: (node) => ({
      ...{ op: name, inputs: node.inputs },
      attributes: Object.fromEntries(
        Object.entries(parameters).map(([parameter, otherwise]) => [parameter, node.number(parameter, otherwise)]),
      ),
    }),
    canonical: ofElements(
      (x, p, node) => holds(p.let(x.to('real')), node).to(bool.name),
      () => bool.name,
    ),
  };
}

export const specialNumbers: readonly Operator[] = [
  isSpecial('IsNaN', {}, (x) => x.isNaN()),
  isSpecial('IsInf', { detect_positive: 1, detect_negative: 1 }, (x, node) => {
    const [above, below] = ['detect_positive', 'detect_negative'].map((one) => numberOf(node, one) !== 0);
    const isNone = x.isNot(x).and(x.is(x));
    const isAbove = above === true ? x.is(real(Infinity)) : isNone;
    return isAbove.or(below === true ? x.is(real(-Infinity)) : isNone);
  }),
];
