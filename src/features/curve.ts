/**
 * The relation feature of AutoTVM (NeurIPS 2018, section 4: context relation; `GetCurveSampleFeatureFlatten` in its sources): how much a loop
 * touches against how often, sampled on a logarithmic scale. It knows no order and no name of loops, so that it means the same for
 * programs of different loops.
 */
import type { LoopRow } from './loops.js';

/** Points at which AutoTVM samples for its cost model. */
export const POINTS = 20;

/** The relations that are sampled: the first at powers of 2 of the second. */
export const relations = [
  ['reuse', 'count'],
  ['count', 'reuse'],
  ['top-down', 'count'],
  ['count', 'top-down'],
] as const;

/** Of one access: log2 of three numbers of each loop around it, ascending, after a 0. */
export type Curves = Readonly<Record<'count' | 'reuse' | 'top-down', ArrayLike<number>>>;

/**
 * AutoTVM's vector of a nest, number by number: for each buffer that a loop of the deepest nest level touches (of its accesses the last), in the
 * order of their names, four relations at `points` points, two numbers each.
 */
export function curve(rows: readonly LoopRow[], points = POINTS): number[] {
  const out: number[] = [];
  for (const key of deepestAccesses(rows)) {
    const loops = rows.flatMap(({ topDown, touches }) => {
      const touch = touches.get(key);
      return touch ? [{ topDown, ...touch }] : [];
    });
    const logs = (of: (loop: (typeof loops)[number]) => number): number[] => {
      return [0, ...loops.map(of).map(Math.log2)].sort((a, b) => a - b);
    };
    const curves: Curves = {
      count: logs(({ count }) => count),
      reuse: logs(({ reuse }) => reuse),
      'top-down': logs(({ topDown }) => topDown),
    };
    sample(curves, loops.length + 1, points, (number) => out.push(number));
  }
  return out;
}

/** Samples all relations of curves of `size` points: of each the value at the last point that is not beyond, and how far it is behind. */
export function sample(curves: Curves, size: number, points: number, emit: (number: number) => void): void {
  for (const [of, at] of relations) {
    const [y, x] = [curves[of], curves[at]];
    let last = 0;
    for (let point = 0; point < points; point++) {
      while (last + 1 < size && x[last + 1] < point + 1e-6) last++;
      emit(y[last]);
      emit(point - x[last]);
    }
  }
}

/** Keys `buffer_occurrence` of accesses at the deepest level, of each buffer the last, whatever its memory scope (`A.local` is `A`). */
function deepestAccesses(rows: readonly LoopRow[]): string[] {
  const deepest = Math.max(0, ...rows.map(({ nestLevel }) => nestLevel));
  const keys = new Map<string, string>();
  for (const { nestLevel, touches } of [...rows].reverse())
    for (const key of nestLevel === deepest ? [...touches.keys()].reverse() : []) {
      const buffer = key.slice(0, key.lastIndexOf('_')).split('.')[0];
      if (!keys.has(buffer)) keys.set(buffer, key);
    }
  return [...keys.values()].sort();
}
