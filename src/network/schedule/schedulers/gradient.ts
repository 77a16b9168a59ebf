import { highest, secondsOf, type Scheduler, type TaskCourse } from './scheduler.js';

/** What is thought of the past against the future, how far a task may be from its kin, and rounds that slopes span. */
const ALPHA = 0.2;
const BETA = 2;
const WINDOW = 3;

/**
 * The gradient of Ansor's task scheduler (Zheng et al., OSDI 2020, section 6; tvm v0.16, auto_scheduler/
 * task_scheduler.py): the next round goes to the task whose round is thought to take most off the weighted latency. The
 * change of a task's seconds by a round is estimated from its last rounds and, more, from what may come: either it
 * falls by its share of all rounds so far, or to twice what the kin that does best would take for the same operations,
 * whichever is lower. A round is a batch. There is no epsilon: the rotation has given every task its look.
 */
export const gradient: Scheduler = {
  name: 'gradient',
  summary: "the task whose latency falls fastest, by its past and its kin (Ansor's)",
  next: (open) => highest(open, (course) => -course.weight * slopeOf(course, open)),
};

/** Seconds that another round is thought to add: 0 or less. Tasks without a schedule that works have no slope. */
function slopeOf(course: TaskCourse, all: readonly TaskCourse[]): number {
  const seconds = secondsOf(course);
  if (seconds === undefined) return 0;
  const optimistic = seconds - seconds / course.points.length;
  const forward = Math.min(optimistic, BETA * kinSeconds(course, all)) - seconds;
  return ALPHA * pastSlope(course) + (1 - ALPHA) * forward;
}

/** Seconds a round, over the last rounds; 0 of a task that has too few. */
function pastSlope({ points }: TaskCourse): number {
  const [now, before] = [points.at(-1)?.seconds, points.at(-1 - WINDOW)?.seconds];
  return now === undefined || before === undefined ? 0 : (now - before) / WINDOW;
}

/** Seconds that a task takes at the rate of the best of its kin; Infinity where it has none. */
function kinSeconds({ name, kin, flops }: TaskCourse, all: readonly TaskCourse[]): number {
  const others = all.filter((other) => other.kin === kin && other.name !== name);
  return others.reduce(
    (least, other) => Math.min(least, (flops / other.flops) * (secondsOf(other) ?? Infinity)),
    Infinity,
  );
}
