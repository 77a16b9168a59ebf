import type { ComparisonEvent } from '../../products/bench/compare-rows.js';
import { shortened } from '../../target/visible.js';
import type { Course } from './course.js';
import type { Clock, Stage } from './display.js';
import { follower, tuningCount, type Progress } from './progress.js';

/** Progress of a comparison: rows, and the tuning of what has no kernel of ours before them. */
export function benchProgress(stage: Stage, clock?: Clock): Progress<ComparisonEvent> {
  const tuning = tuningCount();
  let rows = 0;
  const beginRows = (course: Course): void => {
    course.begin(rows, 0);
    Object.assign(course.standing, { subject: '', phase: 'rows', things: '', best: '' });
  };
  const count = (course: Course, event: ComparisonEvent): void => {
    const { standing } = course;
    if (event.event === 'start') {
      ({ rows } = event);
      beginRows(course);
    }
    if (event.event === 'tuning') {
      Object.assign(standing, { subject: `tuning ${shortened(event.workload)}`, things: 'trials' });
      tuning(course, event.of);
      if (event.of.event === 'finish') beginRows(course);
    }
    if (event.event === 'row' || event.event === 'failure') {
      // What could not be tuned has no end of its own.
      if (standing.subject !== '') beginRows(course);
      course.trial(event.done, event.event === 'failure');
      standing.phase = 'rows';
    }
    if (event.event === 'finish') course.isOver = true;
  };
  return follower(true, stage, count, clock);
}
