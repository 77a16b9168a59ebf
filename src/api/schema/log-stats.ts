/** What `logStats` returns and `tune log stats --json` prints. */
import { z } from 'zod';
import { configKeys, count, failures, gflops, interval, seconds } from '../../log/json-keys.js';

const epoch = z.number().describe('seconds since the epoch');

const best = z.object({
  ...configKeys,
  seconds: seconds.describe('a call, the mean of undisturbed repeats'),
  interval: interval.describe('between which bounds that time lies'),
  noisy: z.boolean(),
  gflops: gflops.nullable(),
  log: z.string(),
  line: count.describe('of the log, from 1'),
});

export const taskStatsSchema = z.object({
  operator: z.string().nullable().describe('the name of the template where it is of no operator here'),
  workload: z.string().nullable(),
  target: z.string().describe('as the log writes it'),
  fingerprint: z.string().nullable().describe('the machine'),
  records: count,
  trials: count.describe('configs that were tried'),
  failed: count.describe('of these, by the last record of each'),
  failures,
  best: best.nullable().describe('null where all failed'),
  templates: z.array(
    z.object({ template: z.string(), trials: count, failed: count, seconds: seconds.nullable().describe('its best') }),
  ),
  first: epoch,
  last: epoch,
  working_seconds: seconds.describe('between these, without breaks between runs'),
  spent: z
    .object({
      compile: seconds,
      check: seconds,
      run: seconds,
      search: seconds.nullable().describe('null where it is not recorded, as in logs of early versions'),
      undivided: seconds.describe('of records that tell only what the whole trial took'),
    })
    .describe('summed over records, of which several compile at once'),
  runs: count.describe('that records name'),
  explorers: z.array(z.string()).describe('that records name'),
});

export const logStatsSchema = z.object({
  logs: z.array(z.object({ log: z.string(), records: count, skipped: count.describe('lines without a record') })),
  tasks: z.array(taskStatsSchema).describe('a workload on a target and machine each'),
});

/** What is in some logs. */
export type LogStats = Readonly<z.output<typeof logStatsSchema>>;
