import type { Config } from '../space/config.js';
import type { Random } from '../space/random.js';
import type { Space } from '../space/space.js';

/** Designs that are drawn before the forbidden points of a constrained space are made up for in another way. */
const DESIGNS = 8;

/**
 * Up to n different configs, none excluded, as a Latin hypercube spreads them (McKay, Beckman and Conover,
 * Technometrics 1979): the values of each knob are cut into n strata, and every stratum is used once. Where constraints
 * forbid points of a design, the next design continues; there may be fewer than n in the end.
 */
export function drawLatinHypercube(space: Space, random: Random, excluded: ReadonlySet<number>, n: number): Config[] {
  const drawn = new Map<number, Config>();
  for (let design = 0; design < DESIGNS && drawn.size < n; design++) {
    for (const index of latinIndices(space, random, n)) {
      if (drawn.size < n && !excluded.has(index) && space.isValid(index)) drawn.set(index, space.get(index));
    }
  }
  return [...drawn.values()];
}

function latinIndices(space: Space, random: Random, n: number): number[] {
  const indices = new Array<number>(n).fill(0);
  let stride = 1;
  for (const { values } of space.knobs) {
    const digits = indices.map((_, stratum) => Math.floor(((stratum + random.float()) * values.length) / n));
    random.shuffle(digits);
    digits.forEach((digit, i) => (indices[i]! += digit * stride));
    stride *= values.length;
  }
  return indices;
}
