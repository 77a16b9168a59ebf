import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64';
import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plusFromState } from 'pure-rand/generator/xoroshiro128plus';

/**
 * A seeded source of random numbers (xoroshiro128+). The same seed gives the same numbers on every machine;
 * neighbouring seeds give unrelated ones. All randomness of a run comes from one of these.
 */
export class Random {
  readonly #generator;

  /** Any finite number is a seed; fractions are dropped. */
  constructor(seed: number) {
    this.#generator = xoroshiro128plusFromState(spread(seed));
  }

  /** A uniform integer in [0, n), 1 <= n <= 2^53. Throws RangeError for any other n. */
  int(n: number): number {
    if (!Number.isInteger(n) || n < 1) throw new RangeError(`There is no integer in [0, ${n}).`);
    return uniformInt(this.#generator, 0, n - 1);
  }

  /** A uniform number in [0, 1) with 53 random bits. */
  float(): number {
    return uniformFloat64(this.#generator);
  }

  /** One item of a list that is not empty. */
  pick<T>(list: ArrayLike<T>): T {
    return list[this.int(list.length)]!;
  }

  /** Shuffles the list in place (Fisher-Yates). */
  shuffle(list: unknown[]): void {
    for (let last = list.length - 1; last > 0; last--) {
      const other = this.int(last + 1);
      [list[last], list[other]] = [list[other], list[last]];
    }
  }
}

/**
 * Spreads a seed over the 128 bits of the state with SplitMix32. The generator's own seeding leaves neighbouring seeds
 * with almost the same first numbers.
 */
function spread(seed: number): number[] {
  const whole = Math.trunc(seed);
  if (!Number.isFinite(whole)) throw new RangeError(`${seed} cannot be a seed.`);
  let state = (whole ^ Math.imul(Math.floor(whole / 2 ** 32), 0x85ebca6b)) | 0;
  return Array.from({ length: 4 }, () => {
    state = (state + 0x9e3779b9) | 0;
    let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
    return mixed ^ (mixed >>> 15);
  });
}
