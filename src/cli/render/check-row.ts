/** The rows of `tune check`: a table, and a sentence for each that is bad. */
import type { CheckRow } from '../../products/retune/check-rows.js';
import { formatTime } from '../../target/format.js';
import { shortened, visibleLine } from '../../target/visible.js';
import type { Output } from '../output.js';
import { annotate } from './annotations.js';
import { formatRatio, paintVerdict } from './ratio.js';
import { renderTable } from './table.js';
import type { Page } from './wrapped.js';

/** On stderr, and where GitHub shows it. */
export function complain(row: CheckRow, output: Output): void {
  const message = visibleLine(`${nameOf(row)} ${sentenceOf(row)}`);
  output.stderr(output.paintStderr.red(`tune: ${message}`));
  annotate('error', message, output);
}

/** `fails: …`, `takes 1.31 times the baseline's time (1.28 to 1.35)` */
export function sentenceOf({ verdict, reason, ratio, low, high }: CheckRow): string {
  if (verdict === 'failed' || ratio === null) return `fails: ${visibleLine(reason ?? 'reason unknown')}`;
  const times = [ratio, high!, low!].map((one) => (1 / one).toFixed(2));
  return `takes ${times[0]!}× the baseline's time (${times[1]!} to ${times[2]!}).`;
}

function nameOf({ operator, workload, log, line }: CheckRow): string {
  return `${[operator, workload].filter((word) => word !== null).join(' ')} (${log}:${line})`;
}

export function renderChecks(rows: readonly CheckRow[], { paint, columns }: Page): string {
  const head = ['operator', 'workload', 'target', 'template', 'baseline', 'time', 'ratio', 'compared with', 'verdict'];
  return renderTable(
    head.map((title) => paint.dim(title)),
    rows.map((row) => [
      ...[row.operator ?? '-', row.workload ?? '-', row.target, row.template].map(shortened),
      row.baseline_seconds === null ? '-' : formatTime(row.baseline_seconds),
      row.seconds === null ? '-' : formatTime(row.seconds),
      formatRatio(row),
      row.basis === null ? '-' : { turns: 'kernel', log: 'logged time' }[row.basis],
      paintVerdict(row.verdict, { isBad: row.bad, isWithin: !row.bad }, paint),
    ]),
    columns,
  );
}
