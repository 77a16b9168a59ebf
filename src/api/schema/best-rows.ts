/** What `best` returns and `tune best --json` prints. */
import { z } from 'zod';
import { configKeys, count, counts, gflops, interval, seconds, warnings } from '../../log/json-keys.js';

export const bestRowSchema = z.object({
  operator: z.string().nullable().describe('null where the record is of no operator here and names none'),
  workload: z.string().nullable(),
  target: z.string().describe('as the log writes it'),
  fingerprint: z.string().nullable().describe('the machine'),
  ...configKeys,
  seconds: seconds.describe('a call, the mean of undisturbed repeats'),
  gflops: gflops.nullable(),
  trials: count.describe('configs that were tried there'),
  log: z.string(),
  line: count.describe('of the log, from 1'),
  interval: interval.describe('between which bounds that time lies'),
  noisy: z.boolean().describe('whether its repeats disagree too much to say how fast it is'),
  warnings,
  counts,
});

/** The best record of a workload, target and machine. */
export type BestRow = Readonly<z.output<typeof bestRowSchema>>;
