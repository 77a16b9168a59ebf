import { z } from 'zod';
import { LocalMeasurer } from '../backend/measurer.js';
import { check as checkRecords } from '../products/retune/check.js';
import { TOLERANCE } from '../measure/ratio.js';
import { MissingError, WorkError } from '../target/errors.js';
import { formatTime, plural } from '../target/format.js';
import { checked } from '../target/checked.js';
import { checkPaths, onNoteSchema, recordsOfLogs } from '../log/read-logs.js';
import { catalogueWith, modulesSchema } from '../catalogue/resolve.js';
import type { CheckRow } from '../products/retune/check-rows.js';
import { onRecordProgressSchema } from '../tuner/record-progress.js';

/** The options of `check`. */
const checkOptionsSchema = z.strictObject({
  baseline: z.array(z.string()).min(1, 'must name one at least').readonly().describe('logs to compare with'),
  tolerance: z
    .number()
    .min(0)
    .max(10)
    .default(TOLERANCE)
    .describe('how much slower is accepted: 0.1 is 10 % more time'),
  modules: modulesSchema,
  signal: z.instanceof(AbortSignal).exactOptional().describe('ends it after the measurement in flight'),
  onNote: onNoteSchema.exactOptional(),
  onMissing: onNoteSchema.exactOptional().describe('hears of each record that cannot be tried on this machine'),
  onProgress: onRecordProgressSchema,
});

export type CheckOptions = Readonly<z.input<typeof checkOptionsSchema>>;

/**
 * Builds the best records of some logs again, checks them, and compares them on this machine with those of a baseline,
 * in turns. Rows are of what was compared; a note names everything else. Throws UsageError for a log that does not
 * exist, MissingError without a compiler, and where nothing can run on this machine, WorkError where nothing can be
 * compared.
 */
export async function check(logs: readonly string[], options: CheckOptions): Promise<readonly CheckRow[]> {
  const {
    baseline,
    tolerance,
    modules,
    signal = new AbortController().signal,
    onNote,
    onMissing,
    onProgress,
  } = checked(checkOptionsSchema, options);
  checkPaths(logs);
  const known = await catalogueWith(modules);
  const [records, standards] = [await recordsOfLogs(logs, onNote), await recordsOfLogs(baseline, onNote)];
  const measurer = await LocalMeasurer.create({ seed: Math.floor(Math.random() * 1e6) });
  try {
    const result = await checkRecords(records, standards, measurer, {
      known,
      tolerance,
      signal,
      onProgress,
      onPause: (open, seconds) => {
        onNote?.(`${plural(open, 'comparison')} will be measured again in ${formatTime(seconds)}.`);
      },
    });
    for (const { what, isMissing } of result.incomparable) (isMissing ? onMissing : onNote)?.(what);
    if (result.checked.every(({ verdict }) => verdict === 'new') && !signal.aborted) {
      const missing = result.incomparable.find(({ isMissing }) => isMissing);
      if (missing) throw new MissingError(missing.what);
      throw new WorkError(
        `${logs.join(', ')} and ${baseline.join(', ')} hold nothing that can be compared: name logs of the same workloads and targets.`,
      );
    }
    return result.checked;
  } finally {
    await measurer.close();
  }
}
