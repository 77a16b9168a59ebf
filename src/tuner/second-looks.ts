import { timingOf } from '../measure/estimate.js';
import type { Trial } from '../measure/measurement.js';
import type { Config } from '../space/config.js';
import type { Task } from '../templates/template.js';

/** Of a batch so many may be second looks at earlier trials. */
const SHARE = 1 / 4;

/**
 * Configs whose times were too noisy to judge, and that could be among the best: they are measured again with a later
 * batch, when what disturbed them may be over. Each once; what stays noisy is left to the finals.
 */
export class SecondLooks {
  readonly #waiting = new Map<Task, readonly Trial[]>();

  /** Notes the noisy ones of a batch. */
  ask(task: Task, measurements: readonly Trial[]): void {
    this.askAgain(
      task,
      measurements.filter((one) => one.noisy === true),
    );
  }

  /** Notes some that worked, noisy or not. */
  askAgain(task: Task, measurements: readonly Trial[]): void {
    this.#waiting.set(task, [...(this.#waiting.get(task) ?? []), ...measurements]);
  }

  /** Those to be measured again beside a batch of so many, the most promising first. */
  take(task: Task, batch: number): readonly Config[] {
    const waiting = this.#waiting.get(task) ?? [];
    const ranked = waiting.toSorted((a, b) => timingOf(a)!.low - timingOf(b)!.low);
    const count = Math.ceil(SHARE * batch);
    this.#waiting.set(task, ranked.slice(count));
    return ranked.slice(0, count).map(({ config }) => config);
  }
}
