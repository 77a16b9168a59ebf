import { highest, latencyOf, type Scheduler, type TaskCourse } from './scheduler.js';

/** Batches that are remembered, and the bonus for tasks that had few of these. */
const WINDOW = 256;
const EXPLORATION = 0.25;

interface Pull {
  readonly course: TaskCourse;
  readonly done: number;
  /** Seconds of the network that a trial took off. */
  readonly reward: number;
}

/**
 * A sliding-window upper confidence bound (Garivier and Moulines, "On upper-confidence bound policies for switching
 * bandit problems", ALT 2011), by which HARL (Zhang et al., ICPP 2022) chooses subgraphs: what a task is worth changes
 * as it is tuned, so that only its last batches count. HARL has no published code; window and bonus are as its authors
 * give them, the reward is ours: weighted seconds a trial, relative to the largest in the window.
 */
export const bandit: Scheduler = {
  name: 'bandit',
  summary: "the task whose last batches gained most, and those that had few (HARL's sliding-window UCB)",
  next: (open) => {
    const pulls = open.flatMap(pullsOf).sort((a, b) => b.done - a.done);
    const window = pulls.slice(0, WINDOW);
    const unit = window.reduce((most, { reward }) => Math.max(most, reward), 0) || 1;
    return highest(open, (course) => {
      const own = window.filter((pull) => pull.course === course);
      if (own.length === 0) return Infinity;
      const mean = own.reduce((sum, { reward }) => sum + reward, 0) / own.length;
      return mean / unit + EXPLORATION * Math.sqrt(Math.log(window.length) / own.length);
    });
  },
};

/** The first look has nothing to be held against: it counts as if it had taken off what is left, spread over it. */
function pullsOf(course: TaskCourse): readonly Pull[] {
  const { points, weight } = course;
  return points.map(({ trials, seconds, done }, i) => {
    const before = points[i - 1];
    const size = trials - (before?.trials ?? 0);
    const gained =
      before?.seconds === undefined ? latencyOf(course) : weight * (before.seconds - (seconds ?? Infinity));
    return { course, done, reward: Math.max(0, gained) / size };
  });
}
