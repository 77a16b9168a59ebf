import type { Values } from '../space/space.js';
import type { KnownTask, RankedTrial } from './prior.js';
import { distanceBetween, type Coordinates, type Rebinding } from './rebind.js';

/**
 * Doublings over which a trial speaks for configs around it. Logs hold few trials, so that most of what was best
 * elsewhere was never tried on a given task.
 */
const REACH = 0.3;

/** Trials of a task that are asked, evenly over its ranks. */
const ASKED = 256;

/** How well configs of a space would have done on a task elsewhere. */
export class Estimate {
  readonly #points: readonly Float64Array[];
  readonly #shares: readonly number[];
  readonly #distances: Float64Array;

  constructor({ trials }: KnownTask, rebinding: Rebinding, coordinates: Coordinates) {
    const near = spread(trials, ASKED).flatMap(({ values, share }): readonly [Values, number][] => {
      const found = rebinding.nearest(values);
      return found ? [[found, share]] : [];
    });
    this.#points = near.map(([values]) => coordinates.of(values));
    this.#shares = near.map(([, share]) => share);
    this.#distances = new Float64Array(near.length);
  }

  /**
   * The share of the best that a config at this point would have reached there: the mean of its trials, each weighted
   * by how near it is (Nadaraya and Watson, 1964). 0 where there are none.
   */
  shareAt(point: Float64Array): number {
    let nearest = Infinity;
    for (const [i, other] of this.#points.entries()) {
      const distance = distanceBetween(point, other);
      this.#distances[i] = distance;
      if (distance < nearest) nearest = distance;
    }
    let [sum, total] = [0, 0];
    for (const [i, share] of this.#shares.entries()) {
      // Relative to the nearest: where all are far, that one speaks.
      const weight = Math.exp((nearest - this.#distances[i]!) / REACH);
      sum += weight * share;
      total += weight;
    }
    return total === 0 ? 0 : sum / total;
  }
}

function spread(trials: readonly RankedTrial[], most: number): readonly RankedTrial[] {
  if (trials.length <= most) return trials;
  return Array.from({ length: most }, (_, i) => trials[Math.floor((i * trials.length) / most)]!);
}
