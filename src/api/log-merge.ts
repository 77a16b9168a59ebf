import { z } from 'zod';
import { skippedText } from '../log/record/log.js';
import { mergeLogs as merge } from '../log/record/merge.js';
import { checkFree } from '../log/record/write-whole.js';
import { checked } from '../target/checked.js';
import { checkPaths, onNoteSchema } from './logs.js';
import type { LogMerge } from './schema/log-merge.js';

/** The options of `mergeLogs`. */
const mergeOptionsSchema = z.strictObject({
  out: z.string().min(1).describe('the file; compressed where its name ends in .gz or .br'),
  force: z.boolean().default(false).describe('replaces a file that is there, even one of the logs'),
  signal: z.instanceof(AbortSignal).exactOptional().describe('gives it up, with nothing written'),
  onNote: onNoteSchema.exactOptional(),
});

export type MergeOptions = Readonly<z.input<typeof mergeOptionsSchema>>;

/**
 * Writes the union of some logs as one, of which the same records stand as of all of them together. Throws UsageError
 * for a log that does not exist and for a file that is there or cannot be, WorkError when there is no record.
 */
export async function mergeLogs(paths: readonly string[], options: MergeOptions): Promise<LogMerge> {
  const { out, force, signal, onNote } = checked(mergeOptionsSchema, options);
  checkPaths(paths);
  await checkFree(out, { force });
  const { logs, ...merged } = await merge([...new Set(paths)], out, { force, signal });
  for (const log of logs) {
    const skipped = skippedText(log);
    if (skipped !== undefined) onNote?.(`${log.log}: ${skipped}`);
  }
  return {
    out,
    ...merged,
    logs: logs.map(({ log, records, skippedLines, skipped }) => ({
      log,
      records,
      skipped: skippedLines,
      reasons: [...skipped],
    })),
  };
}
