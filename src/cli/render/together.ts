import type { ChalkInstance } from 'chalk';
import { median } from 'simple-statistics';
import type { TogetherRow } from '../../network/schedule/together-rows.js';
import { shortened } from '../../target/visible.js';
import { renderTable } from './table.js';

/**
 * A line for every task, with medians over the seeds, what they come to, and the latency of the network by trials; the
 * last two beside the same of random draws.
 */
export function renderTogether(
  searched: readonly TogetherRow[],
  drawn: readonly TogetherRow[],
  paint: ChalkInstance,
  columns?: number,
): string {
  const head = ['task', 'configs', 'weight', 'trials', 'fraction', 'random'];
  const tasks = searched[0]!.tasks.map(({ task, size, weight }, place) => [
    shortened(task),
    `${size}`,
    `${weight}`,
    `${medianOf(searched, (row) => row.tasks[place]!.trials)}`,
    formatFraction(medianOf(searched, (row) => row.tasks[place]!.fraction)),
    formatFraction(medianOf(drawn, (row) => row.tasks[place]!.fraction)),
  ]);
  const overTasks = (what: string, of: (row: TogetherRow) => number): string[] => [
    what,
    '',
    '',
    `${medianOf(searched, ({ trials }) => trials)}`,
    paint.bold(formatFraction(medianOf(searched, of))),
    formatFraction(medianOf(drawn, of)),
  ];
  const rows = [
    ...tasks,
    overTasks('geometric mean', ({ mean }) => mean),
    overTasks('worst task', ({ worst }) => worst),
  ];
  const ofTasks = renderTable(
    head.map((title) => paint.dim(title)),
    rows,
    columns,
  );
  return `${ofTasks}\n\n${renderLatency(searched, drawn, paint, columns)}`;
}

function renderLatency(
  searched: readonly TogetherRow[],
  drawn: readonly TogetherRow[],
  paint: ChalkInstance,
  columns: number | undefined,
): string {
  const marks = Object.keys(searched[0]!.latency);
  const line = (what: string, rows: readonly TogetherRow[]): string[] => [
    what,
    ...marks.map((mark) =>
      formatShare(medianOf(rows, ({ latency, optimum }) => (latency[mark] ?? Infinity) / optimum)),
    ),
  ];
  return renderTable(
    ['latency / optimum', ...marks.map((mark) => `at ${mark}`)].map((title) => paint.dim(title)),
    [line(searched[0]!.scheduler, searched), line('random draws', drawn)],
    columns,
  );
}

function medianOf(rows: readonly TogetherRow[], figure: (row: TogetherRow) => number): number {
  return median(rows.map(figure));
}

/** `0.982`. */
function formatFraction(fraction: number): string {
  return fraction.toFixed(3);
}

/** `1.018`; nothing while a task has no config that works. */
function formatShare(share: number): string {
  return Number.isFinite(share) ? share.toFixed(3) : '-';
}
