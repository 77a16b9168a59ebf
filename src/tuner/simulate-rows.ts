/** What `simulate` yields and `tune simulate --json` prints. */
import { z } from 'zod';
import { count } from '../log/json-keys.js';

export const simulateRowSchema = z.object({
  log: z.string(),
  task: z.string(),
  size: count.describe('configs of the space'),
  valid: count.describe('those that ran'),
  explorer: z.string(),
  model: z.string(),
  seed: count,
  visited: z.array(count).describe('indices in the order of the trials, none twice'),
  fraction: z
    .record(z.string(), z.number())
    .describe('by the number of trials, `"32"`: the best throughput so far divided by the best of the log'),
});

/** A search on a complete log, from one seed. */
export type SimulateRow = Readonly<z.output<typeof simulateRowSchema>>;
