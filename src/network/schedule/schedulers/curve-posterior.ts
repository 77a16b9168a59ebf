import { Random } from '../../../space/random.js';
import { sampleByStretching } from './stretch-sampler.js';
import type { CoursePoint } from './scheduler.js';

/** How far observed throughputs lie off a curve, relative to the best: bests move in steps. */
const NOISE = 0.05;

/**
 * Uniform priors: of the asymptote, relative to the best so far; of the logarithm of the trials at which half of it is
 * reached; and of the exponent.
 */
const PRIORS = [
  [1, 4],
  [Math.log(0.25), Math.log(64)],
  [0.25, 2],
] as const;

/** As DynaTune's code has them. */
const [WALKERS, SAMPLES, BURN_IN] = [10, 500, 300];

interface Observed {
  readonly trials: number;
  /** Throughput relative to the best. */
  readonly reached: number;
}

/**
 * What is believed of the learning curve of a task: best throughput after x trials as a / (1 + (m / x)^c), the log-power
 * family of DynaTune, whose three parameters are sampled (Markov chain Monte Carlo). The same points give the same
 * samples.
 */
export class CurvePosterior {
  readonly #best: number;
  readonly #curves: readonly Float64Array[];

  constructor(points: readonly CoursePoint[]) {
    const known = points.flatMap(({ trials, seconds }) => (seconds === undefined ? [] : [{ trials, seconds }]));
    this.#best = known.at(-1)?.seconds ?? 0;
    const observed = known.map(({ trials, seconds }) => ({ trials, reached: this.#best / seconds }));
    const random = new Random(trialsIn(points));
    const walkers = Array.from({ length: WALKERS }, () =>
      Float64Array.from(PRIORS, ([least, most]) => least + random.float() * (most - least)),
    );
    this.#curves = sampleByStretching(walkers, (curve) => logDensity(curve, observed), {
      samples: SAMPLES / WALKERS,
      burnIn: BURN_IN / WALKERS,
      random,
    });
  }

  /** Seconds below the best so far that `trials` in all are expected to reach; 0 where nothing is known. */
  expectedGain(trials: number): number {
    const gain = (curve: Float64Array): number => this.#best * (1 - 1 / Math.max(1, reachedBy(curve, trials)));
    return this.#curves.reduce((sum, curve) => sum + gain(curve), 0) / this.#curves.length;
  }
}

function trialsIn(points: readonly CoursePoint[]): number {
  return points.at(-1)?.trials ?? 0;
}

function logDensity(curve: Float64Array, observed: readonly Observed[]): number {
  if (PRIORS.some(([least, most], i) => curve[i]! < least || curve[i]! > most)) return -Infinity;
  const squares = observed.reduce((sum, { trials, reached }) => sum + (reached - reachedBy(curve, trials)) ** 2, 0);
  return -squares / (2 * NOISE ** 2);
}

function reachedBy([asymptote, logMidpoint, exponent]: Float64Array, trials: number): number {
  return asymptote! / (1 + (Math.exp(logMidpoint!) / trials) ** exponent!);
}
