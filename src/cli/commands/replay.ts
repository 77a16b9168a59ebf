import { replay } from '../../api/replay.js';
import type { ReplayRow } from '../../tuner/replay-rows.js';
import { Exit } from '../errors.js';
import { defined } from '../../target/defined.js';
import { catchInterrupts } from '../interrupt.js';
import type { LogFlags } from '../flags.js';
import { noteTo, type Output } from '../output.js';
import { shortened, visible } from '../../target/visible.js';
import { recordProgress } from '../render/record-progress.js';
import { renderReplay } from '../render/replay.js';

/** Of `tune replay`. */
export interface ReplayFlags extends LogFlags {
  readonly farm?: string;
  readonly device?: string;
}

/**
 * `tune replay LOG...`. Exits with 1 when a record no longer reproduces, otherwise with 3 when one cannot be tried on
 * this machine.
 */
export async function replayCommand(logs: readonly string[], flags: ReplayFlags, output: Output): Promise<void> {
  const progress = recordProgress(output);
  const interrupt = catchInterrupts(output, progress.stop);
  const rows = await interrupt.during(
    replay(logs, {
      modules: flags.template ?? [],
      ...defined({ farm: flags.farm, device: flags.device }),
      signal: interrupt.signal,
      onNote: noteTo(output),
      onProgress: progress.on,
      onProblem: (row) => {
        output.stderr(output.paintStderr.red(`tune: ${nameOf(row)} does not reproduce: ${visible(row.reason!)}`));
      },
    }),
  );
  output.stdout(flags.json ? JSON.stringify(rows, null, 2) : renderReplay(rows, output));
  if (interrupt.signal.aborted) throw interrupt.exit;
  reportMissing(rows, output);
  reportIncomparable(rows, output);
  if (rows.some(({ verdict }) => verdict === 'fails')) throw new Exit(1);
  if (rows.some(({ verdict }) => verdict === 'missing')) throw new Exit(3);
}

/** Which records cannot be tried here, once for each reason. */
function reportMissing(rows: readonly ReplayRow[], output: Output): void {
  const missing = rows.filter(({ verdict }) => verdict === 'missing');
  for (const reason of new Set(missing.map((row) => row.reason!))) {
    const which = missing.filter((row) => row.reason === reason).map(nameOf);
    output.stderr(output.paintStderr.red(`tune: ${which.join(', ')} cannot be replayed here. ${visible(reason)}`));
  }
}

/** Which records' times do not compare with this machine's, and why. */
function reportIncomparable(rows: readonly ReplayRow[], output: Output): void {
  for (const row of rows) if (row.verdict === 'noisy') noteTo(output)(`${nameOf(row)}: ${row.reason!}.`);
  const elsewhere = rows.filter(({ verdict }) => verdict === 'elsewhere');
  if (elsewhere.length === 0) return;
  const many = elsewhere.length === 1 ? '1 record is' : `${elsewhere.length} records are`;
  noteTo(output)(`${many} of another machine: right here, and as fast as it is; the logged times do not compare.`);
}

function nameOf({ log, line, template }: ReplayRow): string {
  return `${log}:${line} (${shortened(template)})`;
}
