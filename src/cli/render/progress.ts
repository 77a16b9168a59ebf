import stringWidth from 'string-width';
import { formatDuration, formatSpeed, type Counts } from '../../target/format.js';
import type { TuneEvent } from '../../tuner/events.js';
import type { Output } from '../output.js';

/** What shows how far a run is. */
export interface Progress<Event> {
  readonly on: (event: Event) => void;
  /** Leaves the terminal as it was; may be called at any time, and twice. */
  readonly stop: () => void;
}

/** Where progress is shown: a status line on a terminal, lines elsewhere. */
export type Stage = Pick<Output, 'stderr' | 'status' | 'interactive' | 'messageColumns'>;

/** How far a run is. */
export interface Standing {
  /** `search`, `finals`. */
  phase: string;
  /** Trials of the search, and how many there are at most. */
  done: number;
  total: number;
  failed: number;
  /** The best that stands now, in words; empty where nothing is compared. */
  best: string;
  /** Seconds that the remaining trials will take, where enough were done to say. */
  left: number | undefined;
}

/** Milliseconds between two lines where there is no terminal. */
const PAUSE = 10_000;

/** Trials from which the time of a trial is known. */
const ENOUGH = 8;

/** Of so many last trials: batches differ in what they compile. */
const WINDOW = 64;

/** Characters of a bar, from the widest that fits. */
const BARS = [24, 16, 8];

const NARROW = 80;

/**
 * Shows how far a run is, `count` of which keeps account. Silent where nothing is `wanted`. On a terminal it begins at
 * once, before the first event.
 */
export function follower<Event>(
  wanted: boolean,
  stage: Stage,
  count: (course: Course, event: Event) => void,
  now = () => performance.now(),
): Progress<Event> {
  if (!wanted) return { on: () => undefined, stop: () => undefined };
  const course = new Course(now);
  const stop = (): void => {
    stage.status(undefined);
  };
  if (stage.interactive) {
    const columns = stage.messageColumns ?? NARROW;
    stage.status('preparing');
    return {
      on: (event) => {
        count(course, event);
        stage.status(course.isOver ? undefined : statusText(course.standing, columns));
      },
      stop,
    };
  }
  let last = now();
  return {
    on: (event) => {
      count(course, event);
      if (!course.isBegun || course.isOver || now() - last < PAUSE) return;
      last = now();
      stage.stderr(lineText(course.standing));
    },
    stop: () => undefined,
  };
}

/** The account of a run: counts, the best that stands, and the time to go from the trials themselves. */
export class Course {
  readonly standing: Standing = { phase: 'search', done: 0, total: 0, failed: 0, best: '', left: undefined };
  isBegun = false;
  isOver = false;
  /** When each of the last trials was done. */
  #times: number[] = [];

  constructor(private readonly now: () => number) {}

  begin(total: number, done: number): void {
    Object.assign(this.standing, { total, done });
    this.isBegun = true;
    this.#times = [this.now()];
  }

  /** The trial of this number was done, in a search. */
  trial(done: number, hasFailed: boolean): void {
    const { standing } = this;
    Object.assign(standing, { phase: 'search', done });
    if (hasFailed) standing.failed++;
    this.#times = [...this.#times, this.now()].slice(-WINDOW - 1);
    const known = this.#times.length - 1;
    const each = (this.#times.at(-1)! - this.#times[0]!) / 1000 / known;
    standing.left = known < ENOUGH ? undefined : each * Math.max(0, standing.total - done);
  }

  /** What was measured before is measured again, which takes no share of the budget. */
  repeat(phase: string): void {
    Object.assign(this.standing, { phase, left: undefined });
  }
}

/** Progress of the tuning of one task. */
export function tuneProgress(wanted: boolean, stage: Stage, now?: () => number): Progress<TuneEvent> {
  let counts: Counts = 'flops';
  const bestText = (gflops: number | null): string =>
    gflops === null || gflops === 0 ? 'no best yet' : `best ${formatSpeed(1e9 * gflops, counts)}`;
  const count = (course: Course, event: TuneEvent): void => {
    if (event.event === 'start') {
      counts = event.counts;
      course.begin(event.trials, event.resumed);
      course.standing.best = bestText(event.best_gflops);
    }
    if (event.event === 'best') course.standing.best = bestText(event.gflops);
    if (event.event === 'trial' && event.phase === 'search') course.trial(event.trial, event.error !== 0);
    if (event.event === 'trial' && event.phase !== 'search') course.repeat(phaseWords[event.phase]);
    if (event.event === 'finish') course.isOver = true;
  };
  return follower(wanted, stage, count, now);
}

export const phaseWords = { again: 'repeats', final: 'finals' } as const;

/** `search ████░░░░ 42/256 | best 112.3 GFLOPS | 3 failed | ETA 1:10`, in fewer columns than there are. */
function statusText(standing: Standing, columns: number): string {
  const { phase, done, total } = standing;
  const rest = [`${done}/${total}`, ...partsOf(standing)].join(' | ');
  const room = columns - 1;
  const bar = BARS.find((length) => phase.length + length + stringWidth(rest) + 2 <= room);
  const full = bar === undefined ? 0 : Math.round((bar * Math.min(done, total)) / Math.max(1, total));
  const drawn = bar === undefined ? '' : `${'█'.repeat(full)}${'░'.repeat(bar - full)} `;
  return cut(`${phase} ${drawn}${rest}`, room);
}

/** `search: 42/256 trials, best 112.3 GFLOPS, 3 failed, ETA 1:10` */
function lineText(standing: Standing): string {
  const { phase, done, total } = standing;
  return `${phase}: ${[`${done}/${total} trials`, ...partsOf(standing)].join(', ')}`;
}

function partsOf({ best, failed, left }: Standing): readonly string[] {
  const standing = best === '' ? [] : [best, `${failed} failed`];
  return [...standing, ...(left === undefined ? [] : [`ETA ${formatDuration(left)}`])];
}

function cut(text: string, columns: number): string {
  if (stringWidth(text) <= columns) return text;
  let kept = '';
  for (const letter of text) {
    if (stringWidth(kept + letter) > columns - 1) break;
    kept += letter;
  }
  return `${kept}…`;
}

/** What counts to a total. */
export interface Counter {
  readonly advance: () => void;
  /** Leaves the terminal as it was; may be called at any time, and twice. */
  readonly stop: () => void;
}

/** Counts to a total of things, named in the plural, on a terminal; silent unless `wanted`. */
export function counter(wanted: boolean, total: number, things: string, stage: Stage, now?: () => number): Counter {
  const progress = follower<number>(
    wanted && stage.interactive,
    stage,
    (course, done) => {
      if (done === 0) course.begin(total, 0);
      else course.trial(done, false);
      Object.assign(course.standing, { phase: things });
    },
    now,
  );
  let done = 0;
  progress.on(0);
  return {
    advance: () => {
      progress.on(++done);
    },
    stop: progress.stop,
  };
}

export interface TimeBar {
  /** `share`: of the time that has passed. */
  readonly update: (share: number) => void;
  /** Leaves the terminal as it was; may be called at any time, and twice. */
  readonly stop: () => void;
}

/** Shows on a terminal how much of so many seconds has passed. */
export function timeBar(seconds: number, stage: Stage): TimeBar {
  const update = (share: number): void => {
    if (stage.interactive)
      stage.status(
        `${formatDuration(share * seconds)} of ${formatDuration(seconds)}, ETA ${formatDuration((1 - share) * seconds)}`,
      );
  };
  update(0);
  return {
    update,
    stop: () => {
      stage.status(undefined);
    },
  };
}
