/** A value to be made small, and its gradient; an infinite value is a place where there is none. */
export interface Slope {
  readonly value: number;
  readonly gradient: Float64Array;
}

const FIRST_STEP = 0.2;
const [LONGEST, SHORTEST] = [1, 1e-4];
const [FASTER, SLOWER] = [1.4, 0.5];

/**
 * The best of `rounds` points of a descent by the signs of the gradient alone (iRprop-; Igel and Hüsken, Neurocomputing
 * 2003), which asks for no line search and does not mind the scales of the parameters.
 */
export function descend(start: Float64Array, rounds: number, slopeAt: (point: Float64Array) => Slope): Float64Array {
  const point = Float64Array.from(start);
  const steps = new Float64Array(start.length).fill(FIRST_STEP);
  let before = new Float64Array(start.length);
  let [best, least] = [Float64Array.from(start), Infinity];
  for (let round = 0; round < rounds; round++) {
    const { value, gradient } = slopeAt(point);
    if (value < least) [best, least] = [Float64Array.from(point), value];
    if (!Number.isFinite(value)) break;
    const signs = new Float64Array(start.length);
    gradient.forEach((slope, i) => {
      const turn = slope * before[i]!;
      if (turn > 0) steps[i] = Math.min(LONGEST, steps[i]! * FASTER);
      if (turn < 0) steps[i] = Math.max(SHORTEST, steps[i]! * SLOWER);
      signs[i] = turn < 0 ? 0 : slope;
      point[i]! -= Math.sign(signs[i]) * steps[i]!;
    });
    before = signs;
  }
  return best;
}
