/** What is wrong with a row of `tune check`, in a sentence. */
import type { CheckRow } from '../../products/retune/check-rows.js';
import { visibleLine } from '../../target/visible.js';
import type { Output } from '../output.js';
import { annotate } from './annotations.js';

/** On stderr, and where GitHub shows it. */
export function complain(row: CheckRow, output: Output): void {
  const message = visibleLine(`${nameOf(row)} ${sentenceOf(row)}`);
  output.stderr(output.paintStderr.red(`tune: ${message}`));
  annotate('error', message, output);
}

/** `fails: …`, `takes 1.31 times the baseline's time (1.28 to 1.35)` */
export function sentenceOf({ verdict, reason, ratio, low, high }: CheckRow): string {
  if (verdict === 'failed' || ratio === null) return `fails: ${visibleLine(reason ?? 'no reason is known')}`;
  const times = [ratio, high!, low!].map((one) => (1 / one).toFixed(2));
  return `takes ${times[0]!} times the baseline's time (${times[1]!} to ${times[2]!}).`;
}

function nameOf({ operator, workload, log, line }: CheckRow): string {
  return `${[operator, workload].filter((word) => word !== null).join(' ')} (${log}:${line})`;
}
