import { highest, latencyOf, trialsOf, type Scheduler } from './scheduler.js';

/**
 * Trials in proportion to the share of the network's latency that a task has at present, weight times seconds. Whole
 * batches are dealt out by highest averages (D'Hondt's method): the next goes to the task of which each trial so far
 * stands for the most latency.
 */
export const proportional: Scheduler = {
  name: 'proportional',
  summary: "trials in proportion to a task's share of the latency",
  next: (open) => highest(open, (course) => latencyOf(course) / trialsOf(course)),
};
