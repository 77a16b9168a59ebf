import { int64 } from '../../../elements/int64.js';
import { number, type ProcedureArray, type ProcedureBuilder } from '../../../ir/procedure/builder.js';
import type { Value } from '../../../ir/procedure/value.js';
import { around, axisOf, numberOf, sizeOf } from './attributes.js';
import { byProcedure } from './by-procedure.js';
import { countedBy, countType, storeCount } from './counted-outputs.js';
import { present, type Operator } from './operator.js';
import { reshaped } from './reshape.js';
import { sortIndices } from './sorted.js';

/**
 * The different slices along `axis`, or elements without one, in their order or in that in which they come; of each the
 * first place, and how often it is there; of all slices the place of the one that they are like.
 */
export const unique: Operator = {
  name: 'Unique',
  inputs: [1, 1],
  outputs: 4,
  normalise: (node) => {
    const isFlat = !node.attributes.has('axis');
    const data = isFlat ? reshaped(node, node.input(0), [sizeOf(node.shape(0))]) : node.input(0);
    const axis = isFlat ? 0 : axisOf(node, node.number('axis'), node.rank(0));
    return { values: node.emitCounted('Unique', [data], { axis, sorted: node.number('sorted', 1) }, 4) };
  },
  canonical: byProcedure({
    infer: (node, inputs) => {
      const [data, axis] = [present(inputs, 0), numberOf(node, 'axis')];
      const list = { type: int64.name, shape: [data.shape[axis]!] };
      return [countedBy(node, data, axis), countedBy(node, list, 0), list, countedBy(node, list, 0), countType];
    },
    work: (_, inputs) => Math.log2(sizeOf(present(inputs, 0).shape) + 1) * 4,
    define: (p, node) => {
      const [data, [slices, firsts, inverse, counts]] = [p.input(0), p.outputs as ArrayOfFour];
      const { outer, extent, inner } = around(data.shape, numberOf(node, 'axis'));
      const isSorted = numberOf(node, 'sorted') !== 0;
      const { groupOf, firstOf, groups } = grouped(p, data, { outer, extent, inner });
      const rankOf = p.scratch('index', extent);
      const next = p.let(number(0));
      p.loop(extent, (group) => {
        p.store(rankOf, group, isSorted ? group : -1);
        p.store(counts, group, 0);
      });
      p.loop(extent, (slice) => {
        const group = p.let(groupOf.load(slice));
        p.if(rankOf.load(group).below(0), () => {
          p.store(rankOf, group, next);
          p.set(next, next.plus(1));
        });
        const rank = p.let(rankOf.load(group));
        p.store(inverse, slice, rank.to(int64.name));
        p.store(counts, rank, counts.load(rank).plus(1));
      });
      p.loop(groups, (group) => {
        const [rank, first] = [p.let(rankOf.load(group)), p.let(firstOf.load(group))];
        p.store(firsts, rank, first.to(int64.name));
        p.loop(outer, (o) => {
          const from = o.times(extent).plus(first).times(inner);
          p.copy(slices, o.times(groups).plus(rank).times(inner), data, from, inner);
        });
      });
      storeCount(p, groups, [
        { output: slices, each: outer * inner },
        { output: firsts, each: 1 },
        { output: counts, each: 1 },
      ]);
    },
  }),
};

type ArrayOfFour = readonly [ProcedureArray, ProcedureArray, ProcedureArray, ProcedureArray];

/** Numbers slices that are alike, in their order: of each slice its group, of each group the first slice. */
function grouped(
  p: ProcedureBuilder,
  data: ProcedureArray,
  { outer, extent, inner }: { readonly outer: number; readonly extent: number; readonly inner: number },
): { readonly groupOf: ProcedureArray; readonly firstOf: ProcedureArray; readonly groups: Value } {
  const [order, groupOf, firstOf] = [0, 1, 2].map(() => p.scratch('index', extent)) as [
    ProcedureArray,
    ProcedureArray,
    ProcedureArray,
  ];
  /** Below 0 where the first comes before the second, 0 where both are alike. */
  const compared = (a: Value, b: Value): Value => {
    const result = p.let(number(0));
    p.each([outer, inner], ([o, i]) => {
      p.if(result.is(0), () => {
        const [x, y] = [a, b].map((slice) => p.let(data.load(o!.times(extent).plus(slice).times(inner).plus(i!)))) as [
          Value,
          Value,
        ];
        p.set(result, x.below(y).choose(number(-1), y.below(x).choose(number(1), 0)));
      });
    });
    return result;
  };
  p.loop(extent, (slice) => {
    p.store(order, slice, slice);
  });
  sortIndices(p, order, extent, (a, b) => {
    const result = compared(a, b);
    return result.below(0).or(result.is(0).and(a.below(b)));
  });
  const groups = p.let(number(0));
  p.loop(extent, (place) => {
    const slice = p.let(order.load(place));
    const isNew = p.let(place.is(0));
    p.if(isNew.not(), () => {
      p.set(isNew, compared(p.let(order.load(place.minus(1))), slice).isNot(0));
    });
    p.if(isNew, () => {
      p.store(firstOf, groups, slice);
      p.set(groups, groups.plus(1));
    });
    p.store(groupOf, slice, groups.minus(1));
  });
  return { groupOf, firstOf, groups };
}
