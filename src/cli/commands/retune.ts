import { retune } from '../../api/retune.js';
import type { RetuneRow } from '../../api/schema/retune-rows.js';
import { renderJunit, type JunitCase } from '../../retune/junit.js';
import { renderMarkdown } from '../../retune/markdown.js';
import { formatTime } from '../../target/format.js';
import { shortened, visible } from '../../target/visible.js';
import { Exit } from '../errors.js';
import { checkWritable, write } from '../files.js';
import type { RetuneFlags } from '../flags.js';
import { catchInterrupts } from '../interrupt.js';
import { noteTo, type Output } from '../output.js';
import { annotate } from '../render/annotations.js';
import { formatRatio, paintVerdict } from '../render/ratio.js';
import { renderTable } from '../render/table.js';

/** `tune retune MANIFEST`. */
export async function retuneCommand(manifest: string, flags: RetuneFlags, output: Output): Promise<void> {
  const { template: modules = [], trials, minutes, junit, markdown, json } = flags;
  for (const file of [junit, markdown]) if (file !== undefined) checkWritable(file);
  const interrupt = catchInterrupts(output, () => undefined);
  const rows = await retune(manifest, {
    modules,
    ...(trials !== undefined && { trials }),
    ...(minutes !== undefined && { minutes }),
    signal: interrupt.signal,
    onNote: noteTo(output),
    onRow: (row) => {
      tell(row, output);
    },
  }).finally(() => {
    interrupt.release();
  });
  output.stdout(json ? JSON.stringify(rows, null, 2) : render(rows, output));
  if (junit !== undefined) write(junit, renderJunit('tune retune', rows.map(caseOf)));
  if (markdown !== undefined) write(markdown, renderMarkdown(rows));
  if (interrupt.signal.aborted) throw new Exit(interrupt.silent ? 0 : 130);
  if (rows.some(({ bad }) => bad)) throw new Exit(1);
}

/** As soon as it is known, and where GitHub shows it what is not as it should be. */
function tell(row: RetuneRow, output: Output): void {
  const text = sentenceOf(row);
  output.stderr(row.bad ? output.paintStderr.red(`tune: ${text}`) : text);
  if (row.bad) annotate('error', text, output);
  else if (row.verdict === 'noisy' || row.verdict === 'slower') annotate('warning', text, output);
}

function sentenceOf(row: RetuneRow): string {
  const { operator, workload, target, verdict, reason } = row;
  const ratio = row.ratio === null ? '' : `, ratio ${formatRatio(row)}`;
  return `${operator} ${workload} on ${target}: ${verdict}${ratio}${reason === null ? '' : ` (${visible(reason)})`}`;
}

function caseOf(row: RetuneRow): JunitCase {
  const text = sentenceOf(row);
  return {
    group: row.operator,
    name: `${row.workload} on ${row.target}`,
    seconds: row.seconds ?? undefined,
    ...(row.bad ? { failure: text } : row.verdict === 'noisy' ? { skipped: text } : { output: text }),
  };
}

function render(rows: readonly RetuneRow[], { paint, columns }: Output): string {
  const head = ['operator', 'workload', 'target', 'template', 'time', 'ratio', 'trials', 'verdict'];
  return renderTable(
    head.map((title) => paint.dim(title)),
    rows.map((row) => [
      ...[row.operator, row.workload, row.target, row.template ?? '-'].map(shortened),
      row.seconds === null ? '-' : formatTime(row.seconds),
      formatRatio(row),
      String(row.trials),
      paintVerdict(row.verdict, row.bad, paint),
    ]),
    columns,
  );
}
