import { grouped } from '../../target/grouped.js';
import type { ChalkInstance } from 'chalk';
import { geometricMean, median } from 'simple-statistics';
import type { SimulateRow } from '../../tuner/simulate-rows.js';
import { marksUpTo } from '../../tuner/simulation.js';
import { shortened } from '../../target/visible.js';
import { renderTable } from './table.js';

/** A line for every task with medians over the seeds, and what they come to; beside it the same of random draws. */
export function renderSimulations(
  searched: readonly SimulateRow[],
  drawn: readonly SimulateRow[],
  trials: number,
  paint: ChalkInstance,
  columns?: number,
): string {
  const marks = marksUpTo(trials);
  const tasks = [...byTask(searched).values()];
  const ours = tasks.map((rows) => mediansOf(rows, marks));
  const random = [...byTask(drawn).values()].map((rows) => mediansOf(rows, marks));
  const head = ['task', 'configs', 'ran', ...marks.map((mark) => `at ${mark}`)];
  return renderTable(
    head.map((title) => paint.dim(title)),
    [
      ...tasks.map(([row], i) => [
        shortened(row!.task),
        `${row!.size}`,
        `${row!.valid}`,
        ...ours[i]!.map(formatFraction),
      ]),
      ['geometric mean', '', '', ...overTasks(ours, geometricMean).map((text) => paint.bold(text))],
      ['worst task', '', '', ...overTasks(ours, worst)],
      ['geometric mean of random draws', '', '', ...overTasks(random, geometricMean)],
      ['worst task of random draws', '', '', ...overTasks(random, worst)],
    ],
    columns,
  );
}

/** The searches of each task; names of tasks are unique within a log. */
function byTask(rows: readonly SimulateRow[]): ReadonlyMap<string, readonly SimulateRow[]> {
  return grouped(rows, ({ log, task }) => JSON.stringify([log, task]));
}

function mediansOf(rows: readonly SimulateRow[], marks: readonly number[]): readonly number[] {
  return marks.map((mark) => median(rows.map(({ fraction }) => fraction[`${mark}`]!)));
}

/** One figure for each mark, from those of all tasks. */
function overTasks(
  medians: readonly (readonly number[])[],
  figure: (fractions: number[]) => number,
): readonly string[] {
  return medians[0]!.map((_, mark) => formatFraction(figure(medians.map((fractions) => fractions[mark]!))));
}

function worst(fractions: readonly number[]): number {
  return fractions.reduce((a, b) => Math.min(a, b));
}

/** `0.982`. */
function formatFraction(fraction: number): string {
  return fraction.toFixed(3);
}
