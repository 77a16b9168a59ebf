import { formatDuration } from '../../target/format.js';
import { Display, systemClock, type Clock, type Stage } from './display.js';
import { follower } from './progress.js';

/** What counts to a total. */
export interface Counter {
  readonly advance: () => void;
  /** Leaves the terminal as it was, for good; may be called at any time, and twice. */
  readonly stop: () => void;
}

/** Counts to a total of things, named in the plural; silent unless `wanted`. */
export function counter(wanted: boolean, total: number, things: string, stage: Stage, clock?: Clock): Counter {
  const progress = follower<number>(
    wanted,
    stage,
    (course, done) => {
      if (done === 0) course.begin(total, 0);
      else course.trial(done, false);
      Object.assign(course.standing, { phase: things, things: '' });
    },
    clock,
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

/** Shows how much of so many seconds has passed since now. */
export function timeBar(seconds: number, stage: Stage, clock: Clock = systemClock): Display {
  const start = clock.now();
  const text = (): string => {
    const passed = Math.min(seconds, (clock.now() - start) / 1000);
    return `${formatDuration(passed)} of ${formatDuration(seconds)}, ETA ${formatDuration(seconds - passed)}`;
  };
  return new Display(stage, { status: text, line: text }, clock);
}
