/** What `convertLog` returns and `tune log convert --json` prints. */
import { z } from 'zod';
import { count } from '../../log/json-keys.js';

export const logConvertSchema = z.object({
  out: z.string().describe('the file that was written'),
  from: z.string().describe('the format that was read: tune, autotvm, kernel-tuner or t4'),
  to: z.string().describe('the format that was written'),
  tasks: z.array(
    z.object({ task: z.string().describe('kernel and problem'), records: count.describe('that were read of it') }),
  ),
  records: count.describe('that were written'),
  refused: z
    .array(z.object({ what: z.string().describe('kernel or template'), records: count, why: z.string() }))
    .describe('what cannot be converted'),
  skipped: count.describe('lines or rows without use'),
  lost: z.array(z.string()).describe('sentences on what the format has no place for'),
});

/** What became of a log. */
export type LogConvert = Readonly<z.output<typeof logConvertSchema>>;
