import { WorkError } from '../../target/errors.js';

/** Failures one after the other, after which it is not tried again: each may have cost the whole timeout. */
const MOST = 3;

/** Counts how often training fails on end. */
export class Patience {
  #failures = 0;

  /** What the task gives. Throws WorkError, without trying, after too many failures; to be aborted is none. */
  async with<T>(task: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    if (this.#failures >= MOST)
      throw new WorkError(`xgboost failed ${MOST} times one after the other, and is not tried again.`);
    try {
      const result = await task();
      this.#failures = 0;
      return result;
    } catch (error) {
      if (signal?.aborted !== true) this.#failures++;
      throw error;
    }
  }
}
