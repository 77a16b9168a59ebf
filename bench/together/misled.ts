import type { Trainer } from '../../src/model/trainer/trainer.js';
import { outcomesOf } from '../../src/network/schedule/simulation.js';
import { faulty } from '../search/faulty.js';
import type { Network } from './networks.js';
import { searchAll, type Variant } from './search.js';

/**
 * The fraction of its optimum that each task comes to, of every seed, while all of its siblings mislead it: what is
 * fast there is slow here.
 */
export async function searchMisled(
  { name, layers }: Network,
  seeds: number,
  variant: Variant,
  trainer: Trainer,
): Promise<readonly (readonly number[])[]> {
  const bySeed: number[][] = Array.from({ length: seeds }, () => []);
  for (const misled of layers.keys()) {
    const others = layers.map((layer, place) =>
      place === misled ? layer : { ...layer, table: faulty(layer.table, 'inverted', 0) },
    );
    const found = await searchAll({ name, layers: others }, seeds, variant, trainer);
    for (const [seed, steps] of found.entries()) bySeed[seed]!.push(outcomesOf(others, steps)[misled]!.fraction);
  }
  return bySeed;
}
