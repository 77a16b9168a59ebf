import { CurvePosterior } from './curve-posterior.js';
import { highest, trialsOf, type Scheduler, type TaskCourse } from './scheduler.js';

/** Of the bonus for tasks that had few batches. */
const EXPLORATION = 2;

/**
 * DynaTune's bandit (Zhang et al., ICLR 2021): of every task a learning curve is fitted to what its trials reached; the
 * next batch goes to the task that is thought to gain most by it, with a bonus for those that had few batches (UCB).
 * Gains are milliseconds of the network here, weight included, relative to the largest: the published code scores
 * FLOP/s and knows no weights. A gain is the expected improvement over sampled curves, which the uncertainty of the
 * fit is part of.
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
