import { asksHistory, asksModel, type Catalogue } from '../catalogue/catalogue.js';
import type { Prior } from '../model/prior.js';
import { plural } from '../target/format.js';

/** What a search that was given a history makes of it, in a sentence. */
export function historyNote(priors: readonly Prior[], explorer: string, catalogue: Catalogue): string {
  if (asksHistory(catalogue, explorer)) return knownNote(priors, explorer);
  if (!asksModel(catalogue, explorer)) return `${explorer} goes by measurements alone: the history is not used`;
  const [rows, seeds] = [sum(priors, ({ rows: own }) => own.length), sum(priors, ({ warmStarts: own }) => own.length)];
  if (rows + seeds === 0) return 'nothing in the history can be compared with what is searched here';
  return `${plural(rows, 'row')} of history to learn from, ${plural(seeds, 'config')} that did well there to begin with`;
}

/** Of an explorer that goes by the configs of other tasks alone. */
function knownNote(priors: readonly Prior[], explorer: string): string {
  const tasks = priors.flatMap(({ known = [] }) => known);
  const worked = tasks.flatMap(({ trials }) => trials.filter(({ share }) => share > 0));
  if (worked.length === 0)
    return `${explorer} knows no other task of the templates here: configs are drawn at random until --history names a log that has some`;
  const workloads = new Set(tasks.map(({ place }) => place)).size;
  return `${plural(worked.length, 'config')} of ${plural(workloads, 'workload')} for ${explorer} to choose from`;
}

function sum(priors: readonly Prior[], count: (prior: Prior) => number): number {
  return priors.reduce((total, prior) => total + count(prior), 0);
}
