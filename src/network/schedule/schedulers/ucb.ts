import { CurvePosterior, type Observed } from './learning-curve.js';
import { highest, latencyOf, secondsOf, trialsOf, type Scheduler, type TaskCourse } from './scheduler.js';

/** Of the bonus for tasks that had few batches. */
const EXPLORATION = 2;

/**
 * DynaTune's bandit (Zhang et al., ICLR 2021): learning curves of every task are sampled, given what its trials
 * reached; the next batch goes to the task that is thought to gain most by it, with a bonus for those that had few
 * batches (UCB). Gains are milliseconds of the network here, weight included, relative to the largest: the published
 * code scores FLOP/s and knows no weights. A gain is the expected improvement over the samples, so that it includes
 * the uncertainty of the curve.
 */
export const ucb: Scheduler = {
  name: 'ucb',
  summary: "the task whose learning curve promises most, and those that had few batches (DynaTune's)",
  next: (open, _done, _budget, seed) => {
    const gains = new Map(open.map((course) => [course, gainOf(course, seed)]));
    const unit = Math.max(...gains.values()) || 1;
    const batches = open.reduce((sum, { points }) => sum + points.length, 0);
    const bonus = ({ points }: TaskCourse): number =>
      Math.sqrt((EXPLORATION * Math.log(batches)) / Math.max(1, points.length));
    return highest(open, (course) => gains.get(course)! / unit + bonus(course));
  },
};

/** Seconds of the network that as many trials as the last batch had are thought to save. */
function gainOf(course: TaskCourse, seed: number): number {
  const best = secondsOf(course);
  if (best === undefined) return 0;
  const observed = course.points.flatMap(({ trials, seconds }) =>
    seconds === undefined ? [] : [{ trials, reached: best / seconds }],
  );
  const batch = trialsOf(course) - (course.points.at(-2)?.trials ?? 0);
  return latencyOf(course) * expectedGain(observed, batch, seed);
}

/** Gains by what they follow from: only the task that had the last batch is fitted anew, and first looks are alike. */
const known = new Map<string, number>();
const MOST_KNOWN = 1024;

function expectedGain(observed: readonly Observed[], batch: number, seed: number): number {
  const key = JSON.stringify([seed, batch, ...observed]);
  let gain = known.get(key);
  if (gain === undefined) {
    const { trials } = observed.at(-1)!;
    gain = new CurvePosterior(observed, seed + trials).expectedGain(trials + batch);
    if (known.size === MOST_KNOWN) known.clear();
    known.set(key, gain);
  }
  return gain;
}
