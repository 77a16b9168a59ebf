import { z } from 'zod';
import { commonKind, devicesFor, onDevices } from '../backend/farm/chosen-devices.js';
import { Farm } from '../backend/farm/farm.js';
import { LocalMeasurer } from '../backend/measurer.js';
import { formatTime, plural } from '../target/format.js';
import { replay as replayRecords, replayRowOf } from '../tuner/replay.js';
import { checked } from '../target/checked.js';
import { catalogueWith, modulesSchema } from '../catalogue/resolve.js';
import { bestOfLogs, onNoteSchema } from '../log/read-logs.js';
import { noteOtherCpu } from '../transfer/other-cpu.js';
import { farmSchema } from '../tuner/tune-options.js';
import type { ReplayRow } from '../tuner/replay-rows.js';
import { onRecordProgressSchema } from '../tuner/record-progress.js';

/** The options of `replay`. */
const replayOptionsSchema = z.strictObject({
  modules: modulesSchema,
  ...farmSchema,
  signal: z
    .instanceof(AbortSignal)
    .exactOptional()
    .describe('ends it after the measurement in flight; rows are of what was tried'),
  onNote: onNoteSchema.exactOptional(),
  onProblem: z
    .custom<(row: ReplayRow) => void>((value) => typeof value === 'function', 'must be a function')
    .exactOptional()
    .describe('hears of each record that does not reproduce, as soon as that is sure'),
  onProgress: onRecordProgressSchema,
});

export type ReplayOptions = Readonly<z.input<typeof replayOptionsSchema>>;

/**
 * Builds the best records of some logs again from the records alone, checks them and times them here. Of those that are
 * too slow the fastest of three tries counts. Throws as `best`, and MissingError without a compiler.
 */
export async function replay(logs: readonly string[], options: ReplayOptions = {}): Promise<readonly ReplayRow[]> {
  const given = checked(replayOptionsSchema, options);
  const { modules, signal, onNote, onProblem, onProgress } = given;
  const known = await catalogueWith(modules);
  const best = await bestOfLogs(logs, onNote);
  const chosen = await devicesFor(given, commonKind(best.map(({ record }) => record.target)));
  if (!chosen) noteOtherCpu(best, onNote);
  const farm = chosen && (await Farm.open(chosen));
  for (const note of farm?.takeNotes() ?? []) onNote?.(note);
  const seed = Math.floor(Math.random() * 1e6);
  const place = chosen && farm && { open: farm.openDevice, kind: chosen.cards[0].kind };
  const measurer = await LocalMeasurer.create({ seed, ...place });
  try {
    const records = best.map(({ record }) => record);
    const results = await replayRecords(records, measurer, {
      ...(chosen ? onDevices(chosen, known) : { known }),
      signal: signal ?? new AbortController().signal,
      onPause: (tooSlow, seconds) => {
        onNote?.(`${plural(tooSlow, 'record')} took too long and will be timed again in ${formatTime(seconds)}.`);
      },
      onProgress,
      onProblem: (result) => onProblem?.(replayRowOf(result)),
    });
    return results.map(replayRowOf);
  } finally {
    await measurer.close();
    for (const note of farm ? [...farm.takeNotes(), farm.summary()] : []) onNote?.(note);
    await farm?.close();
  }
}
