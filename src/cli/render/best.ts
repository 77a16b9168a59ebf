import type { BestRow } from '../../log/record/best-rows.js';
import { formatTime } from '../../target/format.js';
import { shortened } from '../../target/visible.js';
import { speedColumn } from './speed-column.js';
import { renderTable } from './table.js';
import type { Page } from './wrapped.js';

/** A row for each machine, as the times of two do not compare. */
export function renderBest(rows: readonly BestRow[], { paint, columns }: Page): string {
  const speed = speedColumn(rows);
  const head = ['operator', 'workload', 'target', 'machine', 'template', 'time', speed.title, 'trials'];
  return renderTable(
    [...head, 'record'].map((title) => paint.dim(title)),
    rows.map((row) => [
      ...[row.operator ?? '-', row.workload ?? '-', row.target, row.fingerprint ?? '-', row.template].map(shortened),
      row.noisy
        ? paint.yellow(row.interval.map((seconds) => formatTime(seconds)).join(' to '))
        : formatTime(row.seconds),
      row.gflops === null ? '-' : paint.green(speed.cell(row)),
      String(row.trials),
      `${row.log}:${row.line}`,
    ]),
    columns,
  );
}
