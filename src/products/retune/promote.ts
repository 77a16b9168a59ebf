import { rmSync } from 'node:fs';
import type { Contender } from '../../backend/measurer.js';
import { LogWriter } from '../../log/record/log.js';
import type { TuneRecord } from '../../log/record/record.js';
import type { RoundsTrial } from '../../measure/measurement.js';
import { withRoundTimes } from '../../tuner/finals.js';
import { logListener, type Provenance } from '../../tuner/log-listener.js';

/** A kernel that stands, and how it did in turns. */
export interface Winner {
  readonly contender: Contender;
  readonly measurement: RoundsTrial;
}

/**
 * Enters into a log what a search measured, and behind it the winner as the only one of its finals, so that it is the
 * best from then on (`log/record/effective-records.ts`); then the search is finished.
 */
export async function promote(
  records: readonly TuneRecord[],
  { contender: { task }, measurement }: Winner,
  { log, unfinished }: { readonly log: string; readonly unfinished: string },
  provenance: Provenance,
): Promise<void> {
  const writer = await LogWriter.open(log);
  try {
    await writer.append(records);
    await logListener(writer, provenance).onTrial({ task, trial: withRoundTimes(measurement), phase: 'finals' });
    await writer.sync();
  } finally {
    await writer.close();
  }
  rmSync(unfinished, { force: true });
}
