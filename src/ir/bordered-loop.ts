import { borderConditions, interiorOf } from './border.js';
import type { ConditionState } from './choices.js';
import * as ix from './index.js';
import type { Index } from './index.js';
import type { Instance } from './instance.js';
import { forRange } from './loop-range.js';
import type { Loop } from './loop.js';
import { block, forLoop, type Stmt } from './nest.js';
import type { Place, Plan } from './place.js';
import { placedInside } from './placement.js';

/**
 * Border tiles of a loop that become code of their own; with more, one test per tile separates border and interior.
 */
const MOST_BORDER_TILES = 4;

/**
 * A partitioned loop, the k-th leaf of a plan: its border tiles, and its interior, in which padding conditions hold and
 * are not tested; undefined where no condition inside depends on the loop.
 */
export function emitBorderAndInterior(
  place: Place,
  plan: Plan,
  loop: Loop,
  instance: Instance,
  choices: ConditionState,
  k: number,
): Stmt | undefined {
  const { stages, known, spans, detail } = place.around;
  const { stage } = instance;
  const extent = instance.extent(loop);
  const v = new ix.Var(loop.name, ix.range(extent).max);
  const open = new Map(place.around.open).set(stage, instance.bind(loop, ix.variable(v)));
  const all = borderConditions(placedInside(stages, stage, plan.leaves.slice(k)), { stages, open, spans }, v, known);
  if (all.length === 0) return undefined;

  const at = (e: Place) => (tile: Index) => e.walk(plan, instance.bind(loop, tile), choices, k + 1);
  const [border, interior] = [at(place), at(place.knowing(all))];
  const parts = loop.annotation === 'serial' && ix.isConstant(extent) && interiorOf(all, v, extent.constant);
  if (parts && parts.border <= MOST_BORDER_TILES) {
    const { from, to } = parts;
    const inside = forRange(detail, stage, loop, from, to, interior);
    if (detail === 'features' && to - from > 1) return inside;
    const tiles = (first: number, end: number): Stmt[] =>
      Array.from({ length: end - first }, (_, i) => border(ix.constant(first + i)));
    return block(...tiles(0, from), inside, ...tiles(to, extent.constant));
  }
  const holds = all.map((h) => h.worst).reduce(ix.min);
  const tile = ix.variable(v);
  const either = place.branch(
    holds,
    () => interior(tile),
    () => border(tile),
  );
  return forLoop(stage, loop, v, ix.zero, extent, either);
}
