/**
 * Where a loop over tiles reaches the border: the padding conditions of the stages placed inside, each at its worst
 * within a tile, and the tiles in which all of them hold. Those are the interior, whose code tests nothing; the few
 * tiles around it are code of their own.
 */
import * as ix from './index.js';
import { uses } from './index-facts.js';
import type { Index, Var } from './index.js';
import { selectsOf } from './choices.js';
import type { Placeholders } from './instance.js';
import { axesOf, bounds, type Around } from './region.js';
import type { Stage } from './stage.js';
import type { Condition } from './tensor.js';

/** A condition, and what it is at the element of the tile where it is least likely to hold. */
export interface BorderCondition {
  readonly condition: Condition;
  readonly worst: Index;
}

/** Tiles from..to (exclusive) of a loop in which all of these conditions hold. */
interface Interior {
  readonly from: number;
  readonly to: number;
  /** How many tiles are outside. */
  readonly border: number;
}

/**
 * Conditions of `inside` that depend on the loop variable `probe`, which is bound there, and on nothing that is
 * still unbound.
 */
export function borderConditions(
  inside: readonly Stage[],
  around: Around,
  probe: Var,
  known: ReadonlySet<Condition>,
): BorderCondition[] {
  return inside.flatMap((stage) => {
    const conditions = selectsOf(stage.compute).flatMap((s) => s.when.filter((c) => !known.has(c)));
    if (conditions.length === 0) return [];
    const placeholders: Placeholders = new Map();
    const axes = axesOf(stage, around, placeholders);
    return conditions
      .map((condition) => {
        const index = ix.substitute(condition, (v) => axes.get(v));
        return { condition, worst: bounds(index, placeholders).origin };
      })
      .filter(({ worst }) => uses(worst, (v) => v === probe));
  });
}

/** The interior of a loop of `extent` tiles; from = to = 0 where there is none. */
export function interiorOf(all: readonly BorderCondition[], probe: Var, extent: number): Interior {
  const holds = (tile: number): boolean =>
    all.every(
      ({ worst }) => ix.range(ix.substitute(worst, (v) => (v === probe ? ix.constant(tile) : undefined))).min >= 0,
    );
  let from = 0;
  while (from < extent && !holds(from)) from++;
  let to = from;
  while (to < extent && holds(to)) to++;
  return from < to ? { from, to, border: extent - (to - from) } : { from: 0, to: 0, border: extent };
}
