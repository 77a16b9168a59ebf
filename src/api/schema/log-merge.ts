/** What `mergeLogs` returns and `tune log merge --json` prints. */
import { z } from 'zod';
import { count } from './common.js';

/** Lines of a file that hold no record. */
const skippedKeys = {
  skipped: count.describe('lines without a record'),
  reasons: z
    .array(z.object({ line: count.describe('from 1'), reason: z.string() }))
    .describe('of the first hundred of these'),
};

export const logMergeSchema = z.object({
  out: z.string().describe('the merged log'),
  records: count.describe('in it, a trial each'),
  duplicates: count.describe('records of trials that are in it once'),
  logs: z.array(z.object({ log: z.string(), records: count, ...skippedKeys })),
});

/** What became of some logs. */
export type LogMerge = Readonly<z.output<typeof logMergeSchema>>;
