import type { DryRunEvent, NetworkDryRunEvent } from '../../tuner/dry-run-events.js';
import type { Course } from './course.js';
import type { Clock, Stage } from './display.js';
import { follower, type Progress } from './progress.js';

type Event = DryRunEvent | NetworkDryRunEvent;

/** Progress of a dry run: how many candidates are built, and how many of them failed. */
export function dryRunProgress(wanted: boolean, stage: Stage, clock?: Clock): Progress<Event> {
  let done = 0;
  const count = (course: Course, event: Event): void => {
    if (event.event === 'start') course.begin(event.trials, 0);
    if (event.event === 'candidate') course.trial(++done, event.error !== 0);
    if (event.event === 'finish') course.isOver = true;
    Object.assign(course.standing, { phase: 'candidates', things: '' });
  };
  return follower(wanted, stage, count, clock);
}
