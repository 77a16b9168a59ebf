import { int64 } from '../../../elements/int64.js';
import { number, type ProcedureArray, type ProcedureBuilder } from '../../../ir/procedure/builder.js';
import type { Value } from '../../../ir/procedure/value.js';
import { around, axisOf, numberOf } from './attributes.js';
import { alongOthers } from './counted-rows.js';
import { byProcedure } from './by-procedure.js';
import { present, type Operator } from './operator.js';

/** The place of the largest element along `axis`, which stays with extent 1; of equal ones the first, or the last. */
function argExtremum(name: 'ArgMax' | 'ArgMin', isBetter: (x: Value, best: Value) => Value): Operator {
  return {
    name,
    inputs: [1, 1],
    normalise: (node) => {
      const axis = axisOf(node, node.number('axis', 0), node.rank(0));
      if (node.shape(0)[axis] === 0) node.invalid(`axis ${axis} has no element`);
      const draft = {
        ...{ op: name, inputs: node.inputs },
        attributes: { axis, select_last_index: node.number('select_last_index', 0) },
      };
      if (node.number('keepdims', 1) !== 0) return draft;
      const kept = node.emit(name, draft.inputs, draft.attributes);
      return { op: 'Reshape', inputs: [kept], attributes: { shape: node.shape(0).toSpliced(axis, 1) } };
    },
    canonical: {
      carriesCount: alongOthers((node) => [numberOf(node, 'axis')], 'any'),
      ...byProcedure({
        infer: (node, inputs) => [
          { type: int64.name, shape: present(inputs, 0).shape.with(numberOf(node, 'axis'), 1) },
        ],
        define: (p, node) => {
          const data = p.input(0);
          const { outer, extent, inner } = around(data.shape, numberOf(node, 'axis'));
          const isLast = numberOf(node, 'select_last_index') !== 0;
          p.loop(outer, (o) => {
            p.loop(inner, (i) => {
              const start = p.let(o.times(extent * inner).plus(i));
              const place = bestPlace(p, data, { start, extent, step: inner }, (x, best) =>
                isLast ? isBetter(best, x).not() : isBetter(x, best),
              );
              p.store(p.output(), o.times(inner).plus(i), place.to(int64.name));
            });
          });
        },
      }),
    },
  };
}

/** Elements of an argument from one on, a step apart. */
interface Elements {
  readonly start: Value;
  readonly extent: number;
  readonly step: number;
}

/** The place of the best of some elements, the first of equals. */
export function bestPlace(
  p: ProcedureBuilder,
  data: ProcedureArray,
  { start, extent, step }: Elements,
  isBetter: (x: Value, best: Value) => Value,
): Value {
  const [best, place] = [p.let(data.load(start)), p.let(number(0))];
  p.range(1, extent, (k) => {
    const x = p.let(data.load(start.plus(k.times(step))));
    p.if(isBetter(x, best), () => {
      p.set(best, x);
      p.set(place, k);
    });
  });
  return place;
}

export const argExtrema: readonly Operator[] = [
  argExtremum('ArgMax', (x, best) => x.above(best)),
  argExtremum('ArgMin', (x, best) => x.below(best)),
];
