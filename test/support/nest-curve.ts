import { POINTS, sample, type Curves } from '../../src/features/curve.js';
import type { LoopRow } from './loop-matrix.js';

/**
 * AutoTVM's vector of a nest, number by number: for each buffer that a loop of the deepest nest level touches (of its
 * accesses the last), in the order of their names, four relations at `points` points, two numbers each.
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

/**
 * Keys `buffer_occurrence` of accesses at the deepest level, of each buffer the last, whatever its memory scope
 * (`A.local` is `A`).
 */
function deepestAccesses(rows: readonly LoopRow[]): string[] {
  const deepest = Math.max(0, ...rows.map(({ nestLevel }) => nestLevel));
  const keys = new Map<string, string>();
  for (const { nestLevel, touches } of [...rows].reverse())
    for (const key of nestLevel === deepest ? [...touches.keys()].reverse() : []) {
      const buffer = key.slice(0, key.lastIndexOf('_')).split('.')[0]!;
      if (!keys.has(buffer)) keys.set(buffer, key);
    }
  return [...keys.values()].sort();
}
