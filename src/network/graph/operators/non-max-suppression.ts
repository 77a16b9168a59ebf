import { int64 } from '../../../elements/int64.js';
import { number, real } from '../../../ir/procedure/builder.js';
import type { Value } from '../../../ir/procedure/value.js';
import { numberOf } from './attributes.js';
import { byProcedure } from './by-procedure.js';
import { countedBy, countType, storeCount } from './counted-outputs.js';
import { invalid } from './errors.js';
import { present, type Operator } from './operator.js';
import { sortIndices } from './sorted.js';

/** The boxes of each class that no better one overlaps by too much, from the best on: image, class and box of each. */
export const nonMaxSuppression: Operator = {
  name: 'NonMaxSuppression',
  inputs: [2, 5],
  normalise: (node) => {
    const known = node.has(2) ? node.knownInput(2)?.data[0] : 0;
    const most = Math.min(node.shape(0)[1] ?? 0, Math.max(0, known ?? Infinity));
    const attributes = { center_point_box: node.number('center_point_box', 0), most };
    return { values: node.emitCounted('NonMaxSuppression', node.inputs, attributes, 1) };
  },
  canonical: byProcedure({
    infer: (node, inputs) => {
      const [boxes, scores] = [present(inputs, 0).shape, present(inputs, 1).shape];
      if (
        boxes.length !== 3 ||
        boxes[2] !== 4 ||
        scores.length !== 3 ||
        scores[2] !== boxes[1] ||
        scores[0] !== boxes[0]
      )
        invalid(node, 'its boxes and scores do not go together');
      const most = scores[0]! * scores[1]! * numberOf(node, 'most');
      return [countedBy(node, { type: int64.name, shape: [most, 3] }, 0), countType];
    },
    define: (p, node) => {
      const [boxes, scores, output] = [p.input(0), p.input(1), p.output()];
      const [images, classes, count] = scores.shape as [number, number, number];
      const most = p.let(p.inputs[2]?.load(0).to('index').least(numberOf(node, 'most')) ?? number(0));
      const overlap = p.let(p.inputs[3]?.load(0).to('real') ?? real(0));
      const least = p.let(p.inputs[4]?.load(0).to('real') ?? real(-Infinity));
      const [candidates, kept] = [p.scratch('index', count), p.scratch('index', count)];
      const rows = p.let(number(0));
      p.each([images, classes], ([image, one]) => {
        const start = p.let(image!.times(classes).plus(one!).times(count));
        const found = p.let(number(0));
        p.loop(count, (box) => {
          const isThere = p.inputs[4] ? scores.load(start.plus(box)).to('real').above(least) : box.is(box);
          p.if(isThere, () => {
            p.store(candidates, found, box);
            p.set(found, found.plus(1));
          });
        });
        sortIndices(p, candidates, found, (a, b) => {
          const [x, y] = [a, b].map((box) => p.let(scores.load(start.plus(box)))) as [Value, Value];
          return x.above(y).or(x.is(y).and(a.below(b)));
        });
        const [rank, selected] = [p.let(number(0)), p.let(number(0))];
        p.while(rank.below(found).and(selected.below(most)), () => {
          const box = p.let(candidates.load(rank));
          const [isFree, other] = [p.let(number(1)), p.let(number(0))];
          p.while(other.below(selected).and(isFree.is(1)), () => {
            const ratio = overlapOf(image!.times(count).plus(box), image!.times(count).plus(kept.load(other)));
            p.if(ratio.above(overlap), () => {
              p.set(isFree, 0);
            });
            p.set(other, other.plus(1));
          });
          p.if(isFree.is(1), () => {
            p.store(kept, selected, box);
            p.set(selected, selected.plus(1));
            for (const [k, index] of [image!, one!, box].entries())
              p.store(output, rows.times(3).plus(k), index.to(int64.name));
            p.set(rows, rows.plus(1));
          });
          p.set(rank, rank.plus(1));
        });
      });
      storeCount(p, rows, [{ output, each: 3 }]);

      /** Of what two boxes have in common, the part of what they cover together. */
      function overlapOf(first: Value, second: Value): Value {
        const [a, b] = [first, second].map(sidesOf) as [Sides, Sides];
        const along = [0, 1].map((axis) =>
          p.let(a.end[axis]!.least(b.end[axis]!).minus(a.start[axis]!.largest(b.start[axis]!)).largest(0)),
        );
        const common = p.let(along[0]!.times(along[1]!));
        const all = p.let(areaOf(a).plus(areaOf(b)).minus(common));
        return p.let(all.above(0).choose(common.over(all), 0));
      }

      function sidesOf(box: Value): Sides {
        const at = p.let(box.times(4));
        const numbers = [0, 1, 2, 3].map((k) => p.let(boxes.load(at.plus(k)).to('real')));
        const axes = [0, 1].map((axis) => {
          const [u, v] = [numbers[axis]!, numbers[axis + 2]!];
          if (numberOf(node, 'center_point_box') === 0) return [u.least(v), u.largest(v)];
          return [u.minus(v.over(2)), u.plus(v.over(2))];
        });
        return { start: axes.map(([from]) => p.let(from!)), end: axes.map(([, to]) => p.let(to!)) };
      }

      function areaOf({ start, end }: Sides): Value {
        return end[0]!.minus(start[0]!).times(end[1]!.minus(start[1]!));
      }
    },
  }),
};

interface Sides {
  readonly start: readonly Value[];
  readonly end: readonly Value[];
}
