/** Reductions of whole numbers, exactly: kernels add in float32, which holds whole numbers up to 2^24. */
import { elementType, isWhole } from '../../../elements/registry.js';
import { lifted, type Value } from '../../../ir/procedure/value.js';
import type { ValueType } from '../graph.js';
import { numbersOf, textOf } from './attributes.js';
import { byProcedure, graphOperator } from './by-procedure.js';
import { alongOthers } from './counted-rows.js';
import type { Operator } from './operator.js';
import { inferReduced } from './reduce.js';

const steps: Readonly<Record<string, (before: Value, x: Value) => Value>> = {
  ReduceSum: (sum, x) => sum.plus(x),
  ReduceProd: (product, x) => product.times(x),
  ReduceMax: (before, x) => before.largest(x),
  ReduceMin: (before, x) => before.least(x),
};
/** What they begin with; largest and least begin with the first element. */
const neutrals: Readonly<Record<string, number>> = { ReduceSum: 0, ReduceProd: 1 };

/**
 * Whether kernels would round a reduction of such a value: sums and products wrap around in any type. What has no
 * elements has no first one, and is left to them.
 */
export function isReductionOfWhole(op: string, { type, shape }: ValueType): boolean {
  if (!Object.hasOwn(steps, op) || !isWhole(type) || shape.includes(0)) return false;
  return Object.hasOwn(neutrals, op) || elementType(type).bytes >= 4;
}

/** Of the reduction that the attribute `of` names, over `axes`, which stay with the extent 1. */
export const wholeReduction: Operator = graphOperator(
  'WholeReduction',
  [1, 1],
  byProcedure({
    carriesCount: alongOthers((node) => numbersOf(node, 'axes'), 'any'),
    infer: inferReduced,
    define: (p, node) => {
      const [data, output] = [p.input(0), p.output()];
      const step = steps[textOf(node, 'of')]!;
      const neutral = neutrals[textOf(node, 'of')];
      const axes = numbersOf(node, 'axes');
      const extents = axes.map((axis) => data.shape[axis]!);
      p.each(output.shape, (at) => {
        const first = neutral === undefined ? data.load(data.place(at)) : lifted(neutral, data.kind);
        const total = p.let(first);
        p.each(extents, (inner) => {
          const place = data.place(at.map((index, axis) => (axes.includes(axis) ? inner[axes.indexOf(axis)]! : index)));
          p.set(total, step(total, data.load(place)));
        });
        p.store(output, output.place(at), total);
      });
    },
  }),
);
