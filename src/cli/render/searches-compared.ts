import { geometricMean, median } from 'simple-statistics';
import { outsideInterval } from '../../measure/estimate.js';
import { ratioOfRounds } from '../../measure/ratio.js';
import { grouped } from '../../target/grouped.js';
import type { SimulateRow } from '../../tuner/simulate-rows.js';
import { marksUpTo } from '../../tuner/simulation.js';
import { renderTable } from './table.js';
import { wrapped, type Page } from './wrapped.js';

/** An explorer with a model, and what it reached on all tasks: a figure for each seed, by the number of trials. */
interface Contender {
  readonly explorer: string;
  readonly model: string;
  readonly byMark: readonly (readonly number[])[];
}

/**
 * A line for each explorer and model, the best first: medians over the seeds of the geometric mean over the tasks, the
 * interval of the last one, and which are statistically tied with the best, by their ratios seed by seed.
 */
export function renderComparison(rows: readonly SimulateRow[], trials: number, page: Page): string {
  const { paint, columns } = page;
  const marks = marksUpTo(trials);
  const contenders = contendersOf(rows, marks).toSorted((a, b) => median(lastOf(b)) - median(lastOf(a)));
  const hasModels = new Set(rows.map(({ model }) => model)).size > 1;
  const head = ['explorer', ...(hasModels ? ['model'] : []), ...marks.map((mark) => `at ${mark}`), 'interval', ''];
  const [best] = contenders;
  const table = renderTable(
    head.map((title) => paint.dim(title)),
    contenders.map((contender) => [
      contender.explorer,
      ...(hasModels ? [contender.model] : []),
      ...contender.byMark.map((seeds) => formatFraction(median([...seeds]))),
      intervalOf(lastOf(contender)).map(formatFraction).join(' to '),
      contender === best ? paint.green('best') : isTied(best!, contender) ? paint.yellow('statistically tied') : '',
    ]),
    columns,
  );
  const note = 'medians over seeds of the geometric mean over tasks, best throughput so far / best of the table';
  return `${table}\n${wrapped(note, columns)}`;
}

function contendersOf(rows: readonly SimulateRow[], marks: readonly number[]): readonly Contender[] {
  return [...grouped(rows, ({ explorer, model }) => JSON.stringify([explorer, model])).values()].map((own) => {
    const seeds = [...grouped(own, ({ seed }) => seed).values()];
    const byMark = marks.map((mark) =>
      seeds.map((ofSeed) => geometricMean(ofSeed.map(({ fraction }) => fraction[`${mark}`]!))),
    );
    return { explorer: own[0].explorer, model: own[0].model, byMark };
  });
}

function lastOf({ byMark }: Contender): number[] {
  return [...byMark.at(-1)!];
}

/** The distribution-free interval of the median. */
function intervalOf(values: readonly number[]): readonly [number, number] {
  const sorted = values.toSorted((a, b) => a - b);
  const cut = outsideInterval(sorted.length);
  return [sorted.at(cut)!, sorted.at(-1 - cut)!];
}

/** Whether their ratio may be 1. */
function isTied(best: Contender, other: Contender): boolean {
  const { low, high } = ratioOfRounds(lastOf(best), lastOf(other));
  return low <= 1 && high >= 1;
}

function formatFraction(fraction: number): string {
  return fraction.toFixed(3);
}
