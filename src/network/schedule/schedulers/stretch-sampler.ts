import type { Random } from '../../../space/random.js';

/** Of the stretch: a walker moves to between half of and twice its distance from another. */
const STRETCH = 2;

interface Sampling {
  /** Of each walker, kept and thrown away before. */
  readonly samples: number;
  readonly burnIn: number;
  readonly random: Random;
}

/**
 * Samples of a density of which only the logarithm is known, but for a constant: walkers take steps on the line through
 * another one (Goodman and Weare, Comm. App. Math. Comp. Sci. 2010; emcee), so that scales need not be known.
 */
export function sampleByStretching(
  starts: readonly Float64Array[],
  logDensity: (point: Float64Array) => number,
  { samples, burnIn, random }: Sampling,
): readonly Float64Array[] {
  const walkers = starts.map((point) => ({ point, height: logDensity(point) }));
  const kept: Float64Array[] = [];
  for (let round = 0; round < burnIn + samples; round++) {
    for (const walker of walkers) {
      const other = random.pick(walkers.filter((one) => one !== walker));
      const stretch = ((STRETCH - 1) * random.float() + 1) ** 2 / STRETCH;
      const point = other.point.map((from, i) => from + stretch * (walker.point[i]! - from));
      const height = logDensity(point);
      const rise = (point.length - 1) * Math.log(stretch) + height - walker.height;
      if (Math.log(1 - random.float()) < rise) Object.assign(walker, { point, height });
      if (round >= burnIn) kept.push(walker.point);
    }
  }
  return kept;
}
