/** What `logExplain` returns and `tune log explain --json` prints. */
import { z } from 'zod';
import { count, failures, interval, seconds } from '../../log/json-keys.js';

const recordSchema = z.object({
  index: count.describe('place of the config in its space'),
  seconds,
  interval,
  noisy: z.boolean(),
  log: z.string(),
  line: count.describe('of the log, from 1'),
});

export const logExplainSchema = z.object({
  workload: z.string().describe('as it was asked for'),
  operators: z.array(z.string()).describe('that know it'),
  target: z.string().nullable().describe('that was asked for; null: any'),
  found: z.boolean(),
  finding: z
    .enum(['found', 'unusable', 'failed', 'foreign', 'target', 'workload'])
    .describe(
      'a record stands; none that works can be built; all failed; only another program measured it; other targets only; not measured',
    ),
  reasons: z.array(z.string()).describe('sentences'),
  candidates: z
    .array(
      z.object({
        operator: z.string().nullable(),
        workload: z.string().nullable(),
        target: z.string(),
        fingerprint: z.string().nullable().describe('the machine'),
        template: z.string(),
        trials: count.describe('configs that were tried'),
        failures,
        differences: z.array(z.string()).describe('from what was asked for, and from this machine'),
        refusal: z.string().nullable().describe('why its best record cannot be built; null where it can'),
        best: recordSchema.nullable().describe('null where all failed'),
      }),
    )
    .describe('that which stands first, or else what is nearest; three at most'),
});

/** Why a record of a workload stands, or why there is none. */
export type LogExplain = Readonly<z.output<typeof logExplainSchema>>;
