/** What `check` returns and `tune check --json` prints. */
import { z } from 'zod';
import { configKeys, count, seconds } from '../../log/json-keys.js';

/** How fast a kernel is beside what it is held against. */
export const ratioKeys = {
  ratio: z
    .number()
    .positive()
    .nullable()
    .describe('time of the standard / its own, above 1 where it is faster; null where there is nothing to compare'),
  low: z.number().positive().nullable().describe('between this'),
  high: z.number().positive().nullable().describe('and this the ratio lies'),
};

export const checkRowSchema = z.object({
  operator: z.string().nullable(),
  workload: z.string().nullable(),
  target: z.string().describe('as the log writes it'),
  verdict: z
    .enum(['new', 'faster', 'same', 'slower', 'noisy', 'failed'])
    .describe(
      'than the baseline, where the whole interval of the ratio says so; `new`: the baseline has no record; `noisy`: the interval is too wide to judge',
    ),
  ...ratioKeys,
  bad: z.boolean().describe('it failed, or the whole interval is slower than the tolerance allows: exit code 1'),
  basis: z
    .enum(['turns', 'log'])
    .nullable()
    .describe(
      '`turns`: both kernels were timed here, in turns; `log`: the baseline’s logged time; null: its answer alone was checked',
    ),
  reason: z.string().nullable().describe('why it failed, or what one should know of the comparison'),
  template: configKeys.template,
  index: configKeys.index,
  seconds: seconds.nullable().describe('a call here, now'),
  baseline_seconds: seconds.nullable().describe('time of the baseline on its machine, null where it has none'),
  tries: count.describe('how often it was timed'),
  log: z.string(),
  line: count.describe('of the log, from 1'),
  baseline_log: z.string().nullable(),
  baseline_line: count.nullable(),
});

/** How the best record of a workload compares with that of a baseline. */
export type CheckRow = Readonly<z.output<typeof checkRowSchema>>;
