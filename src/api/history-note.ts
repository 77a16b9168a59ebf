import { usesModel } from '../explorer/registry.js';
import type { Prior } from '../transfer/prior.js';
import { plural } from '../target/format.js';

/** What a search that was given a history makes of it, in a sentence. */
export function historyNote(priors: readonly Prior[], explorer: string): string {
  if (!usesModel(explorer)) return `${explorer} goes by measurements alone: the history is not used`;
  const [rows, seeds] = [sum(priors, ({ rows: own }) => own.length), sum(priors, ({ warmStarts: own }) => own.length)];
  if (rows + seeds === 0) return 'nothing in the history can be compared with what is searched here';
  return `${plural(rows, 'row')} of history to learn from, ${plural(seeds, 'config')} that did well there to begin with`;
}

function sum(priors: readonly Prior[], count: (prior: Prior) => number): number {
  return priors.reduce((total, prior) => total + count(prior), 0);
}
