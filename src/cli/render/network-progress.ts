import type { NetworkEvent } from '../../network/schedule/events.js';
import { formatTime } from '../../target/format.js';
import type { Course } from './course.js';
import type { Clock, Stage } from './display.js';
import { follower, phaseWords, type Progress } from './progress.js';

/** Progress of a network: the latency that stands, and the layer that is tuned. */
export function networkProgress(wanted: boolean, stage: Stage, clock?: Clock): Progress<NetworkEvent> {
  const latencyText = (seconds: number | null): string =>
    seconds === null ? 'latency unknown' : `latency ${formatTime(seconds)}`;
  const count = (course: Course, event: NetworkEvent): void => {
    const { standing } = course;
    if (event.event === 'start') {
      course.begin(event.trials, event.resumed);
      standing.best = latencyText(event.network_seconds);
    }
    if (event.event === 'trial') {
      if (event.phase === 'search') course.trial(event.trial, event.error !== 0);
      else course.repeat(phaseWords[event.phase]);
      standing.phase += ` of ${event.layer}`;
      standing.best = latencyText(event.network_seconds);
    }
    if (event.event === 'finals') course.repeat(`${phaseWords.final} of ${event.layer}`);
    if (event.event === 'best' || event.event === 'batch') standing.best = latencyText(event.network_seconds);
    if (event.event === 'library') {
      course.repeat(`library ${event.library} in place`);
      standing.best = latencyText(event.seconds);
    }
    if (event.event === 'finish') course.isOver = true;
  };
  return follower(wanted, stage, count, clock);
}
