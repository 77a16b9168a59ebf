/** Branches on conditions as soon as the loops that decide them are bound: peeled tails, guards, padding. */
import type { ConditionState } from './choices.js';
import * as ix from './index.js';
import type { Instance } from './instance.js';
import type { Loop } from './loop.js';
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
    const whole = instance.extent(parentOf(peel.inner)).constant;
    const full = Math.floor(whole / peel.factor);
    const isFull = ix.subtract(ix.constant(full - 1), instance.value(peel.outer)!);
    const tile = (extent: number): (() => Stmt) => inside(instance.peel(peel.inner, extent), choices);
    return place.branch(isFull, tile(peel.factor), tile(whole % peel.factor));
  }
  const guard = shares ? undefined : choices.openGuard(instance);
  if (guard) return place.branch(guard.when, inside(instance, choices.withGuard(guard.key)), () => nothing);
  if (place.around.onGpu) return then(instance, choices.settled(instance));
  const next = choices.decide(instance);
  if (next.kind === 'settled') return then(instance, next.choices);
  return place.branch(next.when, inside(instance, next.ifTrue), inside(instance, next.ifFalse));
}

function parentOf(inner: Loop): Loop {
  if (inner.origin.kind !== 'inner') throw new Error(`${inner.name} is not the inner loop of a split`);
  return inner.origin.parent;
}
