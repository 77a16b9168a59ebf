/** What `replay` returns and `tune replay --json` prints. */
import { z } from 'zod';
import { configKeys, count, counts, gflops, interval, maxRelError, seconds, warnings } from '../log/json-keys.js';

export const replayRowSchema = z.object({
  operator: z.string().nullable(),
  workload: z.string().nullable(),
  target: z.string().describe('as the log writes it'),
  template: configKeys.template,
  index: configKeys.index,
  logged_seconds: seconds.describe('what the log says, the mean of undisturbed repeats'),
  seconds: seconds.nullable().describe('a call here, now, in the fastest try; null where it was not timed'),
  seconds_min: seconds.nullable(),
  seconds_p90: seconds.nullable(),
  gflops: gflops.nullable(),
  max_rel_error: maxRelError,
  correct: z.boolean().nullable().describe('null where it cannot be tried on this machine'),
  verdict: z
    .enum(['reproduces', 'fails', 'missing', 'noisy', 'elsewhere'])
    .describe(
      '`missing`: it cannot be tried on this machine; `noisy`: this machine is too disturbed to show whether it is as fast; `elsewhere`: it was measured on another machine, whose times do not compare',
    ),
  reason: z.string().nullable().describe('why it does not reproduce, what is missing, or why times do not decide'),
  tries: count.describe('how often it was timed; the fastest try counts'),
  log: z.string(),
  line: count.describe('of the log, from 1'),
  interval: interval.nullable().describe('between which bounds that time lies'),
  warnings,
  counts,
});

/** What became of a record when it was built, checked and timed again. */
export type ReplayRow = Readonly<z.output<typeof replayRowSchema>>;
