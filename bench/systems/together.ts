import { outcomesOf } from '../../src/network/schedule/simulation.js';
import { defined } from '../../src/target/defined.js';
import type { Trainer } from '../../src/model/trainer/trainer.js';
import { climb } from '../search/climb.js';
import { toArena, type Arena } from '../search/data.js';
import type { Results } from '../search/figures.js';
import type { Finished } from '../search/searches.js';
import type { Network } from '../together/networks.js';
import { searchAll } from '../together/search.js';
import type { TogetherWay } from './system.js';

/** Trials of each task. */
export const EACH = 32;

/** A search of all tasks of each log in turns, while each learns from the others, as results of the tasks. */
export async function searchTogether(
  networks: readonly Network[],
  { explorer }: Pick<TogetherWay, 'explorer'>,
  seeds: number,
  trainer: Trainer,
): Promise<Results> {
  const results: [Arena, readonly Finished[]][] = [];
  for (const network of networks) {
    const { layers } = network;
    const start = performance.now();
    const found = await searchAll(network, seeds, { trials: EACH * layers.length, ...defined({ explorer }) }, trainer);
    const seconds = (performance.now() - start) / 1000 / (seeds * layers.length);
    const outcomes = found.map((steps) => outcomesOf(layers, steps));
    layers.forEach(({ table }, place) => {
      const climbs = outcomes.map((ofLayers) => climb(table, ofLayers[place]!.visited));
      results.push([toArena(table), climbs.map((one) => ({ climb: one, seconds }))]);
    });
  }
  return new Map(results);
}
