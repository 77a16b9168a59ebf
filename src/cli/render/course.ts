/** How far a run is. */
export interface Standing {
  /** What is worked on, of several; empty where there is one thing alone. */
  subject: string;
  /** `search`, `finals`. */
  phase: string;
  /** Trials of the search, and how many there are at most; no total: nothing is counted. */
  done: number;
  total: number;
  /** What is counted, where the phase does not say it. */
  things: string;
  failed: number;
  /** The best that stands now, in words; empty where nothing is compared. */
  best: string;
}

/** Trials from which the time of a trial is known. */
const ENOUGH = 8;

/** Of so many last trials: batches differ in what they compile. */
const WINDOW = 64;

/** The account of a run: counts, the best that stands, and the time to go from the trials themselves. */
export class Course {
  readonly standing: Standing = {
    subject: '',
    phase: 'search',
    done: 0,
    total: 0,
    things: 'trials',
    failed: 0,
    best: '',
  };
  isBegun = false;
  isOver = false;
  readonly #created: number;
  /** When each of the last trials was done. */
  #times: number[] = [];
  /** When all will be, as far as that is known. */
  #end: number | undefined;

  constructor(private readonly now: () => number) {
    this.#created = now();
  }

  begin(total: number, done: number): void {
    Object.assign(this.standing, { phase: 'search', total, done, failed: 0 });
    this.isBegun = true;
    this.isOver = false;
    this.#times = [this.now()];
    this.#end = undefined;
  }

  /** The trial of this number was done, in a search. */
  trial(done: number, hasFailed: boolean): void {
    const { standing } = this;
    Object.assign(standing, { phase: 'search', done });
    if (hasFailed) standing.failed++;
    this.#times = [...this.#times, this.now()].slice(-WINDOW - 1);
    const known = this.#times.length - 1;
    const last = this.#times.at(-1)!;
    const each = (last - this.#times[0]!) / known;
    this.#end = known < ENOUGH ? undefined : last + each * Math.max(0, standing.total - done);
  }

  /** What was measured before is measured again, which takes no share of the budget. */
  repeat(phase: string): void {
    this.standing.phase = phase;
    this.#end = undefined;
  }

  /** Seconds that the remaining trials will take, where enough were done to say. */
  get left(): number | undefined {
    return this.#end === undefined ? undefined : Math.max(0, this.#end - this.now()) / 1000;
  }

  /** Seconds since the account was opened. */
  get elapsed(): number {
    return (this.now() - this.#created) / 1000;
  }
}
