import type { Random } from '../space/random.js';

/** A point of the parameters' space. */
export type Point = readonly number[];

export interface SamplerOptions {
  /** Sweeps of all walkers: those that are dropped, and those that are kept after them. */
  readonly burnIn: number;
  readonly sweeps: number;
}

/** How far a move goes at most, as a factor, and its inverse at least: the authors' choice. */
const STRETCH = 2;

/**
 * Samples of a density by walkers that move along the lines between them (Goodman and Weare, "Ensemble samplers with
 * affine invariance", CAMCoS 2010): the scales of the parameters, and their correlations, need not be known.
 * `logDensity` may be off by a constant; it is -Infinity where the density is 0. `starts`: one point a walker, at least
 * twice as many as parameters, not all in one plane, and each of a density above 0.
 */
export function sampleByStretchMoves(
  logDensity: (point: Point) => number,
  starts: readonly Point[],
  random: Random,
  { burnIn, sweeps }: SamplerOptions,
): readonly Point[] {
  const walkers = starts.map((point) => ({ point, log: logDensity(point) }));
  const samples: Point[] = [];
  for (let sweep = 0; sweep < burnIn + sweeps; sweep++) {
    for (const [place, walker] of walkers.entries()) {
      const other = walkers[(place + 1 + random.int(walkers.length - 1)) % walkers.length]!.point;
      const stretch = drawStretch(random);
      const point = other.map((value, i) => value + stretch * (walker.point[i]! - value));
      const log = logDensity(point);
      const gain = (point.length - 1) * Math.log(stretch) + log - walker.log;
      if (Math.log(1 - random.float()) < gain) walkers[place] = { point, log };
    }
    if (sweep >= burnIn) samples.push(...walkers.map(({ point }) => point));
  }
  return samples;
}

/** From 1 / STRETCH to STRETCH, with a density that falls with the square root of it. */
function drawStretch(random: Random): number {
  return ((STRETCH - 1) * random.float() + 1) ** 2 / STRETCH;
}
