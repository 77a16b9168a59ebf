import { int64 } from '../../../elements/int64.js';
import { number, real } from '../../../ir/procedure/builder.js';
import type { Value } from '../../../ir/procedure/value.js';
import { numberOf } from './attributes.js';
import { byProcedure } from './by-procedure.js';
import { filled } from './counted-joins.js';
import { countedBy, countType, storeCount } from './counted-outputs.js';
import { invalid } from './errors.js';
import { present, type Operator } from './operator.js';
import { sortIndices } from './sorted.js';

/**
 * The boxes of each class that no better one overlaps by too much, from the best on: image, class and box of each. A
 * last input says how many boxes there are.
 */
export const nonMaxSuppression: Operator = {
  name: 'NonMaxSuppression',
  inputs: [2, 5],
  normalise: (node) => {
    const known = node.has(2) ? node.knownInput(2)?.data[0] : 0;
    const most = Math.min(node.shape(0)[1] ?? 0, Math.max(0, known ?? Infinity));
    const attributes = { center_point_box: node.number('center_point_box', 0), most };
    const { counted } = node.type(0);
    const ofScores = node.type(1).counted;
    const isSame = !ofScores || (ofScores.axis === 2 && counted && node.isSameCount(ofScores.by, counted.by));
    if (counted && (counted.axis !== 1 || isSame !== true))
      node.unsupported('of boxes and scores whose numbers depend on different values');
    // All that there is room for, and how many are there.
    const [boxes, scores] = [0, 1].map((index) => (counted ? filled(node, node.input(index), 0) : node.input(index)));
    const given = Array.from({ length: 3 }, (_, index) => node.inputs[index + 2]);
    const inputs = [boxes, scores, ...given, counted?.by];
    return { values: node.emitCounted('NonMaxSuppression', inputs, attributes, 1) };
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
      const least = p.inputs[4] && p.let(p.inputs[4].load(0).to('real'));
      const overlap = p.let(p.inputs[3]?.load(0).to('real') ?? real(0));
      const candidates = p.scratch('index', count);
      // What is compared again and again: the sides of those that are kept, and their areas.
      const kept = Array.from({ length: 5 }, () => p.scratch('real', count));
      // Boxes that overlap start in the same cell along the first axis, or in the next one: a cell is as long as a box
      // can be. Of each the last one that is kept, and of each that is kept the one before it; -1 where there is none.
      const [last, before] = [p.scratch('index', count), p.scratch('index', count)];
      const there = p.inputs[5] ? p.let(p.inputs[5].load(0).to('index')) : number(count);
      const rows = p.let(number(0));
      p.each([images, classes], ([image, one]) => {
        const start = p.let(image!.times(classes).plus(one!).times(count));
        const found = p.let(number(0));
        p.loop(there, (box) => {
          const add = (): void => {
            p.store(candidates, found, box);
            p.set(found, found.plus(1));
          };
          if (least) p.if(scores.load(start.plus(box)).to('real').above(least), add);
          else add();
        });
        sortIndices(p, candidates, found, (a, b) => {
          const [x, y] = [a, b].map((box) => p.let(scores.load(start.plus(box)))) as [Value, Value];
          return x.above(y).or(x.is(y).and(a.below(b)));
        });
        const cellOf = cells(image!.times(count), found);
        p.loop(found, (cell) => {
          p.store(last, cell, -1);
        });
        const [rank, selected] = [p.let(number(0)), p.let(number(0))];
        p.while(rank.below(found).and(selected.below(most)), () => {
          const box = p.let(candidates.load(rank));
          const own = measured(image!.times(count).plus(box));
          const home = cellOf(own[0]!);
          const isFree = p.let(number(1));
          const cell = p.let(home.minus(1).largest(0));
          p.while(cell.atMost(home.plus(1).least(found.minus(1))).and(isFree.is(1)), () => {
            const other = p.let(last.load(cell));
            p.while(other.atLeast(0).and(isFree.is(1)), () => {
              ifBothCover(own, other, (common) => {
                const all = own[4]!.plus(kept[4]!.load(other)).minus(common);
                p.if(common.over(all).above(overlap), () => {
                  p.set(isFree, 0);
                });
              });
              p.set(other, before.load(other));
            });
            p.set(cell, cell.plus(1));
          });
          p.if(isFree.is(1), () => {
            for (const [k, value] of own.entries()) p.store(kept[k]!, selected, value);
            p.store(before, selected, last.load(home));
            p.store(last, home, selected);
            p.set(selected, selected.plus(1));
            for (const [k, index] of [image!, one!, box].entries())
              p.store(output, rows.times(3).plus(k), index.to(int64.name));
            p.set(rows, rows.plus(1));
          });
          p.set(rank, rank.plus(1));
        });
      });
      storeCount(p, rows, [{ output, each: 3 }]);

      /** The cell of what starts somewhere, of as many as there are candidates at most. */
      function cells(first: Value, found: Value): (start: Value) => Value {
        const [least, longest] = [p.let(real(Infinity)), p.let(real(0))];
        p.loop(found, (rank) => {
          const [start, , end] = measured(first.plus(candidates.load(rank)));
          p.set(least, least.least(start!));
          p.set(longest, longest.largest(end!.minus(start!)));
        });
        // Rounding must not put a cell between two that overlap.
        const length = p.let(longest.times(1 + 2 ** -20));
        return (start) => {
          const cell = p.let(start.minus(least).over(length));
          const within = cell.least(found.minus(1).to('real'));
          return p.let(cell.atLeast(0).choose(within, 0).to('index'));
        };
      }

      /** What a box and one that is kept both cover, where there is any. */
      function ifBothCover(own: readonly Value[], other: Value, body: (common: Value) => void): void {
        const along = (axis: number): Value =>
          p.let(own[axis + 2]!.least(kept[axis + 2]!.load(other)).minus(own[axis]!.largest(kept[axis]!.load(other))));
        const first = along(0);
        p.if(first.above(0), () => {
          const second = along(1);
          p.if(second.above(0), () => {
            body(p.let(first.times(second)));
          });
        });
      }

      /** Where a box starts along both axes, where it ends, and its area. */
      function measured(box: Value): readonly Value[] {
        const at = p.let(box.times(4));
        const numbers = [0, 1, 2, 3].map((k) => p.let(boxes.load(at.plus(k)).to('real')));
        const axes = [0, 1].map((axis): [Value, Value] => {
          const [u, v] = [numbers[axis]!, numbers[axis + 2]!];
          if (numberOf(node, 'center_point_box') === 0) return [u.least(v), u.largest(v)];
          return [u.minus(v.over(2)), u.plus(v.over(2))];
        });
        const [starts, ends] = [0, 1].map((side) => axes.map((sides) => p.let(sides[side]!))) as [Value[], Value[]];
        return [...starts, ...ends, p.let(ends[0]!.minus(starts[0]!).times(ends[1]!.minus(starts[1]!)))];
      }
    },
  }),
};
