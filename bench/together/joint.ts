import { geometricMean, median, quantile } from 'simple-statistics';
import { trainers } from '../../src/model/trainer/registry.js';
import { outcomesOf, overLayers } from '../../src/network/outcome.js';
import { markdownTable } from '../markdown-table.js';
import type { Network } from './networks.js';
import { searchAll, type Variant } from './search.js';

/** Trials of each task, all of which get the same number. */
const EACH = [16];

const variants: readonly (readonly [name: string, variant: Omit<Variant, 'trials'>])[] = [
  ['random', { explorer: 'random', alone: true }],
  ['alone', { alone: true }],
  ['**together** (default)', {}],
  ['together, `--features knobs,shape`', { features: ['knobs', 'shape'] }],
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
        for (const [name, variant] of variants) {
          say(`${network.name}: ${name}, ${each} trials a task`);
          const trials = each * network.layers.length;
          const found = await searchAll(network, seeds, { ...variant, trials }, trainer);
          const outcomes = found.map((steps) => outcomesOf(network.layers, steps));
          const ofTasks = network.layers.map((_, task) => median(outcomes.map((one) => one[task]!.fraction)));
          rows.push([
            `${network.name}, ${each} each: ${name}`,
            format(geometricMean(ofTasks)),
            format(Math.min(...ofTasks)),
            quartiles(outcomes.map((one) => overLayers(one).mean)),
            quartiles(outcomes.map((one) => overLayers(one).worst)),
          ]);
        }
    return markdownTable(['search', 'mean of medians', 'worst median', 'mean, quartiles', 'worst, quartiles'], rows);
  } finally {
    await trainer.close();
  }
}

function quartiles(values: readonly number[]): string {
  return [0.25, 0.5, 0.75].map((share) => format(quantile([...values], share))).join(' / ');
}

function format(fraction: number): string {
  return fraction.toFixed(3);
}
