/** What `bestFor` returns and `tune best --for --json` prints. */
import { z } from 'zod';
import { configKeys, count, seconds, subjectKeys } from '../log/json-keys.js';

const share = z.number().nonnegative();

export const bestForRowSchema = z.object({
  ...subjectKeys,
  tuned: z.boolean().describe('whether the logs hold a record of that very shape, which is then the answer'),
  ...configKeys,
  seconds: seconds.nullable().describe('a call, of a tuned shape; null otherwise'),
  fingerprint: z.string().nullable().describe('the machine of that record'),
  log: z.string().nullable().describe('of that record'),
  line: count.nullable().describe('of that log, from 1'),
  expected_share: share
    .nullable()
    .describe('share of the best throughput that the config reaches on the known workloads, the nearest counting most'),
  loss: z
    .object({
      median: share,
      worst: share,
      workloads: z.array(
        z.object({
          workload: z.string(),
          fingerprint: z.string().nullable(),
          loss: share.describe('part of the best known throughput'),
          measured: z.boolean().describe('whether that config was measured there; else estimated from those around it'),
        }),
      ),
    })
    .nullable()
    .describe('what the same rule would have lost on workloads of the logs, each left out in turn; null: unknown'),
  sources: z
    .array(
      z.object({
        workload: z.string(),
        target: z.string().describe('as the log writes it'),
        fingerprint: z.string().nullable().describe('the machine'),
        distance: z.number().nonnegative().describe('doublings between shapes and machines'),
        weight: share.describe('how much it counts; all together 1 at most'),
        share: share.describe('of its best throughput, that the config has there, estimated from its trials'),
        origin: z.boolean().describe('whether the config is among its best'),
      }),
    )
    .describe('what the choice goes by, the nearest first; none of a tuned shape'),
  command: z.string().describe('tries the config; of a tuned shape, replays its log'),
});

/** What to try first for a shape on a target. */
export type BestForRow = Readonly<z.output<typeof bestForRowSchema>>;
