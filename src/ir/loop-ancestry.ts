/** What the loops of a stage descend from: the axes at their roots, and the splits above each leaf. */
import * as ix from './index.js';
import type { Index, Var } from './index.js';
import { remainder } from './index-facts.js';
import { runsWhole } from './loop.js';
import type { Loop, SplitUse, Tail } from './loop.js';
import type { Stage } from './stage.js';

/** A split that a loop descends from. */
export interface SplitAbove {
  readonly use: SplitUse;
  readonly parent: Loop;
  /** Whether the loop descends from the inner side of the split. */
  readonly inner: boolean;
}

/** Found once for all places that a stage is lowered at. */
export interface LoopAncestry {
  /** The loop of each axis, from which the leaves descend. */
  readonly roots: ReadonlyMap<Var, Loop>;
  readonly splits: ReadonlyMap<Loop, readonly SplitAbove[]>;
  /** Splits of each way to treat a shorter last tile, in the order of the leaves. */
  readonly peels: readonly SplitAbove[];
  readonly guards: readonly SplitAbove[];
}

export function ancestryOf({ loops }: Stage): LoopAncestry {
  const splits = new Map(loops.map((leaf) => [leaf, splitsAbove(leaf)]));
  const unique = new Map([...splits.values()].flat().map((split) => [split.parent, split]));
  const having = (tail: Tail): SplitAbove[] => [...unique.values()].filter(({ use }) => use.tail === tail);
  return { roots: rootsOf(loops), splits, peels: having('peel'), guards: having('guard') };
}

function rootsOf(leaves: readonly Loop[]): Map<Var, Loop> {
  const roots = new Map<Var, Loop>();
  const visit = (loop: Loop): void => {
    const { origin } = loop;
    if (origin.kind === 'axis') roots.set(origin.axis, loop);
    else if (origin.kind === 'fused') [origin.outer, origin.inner].forEach(visit);
    else visit(origin.parent);
  };
  leaves.forEach(visit);
  return roots;
}

/**
 * Whether tiles of this size fill the extent, or one covers it: it is as short as the extent, unless all of it runs
 * anyway.
 */
export function fits(extent: Index, use: SplitUse): boolean {
  if (!ix.isConstant(extent)) return remainder(extent, use.factor) === 0;
  const { constant: whole } = extent;
  return whole % use.factor === 0 || (whole <= use.factor && !(runsOver(use) && runsWhole(use.inner)));
}

/** Whether the inner loop runs over the end of a shorter last tile. */
export function runsOver({ tail }: SplitUse): boolean {
  return tail === 'guard' || tail === 'zero';
}

/** From the root down. */
export function splitsAbove(loop: Loop): SplitAbove[] {
  const { origin } = loop;
  if (origin.kind === 'axis') return [];
  if (origin.kind === 'fused') return [...splitsAbove(origin.outer), ...splitsAbove(origin.inner)];
  const { parent } = origin;
  return [...splitsAbove(parent), { use: parent.use as SplitUse, parent, inner: origin.kind === 'inner' }];
}
