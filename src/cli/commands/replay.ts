import type { ChalkInstance } from 'chalk';
import { replay } from '../../api/replay.js';
import type { ReplayRow } from '../../api/schema/replay-rows.js';
import { Exit } from '../errors.js';
import { formatGflops, formatTime } from '../../target/format.js';
import { catchInterrupts } from '../interrupt.js';
import { noteTo, type Output } from '../output.js';
import { renderTable } from '../render/table.js';

/**
 * `tune replay LOG...`. Exits with 1 when a record no longer reproduces, otherwise with 3 when one cannot be tried on
 * this machine.
 */
export async function replayCommand(logs: readonly string[], json: boolean, output: Output): Promise<void> {
  const interrupt = catchInterrupts(output, () => undefined);
  const rows = await replay(logs, {
    signal: interrupt.signal,
    onNote: noteTo(output),
    onProblem: (row) => {
      output.stderr(output.paintStderr.red(`tune: ${nameOf(row)} does not reproduce: ${row.reason!}`));
    },
  }).finally(() => {
    interrupt.release();
  });
  output.stdout(json ? JSON.stringify(rows, null, 2) : render(rows, output));
  if (interrupt.signal.aborted) throw new Exit(interrupt.silent ? 0 : 130);
  reportMissing(rows, output);
  if (rows.some(({ verdict }) => verdict === 'fails')) throw new Exit(1);
  if (rows.some(({ verdict }) => verdict === 'missing')) throw new Exit(3);
}

/** Which records cannot be tried here, once for each reason. */
function reportMissing(rows: readonly ReplayRow[], output: Output): void {
  const missing = rows.filter(({ verdict }) => verdict === 'missing');
  for (const reason of new Set(missing.map((row) => row.reason!))) {
    const which = missing.filter((row) => row.reason === reason).map(nameOf);
    output.stderr(output.paintStderr.red(`tune: ${which.join(', ')} cannot be replayed here. ${reason}`));
  }
}

function nameOf({ log, line, template }: ReplayRow): string {
  return `${log}:${line} (${template})`;
}

function render(rows: readonly ReplayRow[], { paint }: Output): string {
  const head = [
    'operator',
    'workload',
    'target',
    'template',
    'logged',
    'median',
    'min',
    'p90',
    'GFLOPS',
    'max error',
    '',
  ];
  return renderTable(
    head.map((title) => paint.dim(title)),
    rows.map((row) => [
      row.operator ?? '-',
      row.workload ?? '-',
      row.target,
      row.template,
      formatTime(row.logged_seconds),
      ...[row.seconds, row.seconds_min, row.seconds_p90].map((time) => (time === null ? '-' : formatTime(time))),
      row.gflops === null ? '-' : formatGflops(1e9 * row.gflops),
      row.max_rel_error?.toExponential(1) ?? '-',
      renderVerdict(row, paint),
    ]),
  );
}

/** `reproduces`, `reproduces in try 2`, `fails`, `not here`. */
function renderVerdict({ verdict, tries }: ReplayRow, paint: ChalkInstance): string {
  if (verdict === 'missing') return paint.yellow('not here');
  if (verdict === 'fails') return paint.red('fails');
  return paint.green(tries === 1 ? 'reproduces' : `reproduces in try ${tries}`);
}
