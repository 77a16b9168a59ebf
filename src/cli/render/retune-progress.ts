import type { RetuneProgress, RetuneStep } from '../../products/retune/retune-progress.js';
import { shortened } from '../../target/visible.js';
import type { Course } from './course.js';
import type { Clock, Stage } from './display.js';
import { bestText, follower, tuningCount, type Progress } from './progress.js';

/** Progress of a job: the workload, and what is done with it. */
export function retuneProgress(stage: Stage, clock?: Clock): Progress<RetuneProgress> {
  const tuning = tuningCount();
  const warmStart = warmStartCount();
  const count = (course: Course, { place, count: all, operator, workload, step }: RetuneProgress): void => {
    course.standing.subject = `workload ${place}/${all}, ${shortened(`${operator} ${workload}`)}`;
    if (step.phase === 'check') begin(course, 'timing its record');
    if (step.phase === 'warm-start') warmStart(course, step);
    if (step.phase === 'search' && step.of === null) begin(course, 'search');
    if (step.phase === 'search' && step.of !== null) tuning(course, step.of);
    if (step.phase === 'compare') course.repeat('comparing');
  };
  return follower(true, stage, count, clock);
}

/** Nothing is counted yet, or at all. */
function begin(course: Course, phase: string): void {
  course.begin(0, 0);
  Object.assign(course.standing, { phase, best: '' });
}

/** Keeps account of a warm start, whose events are trials alone. */
function warmStartCount(): (course: Course, step: RetuneStep & { readonly phase: 'warm-start' }) => void {
  let best = 0;
  return (course, { trials, counts, of }) => {
    if (of === null) {
      best = 0;
      course.begin(trials, 0);
    } else {
      best = Math.max(best, of.gflops);
      course.trial(of.trial, of.error !== 0);
    }
    Object.assign(course.standing, { phase: 'warm start', best: bestText(best, counts) });
  };
}
