import { highest, latencyOf, secondsOf, trialsOf } from './course.js';
import type { Scheduler, TaskCourse } from './scheduler.js';

/** Batches whose gain is looked at, and as how many trials what is expected beforehand counts beside theirs. */
const WINDOW = 3;
const TRUST = 16;

/** Trials after which as much of a task's time as its optimum takes is thought to be lost. */
const HALFWAY = 5;

/**
 * The task whose next trial is expected to take most off the network's latency. Beforehand what a task loses to its
 * optimum is thought to fall as 1 / trials, so that a trial takes off its time over the square of its trials, and
 * batches go by the square root of a task's share of the latency. What the last batches gained is held against that, a
 * trial of theirs counting like one of a fixed number that were imagined (a gamma prior of a rate).
 */
export const gain: Scheduler = {
  name: 'gain',
  summary: 'the task whose next trial should take most off the latency, by its share, its trials and its last gains',
  next: (open) => highest(open, gainOf),
};

/** Seconds of the network that a trial takes off. */
function gainOf(course: TaskCourse): number {
  const { points, weight } = course;
  const before = points[Math.max(0, points.length - 1 - WINDOW)];
  const [trials, seconds] = [trialsOf(course), secondsOf(course)];
  if (seconds === undefined || before?.seconds === undefined) return expectedGain(course);
  const gained = weight * (before.seconds - seconds);
  return (gained + TRUST * expectedGain(course)) / (trials - before.trials + TRUST);
}

function expectedGain(course: TaskCourse): number {
  return (HALFWAY * latencyOf(course)) / trialsOf(course) ** 2;
}
