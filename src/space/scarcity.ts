/** Spaces in which a search would find nothing, and the constraint to blame. */
import { valuesAt } from './odometer.js';
import { Random } from './random.js';
import type { Constraint, Space } from './space.js';

export interface Scarcity {
  /** Points that were tried, none of them valid. */
  readonly tried: number;
  /** Whether these were all that there are; otherwise they were drawn. */
  readonly isAll: boolean;
  /** The constraint that forbids the most, and the fraction that it forbids. */
  readonly worst: Constraint;
  readonly forbids: number;
}

/** A second, about. A search draws fewer: where none of so many is valid it has nothing to go by. */
const MOST_TRIED = 2 ** 19;
/** Points of which every constraint is asked, where none is valid, so that the strictest goes first for the others. */
const COMPARED = 2 ** 10;

/** Tries all points of a space, or as many of a larger one as take a second; undefined as soon as one is valid. */
export function scarcityOf(space: Space): Scarcity | undefined {
  const { knobs, rawSize } = space;
  const isAll = rawSize <= MOST_TRIED;
  const tried = isAll ? rawSize : MOST_TRIED;
  const random = new Random(rawSize);
  let { constraints } = space;
  for (let place = 0; place < tried; place++) {
    const values = valuesAt(knobs, isAll ? place : random.int(rawSize));
    if (constraints.every(({ test }) => test(values))) return undefined;
    if (place === COMPARED) constraints = strictestFirst(space).map(({ constraint }) => constraint);
  }
  const { constraint: worst, forbids } = strictestFirst(space)[0]!;
  return { tried, isAll, worst, forbids };
}

function strictestFirst({ knobs, rawSize, constraints }: Space): { constraint: Constraint; forbids: number }[] {
  const random = new Random(rawSize);
  const points = Array.from({ length: COMPARED }, () => valuesAt(knobs, random.int(rawSize)));
  return constraints
    .map((constraint) => ({
      constraint,
      forbids: points.filter((values) => !constraint.test(values)).length / COMPARED,
    }))
    .toSorted((a, b) => b.forbids - a.forbids);
}

/** What is left, as the end of a sentence. */
export function noneOf({ tried, isAll }: Scarcity): string {
  return isAll ? `none of the ${tried} configs` : `none of ${tried} configs that were drawn`;
}
