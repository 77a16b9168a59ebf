/** What a trial may take beyond the longest one that worked, seconds: what a busy machine may hold it up. */
const SLACK = 0.5;
/** How many times as long as the longest one that worked. */
const TIMES = 20;

/**
 * How long the trials of a problem take that work, and from that, when another one must have hung: a kernel that ran
 * for so long would be of no use, and waiting the whole timeout for each that hangs would be most of a run.
 */
export class Pace {
  private longest = 0;

  /** Notes the seconds of a trial that worked. */
  observe(seconds: number): void {
    this.longest = Math.max(this.longest, seconds);
  }

  /** Seconds that a trial may take, at most `limit`, which it is until one has worked. */
  timeout(limit: number): number {
    if (this.longest === 0) return limit;
    return Math.min(limit, Math.ceil(10 * (SLACK + TIMES * this.longest)) / 10);
  }
}
