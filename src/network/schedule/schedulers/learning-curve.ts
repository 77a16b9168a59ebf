import { sampleByStretchMoves, type Point } from '../../../learning/stretch-moves.js';
import { Random } from '../../../space/random.js';

/** Walkers, and their sweeps: those of DynaTune's code. */
const WALKERS = 10;
const SWEEPS = { burnIn: 300, sweeps: 200 };

/** How far observed throughputs lie off a curve, relative to the best: bests move in steps. */
const NOISE = 0.05;

/** Points of a course that a curve is fitted to, spread over it, so that long ones cost no more. */
const OBSERVED = 16;

/** What is thought of a curve before anything is observed: all between these, alike. */
const PRIOR = {
  asymptote: { low: 0, high: 4 },
  logMidpoint: { low: Math.log(1 / 4), high: Math.log(64) },
  exponent: { low: 1 / 4, high: 2 },
};

/** Throughput after x trials, relative to the best so far: a / (1 + (m / x)^c), the log-power family of DynaTune. */
interface Curve {
  readonly asymptote: number;
  /** Of the trials at which half of the asymptote is reached. */
  readonly logMidpoint: number;
  readonly exponent: number;
}

/** The best throughput after so many trials, relative to the best so far. */
export interface Observed {
  readonly trials: number;
  readonly reached: number;
}

/**
 * What is believed of the learning curve of a task: samples of it, given the best throughputs so far, by an ensemble of
 * walkers. They walk along the level at the last trial, which is known well, in place of the asymptote, which hangs
 * together with the midpoint: of the same density, fewer samples say as much.
 */
export class CurvePosterior {
  readonly #curves: readonly Curve[];

  /** `observed`: one or more, oldest first. */
  constructor(observed: readonly Observed[], seed: number) {
    this.#curves = sampleCurves(spread(observed), new Random(seed));
  }

  /** Of the seconds of the best so far, the part that `trials` in all are expected to save. */
  expectedGain(trials: number): number {
    const kept = this.#curves.reduce((sum, curve) => sum + 1 / Math.max(1, reachedBy(curve, trials)), 0);
    return 1 - kept / this.#curves.length;
  }
}

/**
 * The logarithm of how likely a curve is after what was observed, but for a constant.
 *
 * @internal Tests integrate it.
 */
export function logDensityOf(curve: Curve, observed: readonly Observed[]): number {
  const { asymptote, logMidpoint, exponent } = curve;
  if (!isIn(PRIOR.asymptote, asymptote) || !isIn(PRIOR.logMidpoint, logMidpoint) || !isIn(PRIOR.exponent, exponent))
    return -Infinity;
  let squares = 0;
  for (const { trials, reached } of observed) squares += (reached - reachedBy(curve, trials)) ** 2;
  return -squares / (2 * NOISE ** 2);
}

function sampleCurves(observed: readonly Observed[], random: Random): readonly Curve[] {
  const last = Math.log(observed.at(-1)!.trials);
  /** The asymptote relative to the level. */
  const ratioOf = (point: Point): number => 1 + Math.exp(point[2]! * (point[1]! - last));
  const curveOf = (point: Point): Curve => {
    return { asymptote: point[0]! * ratioOf(point), logMidpoint: point[1]!, exponent: point[2]! };
  };
  const starts = Array.from({ length: WALKERS }, () => {
    const shape = [0, drawFrom(PRIOR.logMidpoint, random), drawFrom(PRIOR.exponent, random)];
    const level = Math.min(1, PRIOR.asymptote.high / ratioOf(shape));
    return shape.with(0, level * (1 - NOISE * random.float()));
  });
  const logDensity = (point: Point): number => {
    const log = logDensityOf(curveOf(point), observed);
    return log === -Infinity ? log : log + Math.log(ratioOf(point));
  };
  return sampleByStretchMoves(logDensity, starts, random, SWEEPS).map(curveOf);
}

function reachedBy({ asymptote, logMidpoint, exponent }: Curve, trials: number): number {
  return asymptote / (1 + Math.exp(exponent * (logMidpoint - Math.log(trials))));
}

/** At most OBSERVED of them, the last among these. */
function spread(observed: readonly Observed[]): readonly Observed[] {
  const count = Math.min(OBSERVED, observed.length);
  return Array.from({ length: count }, (_, i) => observed[Math.ceil(((i + 1) * observed.length) / count) - 1]!);
}

interface Range {
  readonly low: number;
  readonly high: number;
}

function isIn({ low, high }: Range, value: number): boolean {
  return low <= value && value <= high;
}

function drawFrom({ low, high }: Range, random: Random): number {
  return low + random.float() * (high - low);
}
