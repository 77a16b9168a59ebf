/** What `logDiff` returns and `tune log diff --json` prints. */
import { z } from 'zod';
import { count } from '../../log/json-keys.js';
import { taskStatsSchema } from './log-stats.js';

const ratio = z.number().positive();

const logSchema = z.object({ log: z.string(), records: count, skipped: count.describe('lines without a record') });

const taskSchema = z.object({
  operator: z.string().nullable(),
  workload: z.string().nullable(),
  target: z.string(),
  fingerprint: z.string().nullable().describe('the machine'),
  a: taskStatsSchema.nullable().describe('what A holds of it; null: nothing'),
  b: taskStatsSchema.nullable(),
  ratio: ratio.nullable().describe('time of the best of A / that of B: above 1 B is faster; null: they do not compare'),
  low: ratio.nullable(),
  high: ratio.nullable(),
  verdict: z.enum(['faster', 'same', 'slower', 'noisy']).nullable().describe('of B, as far as the intervals tell'),
  why: z.string().nullable().describe('why they do not compare'),
  common: z
    .object({
      configs: count,
      faster: count.describe('in B, beyond the intervals'),
      same: count,
      slower: count,
      noisy: count,
      ratio: ratio.nullable().describe('the median, of those that worked in both'),
      failed_only_in_a: count,
      failed_only_in_b: count,
    })
    .describe('configs that both measured'),
  differs: z
    .array(z.object({ what: z.string(), a: z.array(z.string()), b: z.array(z.string()) }))
    .describe('explorers, compilers, flags, versions of templates'),
});

export const logDiffSchema = z.object({
  a: logSchema,
  b: logSchema,
  tasks: z.array(taskSchema).describe('a workload on a target and machine each'),
});

/** What changed between two logs. */
export type LogDiff = Readonly<z.output<typeof logDiffSchema>>;
