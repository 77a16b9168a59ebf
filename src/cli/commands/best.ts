import { best } from '../../api/best.js';
import type { BestRow } from '../../log/record/best-rows.js';
import { formatGflopsCell, formatTime } from '../../target/format.js';
import type { LogFlags } from '../flags.js';
import { noteTo, type Output } from '../output.js';
import { shortened } from '../../target/visible.js';
import { renderTable } from '../render/table.js';

/** `tune best LOG...`. */
export async function bestCommand(logs: readonly string[], flags: LogFlags, output: Output): Promise<void> {
  const rows = await best(logs, { modules: flags.template ?? [], onNote: noteTo(output) });
  output.stdout(flags.json ? JSON.stringify(rows, null, 2) : render(rows, output));
}

/** A row for each machine, as the times of two do not compare. */
function render(rows: readonly BestRow[], { paint, columns }: Output): string {
  const head = ['operator', 'workload', 'target', 'machine', 'template', 'time', 'GFLOPS', 'trials'];
  return renderTable(
    [...head, 'record'].map((title) => paint.dim(title)),
    rows.map((row) => [
      ...[row.operator ?? '-', row.workload ?? '-', row.target, row.fingerprint ?? '-', row.template].map(shortened),
      row.noisy
        ? paint.yellow(row.interval.map((seconds) => formatTime(seconds)).join(' to '))
        : formatTime(row.seconds),
      row.gflops === null ? '-' : paint.green(formatGflopsCell(row.gflops, row.counts)),
      String(row.trials),
      `${row.log}:${row.line}`,
    ]),
    columns,
  );
}
