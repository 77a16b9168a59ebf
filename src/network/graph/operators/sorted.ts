/** Sorting in procedures. */
import type { ProcedureArray, ProcedureBuilder } from '../../../ir/procedure/builder.js';
import type { Operand, Value } from '../../../ir/procedure/value.js';

/** Whether one index comes before another; of any two different ones either does. */
export type Before = (a: Value, b: Value) => Value;

/** Sorts the first `count` indices of an array in place: heapsort, which needs no memory and has no worst case. */
export function sortIndices(p: ProcedureBuilder, order: ProcedureArray, count: Operand, before: Before): void {
  const length = p.let(order.place([0]).plus(count));
  const left = p.let(length.over(2));
  p.while(left.above(0), () => {
    p.set(left, left.minus(1));
    siftDown(p, order, { from: left, end: length }, before);
  });
  p.while(length.above(1), () => {
    p.set(length, length.minus(1));
    const last = p.let(order.load(length));
    p.store(order, length, order.load(0));
    p.store(order, 0, last);
    siftDown(p, order, { from: order.place([0]), end: length }, before);
  });
}

/** Moves an index down until none behind it in the heap comes after it. */
function siftDown(
  p: ProcedureBuilder,
  order: ProcedureArray,
  { from, end }: { readonly from: Value; readonly end: Value },
  before: Before,
): void {
  const root = p.let(from);
  const child = p.let(root.times(2).plus(1));
  p.while(child.below(end), () => {
    const next = p.let(child.plus(1));
    p.if(next.below(end), () => {
      const [first, second] = [p.let(order.load(child)), p.let(order.load(next))];
      p.if(before(first, second), () => {
        p.set(child, next);
      });
    });
    const [top, below] = [p.let(order.load(root)), p.let(order.load(child))];
    p.if(
      before(top, below),
      () => {
        p.store(order, root, below);
        p.store(order, child, top);
        p.set(root, child);
        p.set(child, root.times(2).plus(1));
      },
      () => {
        p.set(child, end);
      },
    );
  });
}
