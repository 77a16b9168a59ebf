import { highest, trialsOf, type Scheduler } from './scheduler.js';

export const roundRobin: Scheduler = {
  name: 'round-robin',
  summary: 'the same number of trials for every task',
  next: (open) => highest(open, (course) => -trialsOf(course)),
};
