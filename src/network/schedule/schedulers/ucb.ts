import { highest, trialsOf, type Scheduler, type TaskCourse, type CoursePoint } from './scheduler.js';

/** Of the bonus for tasks that had few batches. */
const EXPLORATION = 2;

/**
 * DynaTune's bandit (Zhang et al., ICLR 2021): of every task a learning curve is fitted to what its trials reached; the
 * next batch goes to the task that is thought to gain most by it, with a bonus for those that had few batches (UCB).
 * Gains are milliseconds of the network here, weight included, relative to the largest: the published code scores
 * FLOP/s and knows no weights. A gain is the expected improvement over the curves that fit, which the uncertainty of
 * the fit is part of.
 */
export const ucb: Scheduler = {
  name: 'ucb',
  summary: "the task whose learning curve promises most, and those that had few batches (DynaTune's)",
  next: (open) => {
    const gains = new Map(open.map((course) => [course, gainOf(course)]));
    const unit = Math.max(...gains.values()) || 1;
    const batches = open.reduce((sum, { points }) => sum + points.length, 0);
    const bonus = ({ points }: TaskCourse): number =>
      Math.sqrt((EXPLORATION * Math.log(batches)) / Math.max(1, points.length));
    return highest(open, (course) => gains.get(course)! / unit + bonus(course));
  },
};

/** Seconds of the network that as many trials as the last batch had are thought to save. */
function gainOf(course: TaskCourse): number {
  const { points, weight } = course;
  const trials = trialsOf(course);
  const batch = trials - (points.at(-2)?.trials ?? 0);
  return weight * new CurvePosterior(points).expectedGain(trials + batch);
}

/** Exponents, and trials at which half of the asymptote is reached, of the curves that are thought of. */
const EXPONENTS = [0.25, 0.5, 1, 2];
const MIDPOINTS = [0.25, 0.5, 1, 2, 4, 8, 16, 32, 64];
/** How far observed throughputs lie off a curve, relative to the best: bests move in steps. */
const NOISE = 0.05;

interface Weighted {
  readonly midpoint: number;
  readonly exponent: number;
  readonly asymptote: number;
  readonly likelihood: number;
}

/**
 * What is believed of the learning curve of a task: best throughput after x trials as a / (1 + (m / x)^c), the
 * log-power family of DynaTune. The three parameters have no sampler here: m and c lie on a grid, a is that of least
 * squares, and each curve weighs as much as its residuals let it.
 *
 * @internal Tests ask it for gains.
 */
export class CurvePosterior {
  readonly #best: number;
  readonly #curves: readonly Weighted[];

  constructor(points: readonly CoursePoint[]) {
    const known = points.flatMap(({ trials, seconds }) => (seconds === undefined ? [] : [{ trials, seconds }]));
    this.#best = known.at(-1)?.seconds ?? 0;
    const observed = known.map(({ trials, seconds }) => ({ trials, reached: this.#best / seconds }));
    this.#curves = EXPONENTS.flatMap((exponent) => MIDPOINTS.map((midpoint) => fit(observed, midpoint, exponent)));
  }

  /** Seconds below the best so far that `trials` in all are expected to reach; 0 where nothing is known. */
  expectedGain(trials: number): number {
    const all = this.#curves.reduce((sum, { likelihood }) => sum + likelihood, 0);
    const gain = (curve: Weighted): number => {
      const reached = curve.asymptote * shape(curve, trials);
      return this.#best * (1 - 1 / Math.max(1, reached));
    };
    return this.#curves.reduce((sum, curve) => sum + (curve.likelihood / all) * gain(curve), 0);
  }
}

function fit(
  observed: readonly { readonly trials: number; readonly reached: number }[],
  midpoint: number,
  exponent: number,
): Weighted {
  let [squares, products] = [0, 0];
  for (const { trials, reached } of observed) {
    const share = shape({ midpoint, exponent }, trials);
    squares += share * share;
    products += share * reached;
  }
  const asymptote = squares === 0 ? 0 : products / squares;
  const residual = observed.reduce(
    (sum, { trials, reached }) => sum + (reached - asymptote * shape({ midpoint, exponent }, trials)) ** 2,
    0,
  );
  return { midpoint, exponent, asymptote, likelihood: Math.exp(-residual / (2 * NOISE ** 2)) };
}

/** The share of its asymptote that a curve has reached. */
function shape({ midpoint, exponent }: Pick<Weighted, 'midpoint' | 'exponent'>, trials: number): number {
  return 1 / (1 + (midpoint / trials) ** exponent);
}
