import { standing, timingOf, type Timing } from '../../measure/estimate.js';
import { ErrorNo } from '../../measure/measurement.js';
import type { TuneRecord } from './record.js';

type Outcome = Pick<TuneRecord, 'costs' | 'error' | 'tune'>;

/** What is believed of a record's time; undefined after an error. */
export function timeOf({ costs, error, tune }: Outcome): Timing | undefined {
  return timingOf({ costs, error, noisy: tune?.noisy });
}

/** A record of a config, and whether it is of finals (`isOfFinals`). */
export interface Placed<R> {
  readonly record: R;
  readonly isFinal: boolean;
}

/**
 * Which of two records of one config stands: the later, whether slower, faster or a failure. But a noisy time replaces
 * neither one that is not noisy nor one that ranks higher, unless it is of finals and the other of a search: no record
 * is worsened by a disturbed repetition. Where the later came to no verdict, as its runner was killed, nothing changes.
 */
export function standingOf<P extends Placed<Outcome>>(earlier: P | undefined, later: P): P {
  if (!earlier) return later;
  if (later.record.error === ErrorNo.unknown) return earlier;
  const [before, after] = [timeOf(earlier.record), timeOf(later.record)];
  if (!before || !after) return later;
  const [first, second] = [
    { ...before, isFinal: earlier.isFinal },
    { ...after, isFinal: later.isFinal },
  ];
  return standing(first, second) === first ? earlier : later;
}

/**
 * Whether a trial was measured in finals or in the heat before them. Logs of early versions, and those of others, name
 * neither phase nor run: there it is every trial of a config that was seen before, since a search never tries a config
 * twice.
 */
export function isOfFinals({ tune }: Outcome, wasSeen: boolean): boolean {
  if (tune?.phase === undefined) return wasSeen && tune?.run === undefined;
  return tune.phase === 'finals' || tune.phase === 'heat';
}
