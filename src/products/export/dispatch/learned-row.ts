import { z } from 'zod';
import { count } from '../../../log/json-keys.js';

const share = z.number().nonnegative();

/** What was learned of one operator, type and target. */
export const learnedRowSchema = z.object({
  operator: z.string(),
  dtype: z.string().describe('of the first input'),
  target: z.string(),
  shapes: count.describe('shapes of the logs that it was learned from'),
  landmarks: z
    .array(z.object({ workload: z.string(), template: z.string() }))
    .readonly()
    .describe('schedules that shapes may get, each the best of a cluster of shapes'),
  features: z.array(z.string()).readonly().describe('what the tree asks of a shape'),
  splits: count.describe('of the tree; 0: one schedule is first choice for all shapes'),
  held_out: z
    .object({
      learned: share.describe('by this classifier'),
      nearest: share.describe('by the nearest shape'),
      single: share.describe('by the landmark that is best on the whole'),
      oracle: share.describe('by the best landmark for each'),
    })
    .describe('share of the best known throughput on shapes that were left out, as a geometric mean'),
});

export type LearnedRow = Readonly<z.infer<typeof learnedRowSchema>>;
