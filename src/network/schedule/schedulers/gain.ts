import { highest, latencyOf, trialsOf, type Scheduler } from './scheduler.js';

/** Trials in which what a task loses to its optimum falls to 1/e. */
const DECAY = 8;

/**
 * The task whose next trial should take most off the network's latency, if what every task loses to its optimum falls
 * exponentially with its trials, as it does once a model guides the search: a share of its latency that is the same for
 * all, times exp(-trials / DECAY). Two tasks then differ by DECAY trials for each factor e between their latencies. A
 * rule of ours: to deal trials out in proportion to the latency starves small tasks, which lose as large a share.
 */
export const gain: Scheduler = {
  name: 'gain',
  summary: 'the task whose next trial should take most off the latency, if losses fall exponentially with trials',
  next: (open) => highest(open, (course) => Math.log(latencyOf(course)) - trialsOf(course) / DECAY),
};
