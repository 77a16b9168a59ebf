import { meanCost } from '../../src/log/record/best.js';
import type { Table } from '../../src/log/table/table.js';
import type { Step } from '../methodology.js';

/** How a search on a table rose: all that its figures are made of. */
export interface Climb {
  readonly trials: number;
  readonly steps: readonly Step[];
}

/**
 * The climb of a search that visited these configs in this order. Throws RangeError for one that the table does not
 * have.
 */
export function climb(table: Table, visited: readonly number[]): Climb {
  const steps: Step[] = [];
  let [best, elapsed] = [Infinity, 0];
  visited.forEach((index, place) => {
    const row = table.rows.get(index);
    if (!row) throw new RangeError(`${table.task} has no config ${index}.`);
    elapsed += row.trialSeconds ?? 0;
    const seconds = meanCost(row) ?? Infinity;
    if (seconds >= best) return;
    best = seconds;
    steps.push({ trial: place + 1, elapsed, seconds });
  });
  return { trials: visited.length, steps };
}

/** The share of the optimum after so many trials; 0 while none worked. */
export function shareAt({ best }: Pick<Table, 'best'>, { steps }: Climb, trials: number): number {
  return best / (steps.findLast(({ trial }) => trial <= trials)?.seconds ?? Infinity);
}
