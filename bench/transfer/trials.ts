import { tune } from '../../src/api/tune.js';
import type { TuneEvent } from '../../src/tuner/events.js';
import type { TuneOptions } from '../../src/tuner/tune-options.js';

/** The seconds of each trial of a search, in their order; of those that failed Infinity. */
export async function searchSeconds(options: TuneOptions): Promise<readonly number[]> {
  return secondsOf(tune(options));
}

/**
 * Of the trials alone: a config that is measured again, or in the finals, is no trial more.
 *
 * @internal Tests count recorded events.
 */
export async function secondsOf(events: AsyncIterable<TuneEvent>): Promise<readonly number[]> {
  const seconds: number[] = [];
  for await (const event of events)
    if (event.event === 'trial' && event.phase === 'search') seconds.push(event.seconds ?? Infinity);
  return seconds;
}

/** After how many trials a time was found; all of them and one where it was not. */
export function trialsTo(limit: number, seconds: readonly number[]): number {
  const at = seconds.findIndex((one) => one <= limit);
  return at < 0 ? seconds.length + 1 : at + 1;
}
