/** What became of a workload of `tune retune`, in a sentence. */
import type { RetuneRow } from '../../products/retune/retune-rows.js';
import { visibleLine } from '../../target/visible.js';
import type { Output } from '../output.js';
import { annotate } from './annotations.js';
import { formatRatio } from './ratio.js';

/** As soon as it is known, and where GitHub shows it what is not as it should be. */
export function tell(row: RetuneRow, output: Output): void {
  const text = sentenceOf(row);
  output.stderr(row.bad ? output.paintStderr.red(`tune: ${text}`) : text);
  if (row.bad) annotate('error', text, output);
  else if (row.verdict === 'noisy' || row.verdict === 'slower') annotate('warning', text, output);
}

export function sentenceOf(row: RetuneRow): string {
  const { operator, workload, target, verdict, reason } = row;
  const ratio = row.ratio === null ? '' : `, ratio ${formatRatio(row)}`;
  return `${operator} ${workload} on ${target}: ${verdict}${ratio}${reason === null ? '' : ` (${visibleLine(reason)})`}`;
}
