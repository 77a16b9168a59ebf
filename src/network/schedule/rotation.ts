import type { Slice } from '../../tuner/allocation.js';
import {
  latencyOf,
  secondsOf,
  trialsOf,
  type CoursePoint,
  type Scheduler,
  type TaskCourse,
} from './schedulers/scheduler.js';

/** Looks after which a task is given up that has no schedule that works. */
const LOOKS = 2;

export interface Entrant<Arm> extends Omit<TaskCourse, 'points'> {
  readonly arm: Arm;
}

export interface RotationOptions<Arm> {
  readonly scheduler: Scheduler;
  readonly budget: number;
  readonly seed: number;
  readonly batchOf: (arm: Arm) => number;
}

interface Running<Arm> extends TaskCourse {
  readonly arm: Arm;
  readonly points: CoursePoint[];
  isOpen: boolean;
}

/**
 * How the trials of one budget go to the tasks of a network, batch by batch, whoever the scheduler is:
 *
 * 1. Every task gets a first look, in order; where the budget is too small for whole ones, all get an equal part of it.
 * 2. A task of which no trial worked gets a second look, and then no more: there is no latency of it that could fall.
 * 3. The scheduler has the rest, among the tasks that have configs left.
 * 4. The last batch is cut, so that the budget is spent exactly.
 *
 * The same trials lead to the same slices; those of a log are entered like new ones.
 */
export class Rotation<Arm> {
  readonly #running: readonly Running<Arm>[];
  #done = 0;

  /** Throws RangeError for two tasks of one name, and for weights that are not above 0. */
  constructor(
    entrants: readonly Entrant<Arm>[],
    private readonly options: RotationOptions<Arm>,
  ) {
    if (new Set(entrants.map(({ name }) => name)).size < entrants.length)
      throw new RangeError('Two tasks of a network have the same name.');
    if (!entrants.every(({ weight }) => weight > 0 && Number.isFinite(weight)))
      throw new RangeError('The weight of a task must be above 0.');
    this.#running = entrants.map((entrant) => ({ ...entrant, points: [], isOpen: true }));
  }

  get done(): number {
    return this.#done;
  }

  get left(): number {
    return Math.max(0, this.options.budget - this.#done);
  }

  get courses(): readonly TaskCourse[] {
    return this.#running;
  }

  /**
   * Seconds of a call of the network, the sum of weight times best seconds; undefined until every task that was not
   * given up has a schedule that works.
   */
  get latency(): number | undefined {
    const counted = this.#running.filter((running) => !isGivenUp(running));
    if (counted.length === 0 || counted.some((running) => secondsOf(running) === undefined)) return undefined;
    return counted.reduce((sum, running) => sum + latencyOf(running), 0);
  }

  isGivenUp(arm: Arm): boolean {
    return isGivenUp(this.#find(arm));
  }

  /** The next batch; undefined when the budget is spent, or no task is left that could have it. */
  next(): Slice<Arm> | undefined {
    if (this.left === 0) return undefined;
    const running = this.#owedLook() ?? this.#scheduled();
    return running && { arm: running.arm, size: Math.min(this.#sizeFor(running), this.left) };
  }

  /** Enters a batch of a task: its trials, and seconds a call of the task's best so far, undefined if none worked. */
  enter(arm: Arm, trials: number, seconds: number | undefined): void {
    const running = this.#find(arm);
    this.#done += trials;
    running.points.push({ trials: trialsOf(running) + trials, seconds, done: this.#done });
  }

  close(arm: Arm): void {
    this.#find(arm).isOpen = false;
  }

  #owedLook(): Running<Arm> | undefined {
    const open = this.#running.filter(({ isOpen }) => isOpen);
    const unseen = open.find(({ points }) => points.length === 0);
    return unseen ?? open.find((running) => secondsOf(running) === undefined && !isGivenUp(running));
  }

  #scheduled(): Running<Arm> | undefined {
    const open = this.#running.filter((running) => running.isOpen && !isGivenUp(running));
    if (open.length === 0) return undefined;
    const { scheduler, budget, seed } = this.options;
    const chosen = scheduler.next(open, this.#done, budget, seed);
    const found = open.find(({ name }) => name === chosen.name);
    if (!found) throw new RangeError(`The scheduler ${scheduler.name} chose a task that is not open.`);
    return found;
  }

  #sizeFor({ arm, points }: Running<Arm>): number {
    const wanted = Math.max(1, this.options.batchOf(arm));
    const share = Math.max(1, Math.floor(this.options.budget / this.#running.length));
    return points.length === 0 ? Math.min(wanted, share) : wanted;
  }

  #find(arm: Arm): Running<Arm> {
    const found = this.#running.find((running) => running.arm === arm);
    if (!found) throw new RangeError('There is no such task in the network.');
    return found;
  }
}

function isGivenUp(course: TaskCourse & { readonly isOpen: boolean }): boolean {
  return secondsOf(course) === undefined && (course.points.length >= LOOKS || !course.isOpen);
}
