import { bandit } from './bandit.js';
import { gain } from './gain.js';
import { gradient } from './gradient.js';
import { proportional } from './proportional.js';
import { roundRobin } from './round-robin.js';
import type { Scheduler } from './scheduler.js';
import { ucb } from './ucb.js';

export const schedulers = {
  'round-robin': roundRobin,
  proportional,
  gradient,
  gain,
  ucb,
  bandit,
} satisfies Record<string, Scheduler>;

export type SchedulerName = keyof typeof schedulers;
