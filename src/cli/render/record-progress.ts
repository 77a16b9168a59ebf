import { shortened } from '../../target/visible.js';
import type { RecordProgress } from '../../tuner/record-progress.js';
import type { Course } from './course.js';
import type { Clock, Stage } from './display.js';
import { follower, type Progress } from './progress.js';

/** Progress of `replay` and `check`: how many records are measured, and which one is being. */
export function recordProgress(stage: Stage, clock?: Clock): Progress<RecordProgress> {
  return follower(true, stage, count, clock);
}

function count(course: Course, progress: RecordProgress): void {
  const { attempt, count: all } = progress;
  const again = attempt === 1 ? '' : ` (try ${attempt})`;
  course.standing.things = 'records';
  if (progress.phase === 'wait') {
    course.begin(all, 0);
    course.repeat(`waiting${again}`);
    return;
  }
  const { place, operator, workload } = progress;
  if (place === 1) course.begin(all, 0);
  else course.trial(place - 1, false);
  const which = [operator, workload].filter((word) => word !== null).join(' ');
  course.standing.phase = `measuring ${shortened(which === '' ? `record ${place}` : which)}${again}`;
}
