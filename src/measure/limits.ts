/** How long a build, a trial and a reference may take, and how long a kernel is timed. */

/** Seconds. */
export interface Timeouts {
  /** Of one compilation: error 6. */
  readonly build: number;
  /** Of one trial, from loading to its last repeat: error 7. In a search, others show sooner that one has hung. */
  readonly run: number;
  /** Of the reference, which is naive. */
  readonly reference: number;
  /** Until a process that was killed has ended: a driver may take a few seconds to stop its kernel. */
  readonly kill: number;
}
export const defaultTimeouts: Timeouts = { build: 20, run: 10, reference: 300, kill: 5 };

/** How long a kernel is timed: at least `minRepeats`, then until `budget` seconds are spent, at most `maxRepeats`. */
export interface Repeats {
  readonly budget: number;
  readonly minRepeats: number;
  readonly maxRepeats: number;
}
export const searchRepeats: Repeats = { budget: 0.008, minRepeats: 3, maxRepeats: 20 };
/**
 * Seconds that the reference may take after a trial to judge calls that were timed: in a search it must be quick, in
 * finals and where a time is doubted it may take longer. Of what was judged before only the times are asked.
 */
export const judgeSeconds = { search: 0.02, final: 0.25, again: 0 } as const;
export const finalRepeats: Repeats = { budget: 0.02, minRepeats: 3, maxRepeats: 20 };
