/**
 * Whether the machine is as fast as it was. Virtual machines change state for minutes, as when two cores act as one;
 * one kernel of a run, the reference, is timed again now and then and shows it.
 */
import { setTimeout } from 'node:timers/promises';
import type { Estimate } from '../measure/estimate.js';

/**
 * The reference is this many times slower or faster than before when the machine has changed its state. A clock that
 * follows the vectors in use moves it, too, by up to 1.13 times on a Xeon with AVX-512.
 */
const MOVED = 1.15;
/** Seconds between two looks at the reference. */
const INTERVAL = 15;
/** Seconds before each further look while it is slow; after these the run goes on. */
const PAUSES = [2, 5, 10, 20];

/** Seconds, which tests simulate. */
export interface Clock {
  readonly now: () => number;
  readonly sleep: (seconds: number, signal: AbortSignal) => Promise<void>;
}

const realClock: Clock = {
  now: () => performance.now() / 1000,
  sleep: (seconds, signal) => setTimeout(1000 * seconds, undefined, { signal }).catch(() => undefined),
};

/** A change of state that was noticed. */
export interface Move<T> {
  /** How many times slower the reference is in the slow state. */
  readonly slowdown: number;
  /** Seconds that the run has waited. */
  readonly waited: number;
  readonly isOver: boolean;
  /** What was timed in the slow state, which is over. */
  readonly suspects: readonly T[];
}

/** What was timed in which state. */
export class MachineState<T> {
  #lookedAt: number;
  /** Seconds of the reference in the fast state; Infinity before the first look. */
  #standard = Infinity;
  #slowdown: number | undefined;
  /** What was timed before the last look that found the machine fast, and since then. */
  #settled: T[] = [];
  #recent: T[] = [];

  constructor(private readonly clock: Clock = realClock) {
    this.#lookedAt = clock.now();
  }

  enter(timed: readonly T[]): void {
    this.#recent.push(...timed);
  }

  get isDue(): boolean {
    return this.clock.now() >= this.#lookedAt + INTERVAL;
  }

  /**
   * Times the reference; `time` gives undefined where its repeats disagree. Where it has become slow, waits for it to
   * recover, once in a slow state. Returns a move when it stays slow for longer, when it has recovered, and when it
   * turns out to have been slow all the time.
   */
  async look(time: () => Promise<Estimate | undefined>, signal: AbortSignal): Promise<Move<T> | undefined> {
    const before = this.#slowdown;
    let [reading, waited, worst] = [await time(), 0, before ?? 1];
    for (const pause of before === undefined ? PAUSES : []) {
      if (!reading || signal.aborted || !this.#isSlow(reading)) break;
      worst = Math.max(worst, reading.seconds / this.#standard);
      await this.clock.sleep(pause, signal);
      waited += pause;
      reading = await time();
    }
    this.#lookedAt = this.clock.now();
    if (!reading || signal.aborted) return undefined;
    return this.#isSlow(reading) ? this.#noteSlow(reading, waited) : this.#noteFast(reading, worst, waited);
  }

  #isSlow({ low }: Estimate): boolean {
    return low > MOVED * this.#standard;
  }

  #noteSlow({ seconds }: Estimate, waited: number): Move<T> | undefined {
    const isNew = this.#slowdown === undefined;
    this.#slowdown = seconds / this.#standard;
    return isNew ? { slowdown: this.#slowdown, waited, isOver: false, suspects: [] } : undefined;
  }

  #noteFast({ seconds, high }: Estimate, worst: number, waited: number): Move<T> | undefined {
    const wasSlowBefore = Number.isFinite(this.#standard) && MOVED * high < this.#standard;
    const slowdown = wasSlowBefore ? this.#standard / seconds : worst;
    const suspects = [...(wasSlowBefore ? this.#settled : []), ...this.#recent];
    const isMoved = wasSlowBefore || worst > 1;
    this.#settled.push(...this.#recent);
    this.#recent = [];
    this.#slowdown = undefined;
    this.#standard = Math.min(this.#standard, seconds);
    return isMoved ? { slowdown, waited, isOver: true, suspects } : undefined;
  }
}

/** A move in a sentence; `again`: trials that are timed once more. */
export function moveText({ slowdown, waited, isOver }: Move<unknown>, again: number): string {
  const pause = waited > 0 ? `, waited ${waited} s` : '';
  const times = `${slowdown.toFixed(2)} times its time`;
  if (!isOver)
    return `The machine is slow (the reference kernel takes ${times}${pause}): trials go on and are timed again later.`;
  return `The machine was slow (the reference kernel took ${times}${pause}): ${again} of the trials meanwhile are timed again.`;
}
