import { median, quantile } from 'simple-statistics';
import { trainers } from '../../src/model/trainer/registry.js';
import { latencies, optimumOf } from '../../src/network/schedule/simulation.js';
import { schedulers } from '../../src/network/schedule/schedulers/registry.js';
import { markdownTable } from '../markdown-table.js';
import type { Network } from './networks.js';
import { searchAll } from './search.js';

/** Budgets of round-robin, in trials a task, whose latency the others are to reach; and how much longer all search. */
export const BUDGETS = [16, 32];
export const LONGER = 1.1;

/** Of a table whose rows are a search and `figuresOf` each budget. */
export const HEAD = ['search', ...BUDGETS.flatMap((each) => [`to ${each} each`, 'of medians', 'latency / optimum'])];

/** Latencies of a network after each trial, of each seed. */
export type Courses = readonly (readonly (number | undefined)[])[];

/**
 * Trials that each scheduler needs to the weighted latency that round-robin ends with, as a share of the budget that
 * this was given.
 */
export async function compareSchedulers(
  networks: readonly Network[],
  seeds: number,
  say: (words: string) => void,
): Promise<string> {
  const rows: string[][] = [];
  for (const network of networks)
    for (const alone of [true, false]) {
      const courses = await coursesOf(network, seeds, alone, say);
      const base = courses.get('round-robin')!;
      for (const [name, own] of courses)
        rows.push([
          `${network.name}, ${alone ? 'alone' : 'together'}: ${name}`,
          ...BUDGETS.flatMap((each) => figuresOf(network, own, base, each * network.layers.length)),
        ]);
    }
  return markdownTable(HEAD, rows);
}

async function coursesOf(
  network: Network,
  seeds: number,
  alone: boolean,
  say: (words: string) => void,
): Promise<ReadonlyMap<string, Courses>> {
  const trials = Math.ceil(LONGER * Math.max(...BUDGETS) * network.layers.length);
  const trainer = trainers.auto();
  try {
    const courses = new Map<string, Courses>();
    for (const [name, scheduler] of Object.entries(schedulers)) {
      say(`${network.name}: ${name}, ${alone ? 'alone' : 'together'}`);
      const found = await searchAll(network, seeds, { trials, scheduler, alone }, trainer);
      courses.set(
        name,
        found.map((steps) => latencies(network.layers, steps)),
      );
    }
    return courses;
  } finally {
    await trainer.close();
  }
}

/**
 * Quartiles over seeds of the share, each seed against round-robin's of the same seed; the share at which the median
 * over seeds has come as far as that of round-robin; and the latency after the budget, relative to the optimum.
 */
export function figuresOf({ layers }: Network, own: Courses, base: Courses, budget: number): readonly string[] {
  const shares = own.map((course, seed) => share(course, latencyAt(base[seed]!, budget), budget));
  const medians = own[0]!.map((_, trial) => median(own.map((course) => course[trial] ?? Infinity)));
  const target = median(base.map((course) => latencyAt(course, budget)));
  const after = median(own.map((course) => latencyAt(course, budget))) / optimumOf(layers);
  return [
    [0.25, 0.5, 0.75].map((part) => formatShare(quantile(shares, part))).join(' / '),
    formatShare(share(medians, target, budget)),
    after.toFixed(4),
  ];
}

/** Trials to a latency as a share of the budget; Infinity where a course never comes so far. */
export function share(course: readonly (number | undefined)[], target: number, budget: number): number {
  const reached = course.findIndex((latency) => (latency ?? Infinity) <= target);
  return reached < 0 ? Infinity : (reached + 1) / budget;
}

/** Infinity until every task has a config that works. */
export function latencyAt(course: readonly (number | undefined)[], trials: number): number {
  return course[Math.min(trials, course.length) - 1] ?? Infinity;
}

function formatShare(value: number): string {
  return Number.isFinite(value) ? value.toFixed(2) : 'never';
}
