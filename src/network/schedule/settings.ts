import { z } from 'zod';
import { schedulers, type SchedulerName } from './schedulers/registry.js';

const names = Object.keys(schedulers) as SchedulerName[];

/** What a search of many tasks on one budget is told besides what each search is. */
export const networkSchema = z.object({
  scheduler: z
    .enum(names)
    .default('gain')
    .describe(`which task gets the next batch: ${names.join(', ')}`),
  alone: z.boolean().default(false).describe('tasks keep to themselves what they learn'),
});
