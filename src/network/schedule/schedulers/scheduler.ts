/** What a task of a network came to after a batch of its trials. */
export interface CoursePoint {
  /** Trials of the task so far. */
  readonly trials: number;
  /** Seconds a call of the best so far; undefined while none worked. */
  readonly seconds: number | undefined;
  /** Trials of all tasks by then, which puts the batches of different tasks in order. */
  readonly done: number;
}

export interface TaskCourse {
  readonly name: string;
  /** Calls of it in the network, > 0. */
  readonly weight: number;
  /** Operations of a call. */
  readonly flops: number;
  /** A text that tasks share which should reach about the same operations a second. */
  readonly kin: string;
  /** After each of its batches, oldest first. */
  readonly points: readonly CoursePoint[];
}

/**
 * Chooses the task that gets the next batch of trials. One file here, named as `--scheduler` names it, and one line in
 * `registry.ts`. A scheduler keeps no state, so that a run that is resumed goes on as it
 * would have: all that it may go by is in the courses. What holds for all of them is the rotation's (`rotation.ts`).
 */
export interface Scheduler {
  readonly name: string;
  readonly summary: string;
  /**
   * One of `open`, which is not empty: tasks that have had their first look, have a schedule that works, and have
   * configs left. `done`: trials of all tasks so far, `budget`: trials in all, `seed`: that of the run.
   */
  next(open: readonly TaskCourse[], done: number, budget: number, seed: number): TaskCourse;
}

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

/** Of the sizes that count as equal: Ansor's (tvm v0.16, auto_scheduler/task_scheduler.py, derive_similarity_tag). */
const BASE = 1.618;

/**
 * A text that workloads share which should run at about the same rate: those of one operator and of about as many
 * operations.
 */
export function kinOf(operator: string, flops: number): string {
  return `${operator} ${Math.floor(Math.log(flops + 1) / Math.log(BASE))}`;
}
