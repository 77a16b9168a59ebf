/** What a task of a network came to after a batch of its trials. */
export interface CoursePoint {
  /** Trials of the task so far. */
  readonly trials: number;
  /** Seconds a call of the best so far; undefined while none worked. */
  readonly seconds: number | undefined;
  /** Trials of all tasks by then, which puts the batches of different tasks in order. */
  readonly done: number;
}

/** What a scheduler sees of a task of the network. */
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
  /** A line about it, for lists. */
  readonly summary: string;
  /**
   * One of `open`, which is not empty: tasks that have had their first look, have a schedule that works, and have
   * configs left. `done`: trials of all tasks so far, `budget`: trials in all.
   */
  next(open: readonly TaskCourse[], done: number, budget: number): TaskCourse;
}
