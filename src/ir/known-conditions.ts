/** Branches on conditions as soon as the loops that decide them are bound: peeled tails, guards, padding. */
import type { ConditionState } from './choices.js';
import * as ix from './index.js';
import type { Instance } from './instance.js';
import type { Index } from './index.js';
import { remainder } from './index-facts.js';
import type { Loop, SplitUse } from './loop.js';
import { nothing, type Stmt } from './nest.js';
import type { Place } from './place.js';

/**
 * Branches on what is known at a place and was not before: tails first, then conditions; `then` emits what is inside.
 * On a GPU, where threads differ in what is known, conditions stay selects, and guards wait (`shares`) until what
 * threads share is made: they must not enclose a barrier.
 */
export function branchOnKnown(
  place: Place,
  instance: Instance,
  choices: ConditionState,
  shares: boolean,
  then: (instance: Instance, choices: ConditionState) => Stmt,
): Stmt {
  const inside = (i: Instance, c: ConditionState) => () => branchOnKnown(place, i, c, shares, then);
  const peel = instance.duePeels().at(0);
  if (peel) {
    const whole = instance.extent(parentOf(peel.inner));
    const tile = (extent: number): (() => Stmt) => inside(instance.peel(peel.inner, extent), choices);
    return place.branch(isFull(whole, peel, instance), tile(peel.factor), tile(remainder(whole, peel.factor)!));
  }
  const guard = shares ? undefined : choices.openGuard(instance);
  if (guard) return place.branch(guard.when, inside(instance, choices.withGuard(guard.key)), () => nothing);
  if (place.around.onGpu) return then(instance, choices.settled(instance));
  const next = choices.decide(instance);
  if (next.kind === 'settled') return then(instance, next.choices);
  return place.branch(next.when, inside(instance, next.ifTrue), inside(instance, next.ifFalse));
}

/** The condition under which a tile of a loop of this extent is a whole one. */
function isFull(whole: Index, { factor, outer }: SplitUse, instance: Instance): Index {
  const tile = instance.value(outer)!;
  if (ix.isConstant(whole)) return ix.subtract(ix.constant(Math.floor(whole.constant / factor) - 1), tile);
  return ix.subtract(ix.subtract(whole, ix.constant(factor)), ix.scale(tile, factor));
}

function parentOf(inner: Loop): Loop {
  if (inner.origin.kind !== 'inner') throw new Error(`${inner.name} is not the inner loop of a split`);
  return inner.origin.parent;
}
