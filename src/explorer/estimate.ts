import type { Values } from '../space/space.js';
import type { KnownTask, RankedTrial } from '../model/prior.js';
import type { Coordinates, Rebinding } from './rebind.js';

/**
 * Doublings over which a trial speaks for configs around it. Logs hold few trials, so that most of what was best
 * elsewhere was never tried on a given task.
 */
const REACH = 0.3;

/** Trials of a task that are asked, evenly over its ranks. */
const ASKED = 256;

/** How well configs of a space would have done on a task elsewhere. */
export class Estimate {
  /** One after the other: they are asked a great many times. */
  readonly #points: Float64Array;
  readonly #shares: Float64Array;
  readonly #distances: Float64Array;

  constructor({ trials }: KnownTask, rebinding: Rebinding, coordinates: Coordinates) {
    const near = spread(trials, ASKED).flatMap(({ values, share }): readonly [Values, number][] => {
      const found = rebinding.nearest(values);
      return found ? [[found, share]] : [];
    });
    const { dimensions } = coordinates;
    this.#points = new Float64Array(near.length * dimensions);
    for (const [i, [values]] of near.entries()) this.#points.set(coordinates.of(values), i * dimensions);
    this.#shares = Float64Array.from(near, ([, share]) => share);
    this.#distances = new Float64Array(near.length);
  }

  /**
   * The share of the best that a config at this point would have reached there: the mean of its trials, each weighted
   * by how near it is (Nadaraya and Watson, 1964). 0 where there are none.
   */
  shareAt(point: Float64Array): number {
    const nearest = this.#measure(point);
    let sum = 0;
    let total = 0;
    for (let i = 0; i < this.#shares.length; i++) {
      // Relative to the nearest: where all are far, that one speaks.
      const weight = Math.exp((nearest - this.#distances[i]!) / REACH);
      sum += weight * this.#shares[i]!;
      total += weight;
    }
    return total === 0 ? 0 : sum / total;
  }

  /** Notes how far each trial is from a point, and returns the least of that. */
  #measure(point: Float64Array): number {
    let nearest = Infinity;
    for (let i = 0, at = 0; i < this.#distances.length; i++) {
      let distance = 0;
      for (let k = 0; k < point.length; k++, at++) distance += Math.abs(point[k]! - this.#points[at]!);
      this.#distances[i] = distance;
      if (distance < nearest) nearest = distance;
    }
    return nearest;
  }
}

function spread(trials: readonly RankedTrial[], most: number): readonly RankedTrial[] {
  if (trials.length <= most) return trials;
  return Array.from({ length: most }, (_, i) => trials[Math.floor((i * trials.length) / most)]!);
}
