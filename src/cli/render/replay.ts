import type { ChalkInstance } from 'chalk';
import { formatTime } from '../../target/format.js';
import { shortened } from '../../target/visible.js';
import type { ReplayRow } from '../../tuner/replay-rows.js';
import { speedColumn } from './speed-column.js';
import { renderTable } from './table.js';
import type { Page } from './wrapped.js';

/** A line for each record: its logged time, its time here, and whether it reproduces. */
export function renderReplay(rows: readonly ReplayRow[], { paint, columns }: Page): string {
  const speed = speedColumn(rows);
  const head = [
    'operator',
    'workload',
    'target',
    'template',
    'logged',
    'time',
    'min',
    'p90',
    speed.title,
    'max error',
    'verdict',
  ];
  return renderTable(
    head.map((title) => paint.dim(title)),
    rows.map((row) => [
      ...[row.operator ?? '-', row.workload ?? '-', row.target, row.template].map(shortened),
      formatTime(row.logged_seconds),
      ...[row.seconds, row.seconds_min, row.seconds_p90].map((time) => (time === null ? '-' : formatTime(time))),
      speed.cell(row),
      row.max_rel_error?.toExponential(1) ?? '-',
      renderVerdict(row, paint),
    ]),
    columns,
  );
}

/** `reproduces`, `reproduces in try 2`, `right` of a record of another machine, `fails`, `not here`. */
function renderVerdict({ verdict, tries }: ReplayRow, paint: ChalkInstance): string {
  if (verdict === 'missing') return paint.yellow('not here');
  if (verdict === 'fails') return paint.red('fails');
  if (verdict === 'noisy') return paint.yellow('too noisy to judge');
  if (verdict === 'elsewhere') return paint.green('right');
  return paint.green(tries === 1 ? 'reproduces' : `reproduces in try ${tries}`);
}
