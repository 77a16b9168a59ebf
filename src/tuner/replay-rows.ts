/** What `replay` returns and `tune replay --json` prints. */
import { z } from 'zod';
import type { Replayed } from './replay.js';
import { configKeys, count, counts, gflops, interval, maxRelError, seconds, warnings } from '../log/json-keys.js';

export const replayRowSchema = z.object({
  operator: z.string().nullable(),
  workload: z.string().nullable(),
  target: z.string().describe('as the log writes it'),
  template: configKeys.template,
  index: configKeys.index,
  logged_seconds: seconds.describe('what the log tells, the mean of undisturbed repeats'),
  seconds: seconds.nullable().describe('a call here, now, in the fastest try; null where it was not timed'),
  seconds_min: seconds.nullable(),
  seconds_p90: seconds.nullable(),
  gflops: gflops.nullable(),
  max_rel_error: maxRelError,
  correct: z.boolean().nullable().describe('null where it cannot be tried on this machine'),
  verdict: z
    .enum(['reproduces', 'fails', 'missing', 'noisy', 'elsewhere'])
    .describe(
      '`missing`: it cannot be tried on this machine; `noisy`: this machine is too disturbed to tell whether it is as fast; `elsewhere`: it was measured on another machine, whose times do not compare',
    ),
  reason: z.string().nullable().describe('why it does not reproduce, what is missing, or why times do not tell'),
  tries: count.describe('how often it was timed; the fastest try counts'),
  log: z.string(),
  line: count.describe('of the log, from 1'),
  interval: interval.nullable().describe('between which bounds that time lies'),
  warnings,
  counts,
});

/** What became of a record when it was built, checked and timed again. */
export type ReplayRow = Readonly<z.output<typeof replayRowSchema>>;

export function replayRowOf(result: Replayed): ReplayRow {
  const {
    record,
    loggedSeconds,
    operator,
    workload,
    times,
    flops,
    counts = 'flops',
    maxRelError,
    correct,
    tries,
    warnings = [],
  } = result;
  const { problem, missing, doubt, elsewhere } = result;
  return {
    operator,
    workload,
    target: record.target,
    template: record.task,
    index: record.index,
    logged_seconds: loggedSeconds,
    seconds: times?.seconds ?? null,
    seconds_min: times?.min ?? null,
    seconds_p90: times?.p90 ?? null,
    gflops: times && flops !== undefined ? flops / times.seconds / 1e9 : null,
    max_rel_error: maxRelError ?? null,
    correct: missing === undefined ? correct : null,
    verdict: verdictOf(result),
    reason: missing ?? problem ?? doubt ?? elsewhere ?? null,
    tries,
    log: record.log,
    line: record.line,
    interval: times ? [times.low, times.high] : null,
    warnings: [...warnings],
    counts,
  };
}

function verdictOf({ problem, missing, doubt, elsewhere }: Replayed): ReplayRow['verdict'] {
  if (missing !== undefined) return 'missing';
  if (problem !== undefined) return 'fails';
  if (doubt !== undefined) return 'noisy';
  return elsewhere === undefined ? 'reproduces' : 'elsewhere';
}
