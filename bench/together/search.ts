import { roundRobin } from '../../src/network/schedule/schedulers/round-robin.js';
import type { Scheduler } from '../../src/network/schedule/schedulers/scheduler.js';
import { simulateNetwork, type Step } from '../../src/network/schedule/simulation.js';
import type { Trainer } from '../../src/model/trainer/trainer.js';
import { settingsSchema } from '../../src/tuner/settings.js';
import type { Network } from './networks.js';

/** What is varied; everything else is the default of `tune`. */
export interface Variant {
  readonly trials: number;
  readonly explorer?: string;
  readonly features?: readonly string[];
  readonly scheduler?: Scheduler;
  readonly alone?: boolean;
}

/** Of the searches of a row, so that no two tasks of two searches share a seed. */
const SEEDS_APART = 1000;

/** A search of a network from each of so many seeds. */
export async function searchAll(
  { layers }: Network,
  seeds: number,
  { scheduler = roundRobin, alone = false, ...search }: Variant,
  trainer: Trainer,
): Promise<readonly (readonly Step[])[]> {
  const found: (readonly Step[])[] = [];
  for (let seed = SEEDS_APART; seed <= seeds * SEEDS_APART; seed += SEEDS_APART) {
    const settings = settingsSchema.parse({ ...search, seed });
    found.push(await simulateNetwork(layers, { ...settings, scheduler, alone }, { trainer }));
  }
  return found;
}
