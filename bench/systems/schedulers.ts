import { latencies, outcomesOf } from '../../src/network/schedule/simulation.js';
import { schedulers, type SchedulerName } from '../../src/network/schedule/schedulers/registry.js';
import { roundRobin } from '../../src/network/schedule/schedulers/round-robin.js';
import type { Trainer } from '../../src/model/trainer/trainer.js';
import type { Network } from '../together/networks.js';
import { BUDGETS, figuresOf, latencyAt, LONGER, share, type Courses } from '../together/schedulers.js';
import { searchAll } from '../together/search.js';
import { clairvoyant } from './clairvoyant.js';

/** Trials of each task that somebody clairvoyant can choose among. */
const FORESEEN = 96;

/** Who decides without being a scheduler of `tune`. */
export const CLAIRVOYANT = 'clairvoyant';

/** What a scheduler comes to. */
export interface SchedulerFigures {
  readonly name: string;
  /**
   * Trials to the latency that round-robin ends with, as shares of its budget: one for each network, budget and seed.
   * Infinity where it is not reached.
   */
  readonly shares: readonly number[];
  /** By network, what `figuresOf` says of each budget. */
  readonly cells: ReadonlyMap<string, readonly string[]>;
}

/** Round-robin, somebody clairvoyant, and these schedulers, on tasks that keep what they learn to themselves. */
export async function compareSchedulers(
  networks: readonly Network[],
  names: readonly SchedulerName[],
  seeds: number,
  trainer: Trainer,
): Promise<readonly SchedulerFigures[]> {
  const all = [roundRobin.name, CLAIRVOYANT, ...names];
  const found = all.map((name) => ({ name, shares: [] as number[], cells: new Map<string, readonly string[]>() }));
  for (const network of networks) {
    const courses = await coursesOf(network, names, seeds, trainer);
    for (const { name, shares, cells } of found) {
      const [own, base] = [courses.get(name)!, courses.get(roundRobin.name)!];
      const budgets = BUDGETS.map((each) => each * network.layers.length);
      cells.set(
        network.name,
        budgets.flatMap((budget) => figuresOf(network, own, base, budget)),
      );
      shares.push(
        ...budgets.flatMap((budget) =>
          own.map((course, seed) => share(course, latencyAt(base[seed]!, budget), budget)),
        ),
      );
    }
  }
  return found;
}

async function coursesOf(
  network: Network,
  names: readonly SchedulerName[],
  seeds: number,
  trainer: Trainer,
): Promise<ReadonlyMap<string, Courses>> {
  const { layers } = network;
  const trials = Math.ceil(LONGER * Math.max(...BUDGETS) * layers.length);
  const courses = new Map<string, Courses>();
  for (const scheduler of [roundRobin, ...names.map((name) => schedulers[name])]) {
    const found = await searchAll(network, seeds, { trials, scheduler, alone: true }, trainer);
    courses.set(
      scheduler.name,
      found.map((steps) => latencies(layers, steps)),
    );
  }
  const foreseen = { trials: FORESEEN * layers.length, scheduler: roundRobin, alone: true };
  const found = await searchAll(network, seeds, foreseen, trainer);
  const visited = found.map((steps) => outcomesOf(layers, steps).map((outcome) => outcome.visited));
  return courses.set(
    CLAIRVOYANT,
    visited.map((ofLayers) => clairvoyant(layers, ofLayers, trials)),
  );
}
