/** The rows of `tune retune`: a sentence for each as it comes, and a table of all. */
import type { RetuneRow } from '../../products/retune/retune-rows.js';
import { verdictWords } from '../../products/retune/verdict-words.js';
import { formatTime } from '../../target/format.js';
import { shortened, visibleLine } from '../../target/visible.js';
import type { Output } from '../output.js';
import { annotate } from './annotations.js';
import { formatRatio, paintVerdict } from './ratio.js';
import { renderTable } from './table.js';
import type { Page } from './wrapped.js';

/** As soon as it is known, and where GitHub shows it what is not as it should be. */
export function printRow(row: RetuneRow, output: Output): void {
  const text = sentenceOf(row);
  output.stderr(row.bad ? output.paintStderr.red(`tune: ${text}`) : text);
  if (row.bad) annotate('error', text, output);
  else if (row.verdict === 'noisy' || row.verdict === 'slower') annotate('warning', text, output);
}

/** `verdict`: in words for people, or as it is for what scripts read. */
export function sentenceOf(row: RetuneRow, verdict = verdictWords(row.verdict)): string {
  const { operator, workload, target, reason } = row;
  const ratio = row.ratio === null ? '' : `, ratio ${formatRatio(row)}`;
  return `${operator} ${workload} on ${target}: ${verdict}${ratio}${reason === null ? '' : ` (${visibleLine(reason)})`}`;
}

export function renderRetune(rows: readonly RetuneRow[], { paint, columns }: Page): string {
  const head = ['operator', 'workload', 'target', 'template', 'time', 'ratio', 'trials', 'verdict'];
  return renderTable(
    head.map((title) => paint.dim(title)),
    rows.map((row) => [
      ...[row.operator, row.workload, row.target, row.template ?? '-'].map(shortened),
      row.seconds === null ? '-' : formatTime(row.seconds),
      formatRatio(row),
      String(row.trials),
      // Slower rows are beyond the tolerance, also where no gate says so.
      paintVerdict(row.verdict, { isBad: row.bad, isWithin: false }, paint),
    ]),
    columns,
  );
}
