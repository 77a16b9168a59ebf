import type { ChalkInstance } from 'chalk';
import { geometricMean, median } from 'simple-statistics';
import type { Table } from '../../table/table.js';
import type { Settings } from '../../tuner/settings.js';
import { fractionAt, marksUpTo, type Simulation } from '../../tuner/simulation.js';
import { renderTable } from './table.js';

/** A line of `simulate --json`. */
export function simulationToJson(simulation: Simulation, { explorer, model, trials }: Settings): object {
  const { table, seed, visited } = simulation;
  const { log, task, size, valid } = table;
  const fraction = Object.fromEntries(marksUpTo(trials).map((mark) => [String(mark), fractionAt(simulation, mark)]));
  return { log, task, size, valid, explorer, model, seed, visited, fraction };
}

/** A line for every task with medians over the seeds, and what they come to; beside it the same of random draws. */
export function renderSimulations(
  searched: readonly Simulation[],
  drawn: readonly Simulation[],
  trials: number,
  paint: ChalkInstance,
): string {
  const marks = marksUpTo(trials);
  const tables = [...new Set(searched.map(({ table }) => table))];
  const ours = tables.map((table) => mediansOf(searched, table, marks));
  const random = tables.map((table) => mediansOf(drawn, table, marks));
  const head = ['task', 'configs', 'ran', ...marks.map((mark) => `at ${mark}`)];
  return renderTable(
    head.map((title) => paint.dim(title)),
    [
      ...tables.map((table, i) => [table.task, `${table.size}`, `${table.valid}`, ...ours[i]!.map(formatFraction)]),
      ['geometric mean', '', '', ...overTasks(ours, geometricMean).map((text) => paint.bold(text))],
      ['worst task', '', '', ...overTasks(ours, worst)],
      ['geometric mean of random draws', '', '', ...overTasks(random, geometricMean)],
      ['worst task of random draws', '', '', ...overTasks(random, worst)],
    ],
  );
}

function mediansOf(simulations: readonly Simulation[], table: Table, marks: readonly number[]): readonly number[] {
  const own = simulations.filter((simulation) => simulation.table === table);
  return marks.map((mark) => median(own.map((simulation) => fractionAt(simulation, mark))));
}

/** One figure for each mark, from those of all tasks. */
function overTasks(
  medians: readonly (readonly number[])[],
  figure: (fractions: number[]) => number,
): readonly string[] {
  return medians[0]!.map((_, mark) => formatFraction(figure(medians.map((fractions) => fractions[mark]!))));
}

function worst(fractions: readonly number[]): number {
  return Math.min(...fractions);
}

/** `0.982`. */
function formatFraction(fraction: number): string {
  return fraction.toFixed(3);
}
