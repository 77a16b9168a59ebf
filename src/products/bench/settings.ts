import { z } from 'zod';

/** The settings of a comparison with other libraries, with their defaults. */
export const benchSchema = z.object({
  trials: z
    .int()
    .min(0)
    .default(0)
    .describe('first tune each workload without a record from this machine, so many trials each; 0: tune nothing'),
  rounds: z
    .int()
    .min(1)
    .default(15)
    .describe('rounds in which all take turns, fewer where calls are long; times are medians over them'),
});

export type BenchSettings = Readonly<z.output<typeof benchSchema>>;
