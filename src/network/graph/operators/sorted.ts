/** Sorting in procedures. */
import type { ProcedureArray, ProcedureBuilder } from '../../../ir/procedure/builder.js';
import type { Operand, Value } from '../../../ir/procedure/value.js';

/** Whether one index comes before another; of any two different ones either does. */
export type Before = (a: Value, b: Value) => Value;

/** Sorts the first `count` indices of an array in place: heapsort, which needs no memory and has no worst case. */
export function sortIndices(p: ProcedureBuilder, order: ProcedureArray, count: Operand, before: Before): void {
  const length = p.let(order.place([0]).plus(count));
  heapify(p, order, length, before);
  drain(p, order, length, before);
}

/** The first `most` of the indices from 0 to before `count`, in order, by a heap of no more. */
export function firstIndices(
  p: ProcedureBuilder,
  order: ProcedureArray,
  { count, most }: { readonly count: Value; readonly most: Value },
  before: Before,
): void {
  p.loop(most, (index) => {
    p.store(order, index, index);
  });
  heapify(p, order, most, before);
  p.if(most.above(0), () => {
    p.range(most, count, (index) => {
      const last = p.let(order.load(0));
      p.if(before(index, last), () => {
        p.store(order, 0, index);
        siftDown(p, order, { from: order.place([0]), end: most }, before);
      });
    });
  });
  drain(p, order, most, before);
}

/** Puts an index behind which no other one is to the front. */
function heapify(p: ProcedureBuilder, order: ProcedureArray, length: Value, before: Before): void {
  const left = p.let(length.over(2));
  p.while(left.above(0), () => {
    p.set(left, left.minus(1));
    siftDown(p, order, { from: left, end: length }, before);
  });
}

/** Sorts a heap. */
function drain(p: ProcedureBuilder, order: ProcedureArray, count: Value, before: Before): void {
  const length = p.let(count);
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
