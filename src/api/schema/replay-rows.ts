/** What `replay` returns and `tune replay --json` prints. */
import { z } from 'zod';
import { configKeys, count, gflops, maxRelError, seconds } from './common.js';

export const replayRowSchema = z.object({
  operator: z.string().nullable(),
  workload: z.string().nullable(),
  target: z.string().describe('as the log writes it'),
  template: configKeys.template,
  index: configKeys.index,
  logged_seconds: seconds.describe('the mean that the log holds'),
  seconds: seconds.nullable().describe('a call here, now, the median; null where it was not timed'),
  seconds_min: seconds.nullable(),
  seconds_p90: seconds.nullable(),
  gflops: gflops.nullable(),
  max_rel_error: maxRelError,
  correct: z.boolean().nullable().describe('null where it cannot be tried on this machine'),
  verdict: z.enum(['reproduces', 'fails', 'missing']).describe('`missing`: it cannot be tried on this machine'),
  reason: z.string().nullable().describe('why it does not reproduce, or what is missing'),
  tries: count.describe('how often it was timed; the fastest try counts'),
  log: z.string(),
  line: count.describe('of the log, from 1'),
});

/** What became of a record when it was built, checked and timed again. */
export type ReplayRow = Readonly<z.output<typeof replayRowSchema>>;
