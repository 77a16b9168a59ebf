/** What `simulateTogether` yields and `tune simulate --together --json` prints. */
import { z } from 'zod';
import { count } from '../../log/json-keys.js';

const seconds = z.number().nullable();

export const togetherRowSchema = z.object({
  scheduler: z.string(),
  alone: z.boolean().describe('whether the tasks kept to themselves what they learned'),
  explorer: z.string(),
  model: z.string(),
  seed: count,
  trials: count.describe('of all tasks'),
  tasks: z.array(
    z.object({
      log: z.string(),
      task: z.string(),
      size: count.describe('configs of the space'),
      weight: z.number().describe('calls of it in the network'),
      trials: count.describe('what it got of the budget'),
      seconds: seconds.describe('mean seconds a call of its best; null where none worked'),
      fraction: z.number().describe('the best throughput divided by the best of the log'),
      visited: z.array(count).describe('indices in the order of the trials, none twice'),
    }),
  ),
  latency: z
    .record(z.string(), seconds)
    .describe(
      'by the number of trials of all tasks, `"64"`: seconds of the network, weight times best seconds of all tasks added up; null until each has a config that works',
    ),
  optimum: z.number().describe('the same with the best of the log everywhere'),
  mean: z.number().describe("geometric mean of the tasks' fractions"),
  worst: z.number().describe('the least of them'),
});

/** A search of all tasks of some complete logs on one budget, from one seed. */
export type TogetherRow = Readonly<z.output<typeof togetherRowSchema>>;
