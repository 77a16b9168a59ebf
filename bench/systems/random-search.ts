import { geometricMean, mean } from 'simple-statistics';
import { meanCost } from '../../src/log/record/best.js';
import type { Table } from '../../src/log/table/table.js';
import { isScored, type Arena } from '../search/data.js';
import { RANDOM } from './beside.js';
import type { SearchFigures } from './figures.js';

/**
 * Random search without replacement in closed form: its medians at each of the marks; of P, whose 0 it is by
 * definition, nothing else.
 */
export function randomSearch(arenas: readonly Arena[], marks: readonly number[]): SearchFigures {
  const tasks = arenas.filter((arena) => !isScored(arena));
  const spaces = arenas.filter(isScored);
  const medians = tasks.map(({ table }) => marks.map((mark) => medianOf(table, mark)));
  return {
    name: RANDOM,
    marks,
    fractions:
      tasks.length === 0
        ? undefined
        : {
            mean: marks.map((_, place) => geometricMean(medians.map((own) => own[place]!))),
            worst: marks.map((_, place) => Math.min(...medians.map((own) => own[place]!))),
          },
    p: spaces.length === 0 ? undefined : { mean: 0, worst: 0 },
    spaces: new Map(spaces.map(({ name }) => [name, 0])),
    milliseconds: { tasks: undefined, spaces: undefined },
    scores: new Map([
      ...tasks.map(({ name }, task) => [name, mean(medians[task]!)] as const),
      ...spaces.map(({ name }) => [name, 0] as const),
    ]),
  };
}

/**
 * The median share of the optimum after so many draws, failures among them: that of the m-th config, where m is the
 * least for which one of the m best is drawn in half of the searches, 1 - C(N - m, t) / C(N, t) >= 1 / 2.
 *
 * @internal Tests compare it with all draws of a small table.
 */
export function medianOf({ rows, best }: Pick<Table, 'rows' | 'best'>, draws: number): number {
  const shares = Array.from(rows.values(), (row) => best / (meanCost(row) ?? Infinity)).sort((a, b) => b - a);
  const misses = (m: number): number => {
    let probability = 1;
    for (let i = 0; i < draws && probability > 0; i++)
      probability *= Math.max(0, shares.length - m - i) / (shares.length - i);
    return probability;
  };
  const place = shares.findIndex((_, i) => misses(i + 1) <= 1 / 2);
  return shares[place]!;
}
