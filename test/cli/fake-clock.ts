import type { Clock } from '../../src/cli/render/display.js';

/** A clock that stands still until a test has time pass. */
export class FakeClock implements Clock {
  #now = 0;
  #timers: readonly { readonly at: number; readonly action: () => void }[] = [];

  readonly now = (): number => this.#now;

  readonly after = (milliseconds: number, action: () => void): (() => void) => {
    const timer = { at: this.#now + milliseconds, action };
    this.#timers = [...this.#timers, timer];
    return () => {
      this.#timers = this.#timers.filter((one) => one !== timer);
    };
  };

  /** Timers that wait. */
  get waiting(): number {
    return this.#timers.length;
  }

  /** So many seconds, in which timers that are due are called. */
  pass(seconds: number): void {
    const until = this.#now + 1000 * seconds;
    for (;;) {
      const [next] = this.#timers.toSorted((one, other) => one.at - other.at);
      if (!next || next.at > until) break;
      this.#now = next.at;
      this.#timers = this.#timers.filter((one) => one !== next);
      next.action();
    }
    this.#now = until;
  }

  /** So many seconds in which the program computes without a pause, so that no timer is called. */
  block(seconds: number): void {
    this.#now += 1000 * seconds;
  }
}
