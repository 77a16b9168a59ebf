import { z } from 'zod';
import { LocalMeasurer } from '../backend/measurer.js';
import { formatTime, plural } from '../target/format.js';
import { replay as replayRecords, replayRowOf } from '../tuner/replay.js';
import { checked } from '../target/checked.js';
import { catalogueWith, modulesSchema } from '../catalogue/resolve.js';
import { bestOfLogs, onNoteSchema } from '../log/read-logs.js';
import { noteOtherCpu } from '../transfer/other-cpu.js';
import type { ReplayRow } from '../tuner/replay-rows.js';

/** The options of `replay`. */
const replayOptionsSchema = z.strictObject({
  modules: modulesSchema,
  signal: z
    .instanceof(AbortSignal)
    .exactOptional()
    .describe('ends it after the measurement in flight; rows are of what was tried'),
  onNote: onNoteSchema.exactOptional(),
  onProblem: z
    .custom<(row: ReplayRow) => void>((value) => typeof value === 'function', 'must be a function')
    .exactOptional()
    .describe('hears of each record that does not reproduce, as soon as that is sure'),
});

export type ReplayOptions = Readonly<z.input<typeof replayOptionsSchema>>;

/**
 * Builds the best records of some logs again from the records alone, checks them and times them here. Of those that are
 * too slow the fastest of three tries counts. Throws as `best`, and MissingError without a compiler.
 */
export async function replay(logs: readonly string[], options: ReplayOptions = {}): Promise<readonly ReplayRow[]> {
  const { modules, signal, onNote, onProblem } = checked(replayOptionsSchema, options);
  const known = await catalogueWith(modules);
  const best = await bestOfLogs(logs, onNote);
  noteOtherCpu(best, onNote);
  const measurer = await LocalMeasurer.create({ seed: Math.floor(Math.random() * 1e6) });
  try {
    const records = best.map(({ record }) => record);
    const results = await replayRecords(records, measurer, {
      known,
      signal: signal ?? new AbortController().signal,
      onPause: (tooSlow, seconds) => {
        onNote?.(`${plural(tooSlow, 'record')} took too long and will be timed again in ${formatTime(seconds)}.`);
      },
      onProblem: (result) => onProblem?.(replayRowOf(result)),
    });
    return results.map(replayRowOf);
  } finally {
    await measurer.close();
  }
}
