/** What a trial may take beyond the longest one that worked, seconds: what a busy machine may hold it up. */
const SLACK = 1;
/** How many times as long as the longest one that worked. */
const TIMES = 8;
/** The same before one has worked, beyond so many calls, which is what a trial of a slow kernel takes. */
const FIRST_SLACK = 3;
const CALLS = 10;

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

  /** Seconds that a trial may take, at most `limit`. `slowCall`: what no kernel of use takes for a call, seconds. */
  timeout(limit: number, slowCall = Infinity): number {
    const seconds = this.longest > 0 ? SLACK + TIMES * this.longest : FIRST_SLACK + CALLS * slowCall;
    return Math.min(limit, Math.ceil(10 * seconds) / 10);
  }
}
