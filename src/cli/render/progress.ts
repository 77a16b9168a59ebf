import stringWidth from 'string-width';
import { formatDuration, formatSpeed, type Counts } from '../../target/format.js';
import type { TuneEvent } from '../../tuner/events.js';
import { Course } from './course.js';
import { Display, systemClock, type Clock, type Stage } from './display.js';

/** What shows how far a run is. */
export interface Progress<Event> {
  readonly on: (event: Event) => void;
  /** Leaves the terminal as it was, for good; may be called at any time, and twice. */
  readonly stop: () => void;
}

/** Characters of a bar, from the widest that fits. */
const BARS = [24, 16, 8];

/**
 * Shows how far a run is, `count` of which keeps account. Silent where nothing is `wanted`. It begins at once, before
 * the first event.
 */
export function follower<Event>(
  wanted: boolean,
  stage: Stage,
  count: (course: Course, event: Event) => void,
  clock: Clock = systemClock,
): Progress<Event> {
  if (!wanted) return { on: () => undefined, stop: () => undefined };
  const course = new Course(clock.now);
  const texts = {
    status: (columns: number) => textOf(course, () => statusText(course, columns)),
    line: () => textOf(course, () => lineText(course)),
  };
  const display = new Display(stage, texts, clock);
  return {
    on: (event) => {
      count(course, event);
      display.update();
    },
    stop: display.stop,
  };
}

function textOf(course: Course, standing: () => string): string | undefined {
  if (course.isOver) return undefined;
  return course.isBegun ? standing() : `preparing ${formatDuration(course.elapsed)}`;
}

/** Progress of the tuning of one task. */
export function tuneProgress(wanted: boolean, stage: Stage, clock?: Clock): Progress<TuneEvent> {
  const tuning = tuningCount();
  const count = (course: Course, event: TuneEvent): void => {
    tuning(course, event);
    if (event.event === 'finish') course.isOver = true;
  };
  return follower(wanted, stage, count, clock);
}

/** Keeps account of the tuning of a task, but for its end, after which other things may follow. */
export function tuningCount(): (course: Course, event: TuneEvent) => void {
  let counts: Counts = 'flops';
  return (course, event) => {
    const { standing } = course;
    if (event.event === 'start') {
      counts = event.counts;
      course.begin(event.trials, event.resumed);
      standing.best = bestText(event.best_gflops, counts);
    }
    if (event.event === 'best') standing.best = bestText(event.gflops, counts);
    if (event.event === 'trial' && event.phase === 'search') course.trial(event.trial, event.error !== 0);
    if (event.event === 'trial' && event.phase !== 'search') course.repeat(phaseWords[event.phase]);
    if (event.event === 'finals') course.repeat(phaseWords.final);
  };
}

export const phaseWords = { again: 'repeats', final: 'finals' } as const;

export function bestText(gflops: number | null, counts: Counts): string {
  return gflops === null || gflops === 0 ? 'no best yet' : `best ${formatSpeed(1e9 * gflops, counts)}`;
}

/** `search ████░░░░ 42/256 | best 112.3 GFLOPS | 3 failed | ETA 1:10`, in fewer columns than there are. */
function statusText(course: Course, columns: number): string {
  const { done, total } = course.standing;
  const title = titleOf(course);
  const rest = [...(total > 0 ? [`${done}/${total}`] : []), ...partsOf(course)].join(' | ');
  const room = columns - 1;
  const bar = BARS.find((length) => total > 0 && stringWidth(title) + length + stringWidth(rest) + 2 <= room);
  const full = bar === undefined ? 0 : Math.round((bar * Math.min(done, total)) / total);
  const drawn = bar === undefined ? '' : `${'█'.repeat(full)}${'░'.repeat(bar - full)} `;
  return cut(`${title} ${drawn}${rest}`.trimEnd(), room);
}

/** `search: 42/256 trials, best 112.3 GFLOPS, 3 failed, ETA 1:10` */
function lineText(course: Course): string {
  const { done, total, things } = course.standing;
  const counted = total > 0 ? [`${done}/${total} ${things}`.trimEnd()] : [];
  const parts = [...counted, ...partsOf(course)];
  return parts.length === 0 ? titleOf(course) : `${titleOf(course)}: ${parts.join(', ')}`;
}

function titleOf({ standing: { subject, phase } }: Course): string {
  return subject === '' ? phase : `${subject}, ${phase}`;
}

function partsOf({ standing: { best, failed }, left }: Course): readonly string[] {
  const compared = best === '' ? [] : [best];
  const failures = best === '' && failed === 0 ? [] : [`${failed} failed`];
  return [...compared, ...failures, ...(left === undefined ? [] : [`ETA ${formatDuration(left)}`])];
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
