import { geometricMean, median, quantile } from 'simple-statistics';
import { trainers } from '../../src/model/trainer/registry.js';
import type { Trainer } from '../../src/model/trainer/trainer.js';
import { outcomesOf, overLayers } from '../../src/network/schedule/simulation.js';
import { markdownTable } from '../markdown-table.js';
import { searchMisled } from './misled.js';
import type { Network } from './networks.js';
import { searchAll, type Variant } from './search.js';

/** Trials of each task, all of which get the same number. */
const EACH = [16];

/** The fraction of its optimum that each task comes to, of every seed. */
type Fractions = readonly (readonly number[])[];
type Search = (network: Network, seeds: number, variant: Variant, trainer: Trainer) => Promise<Fractions>;

const variants: readonly (readonly [name: string, variant: Omit<Variant, 'trials'>, search: Search])[] = [
  ['random', { explorer: 'random', alone: true }, searchEach],
  ['alone', { alone: true }, searchEach],
  ['**together** (default)', {}, searchEach],
  ['together, `--features knobs,shape`', { features: ['knobs', 'shape'] }, searchEach],
  ['together, all siblings of each task inverted', {}, searchMisled],
];

/**
 * Tasks that learn from each other beside the same alone: medians over seeds of each task's fraction of its optimum,
 * and of these the geometric mean over tasks and the worst; and the quartiles over seeds of both.
 */
export async function compareJoint(
  networks: readonly Network[],
  seeds: number,
  say: (words: string) => void,
): Promise<string> {
  const trainer = trainers.auto();
  try {
    const rows: string[][] = [];
    for (const network of networks)
      for (const each of EACH)
        for (const [name, variant, search] of variants) {
          say(`${network.name}: ${name}, ${each} trials a task`);
          const trials = each * network.layers.length;
          const fractions = await search(network, seeds, { ...variant, trials }, trainer);
          rows.push([`${network.name}, ${each} each: ${name}`, ...figuresOf(fractions)]);
        }
    return markdownTable(['search', 'mean of medians', 'worst median', 'mean, quartiles', 'worst, quartiles'], rows);
  } finally {
    await trainer.close();
  }
}

async function searchEach(network: Network, seeds: number, variant: Variant, trainer: Trainer): Promise<Fractions> {
  const found = await searchAll(network, seeds, variant, trainer);
  return found.map((steps) => outcomesOf(network.layers, steps).map(({ fraction }) => fraction));
}

function figuresOf(fractions: Fractions): readonly string[] {
  const searches = fractions.map((of) => overLayers(of.map((fraction) => ({ fraction }))));
  const ofTasks = fractions[0]!.map((_, task) => median(fractions.map((of) => of[task]!)));
  return [
    format(geometricMean(ofTasks)),
    format(Math.min(...ofTasks)),
    quartiles(searches.map(({ mean }) => mean)),
    quartiles(searches.map(({ worst }) => worst)),
  ];
}

function quartiles(values: readonly number[]): string {
  return [0.25, 0.5, 0.75].map((share) => format(quantile([...values], share))).join(' / ');
}

function format(fraction: number): string {
  return fraction.toFixed(3);
}
