import type { TaskCourse } from './scheduler.js';

/** Trials of a task so far. */
export function trialsOf({ points }: TaskCourse): number {
  return points.at(-1)?.trials ?? 0;
}

/** Seconds a call of the best so far; undefined while none worked. */
export function secondsOf({ points }: TaskCourse): number | undefined {
  return points.at(-1)?.seconds;
}

/** Seconds that the network spends in a task; 0 while none of its trials worked: nobody knows of any. */
export function latencyOf(course: TaskCourse): number {
  return course.weight * (secondsOf(course) ?? 0);
}

/** The first of those for which `score` is highest. */
export function highest(courses: readonly TaskCourse[], score: (course: TaskCourse) => number): TaskCourse {
  const [first, ...others] = courses;
  if (first === undefined) throw new RangeError('There is no task to choose from.');
  let best = { course: first, score: score(first) };
  for (const course of others) {
    const own = score(course);
    if (own > best.score) best = { course, score: own };
  }
  return best.course;
}
