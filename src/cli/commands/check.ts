import { check, type CheckOptions } from '../../api/check.js';
import type { CheckRow } from '../../products/retune/check-rows.js';
import { renderJunit, type JunitCase } from '../../products/retune/junit.js';
import { visibleLine } from '../../target/visible.js';
import { Exit } from '../errors.js';
import { checkWritable, write } from '../files.js';
import type { FlagsOf } from '../flags.js';
import { catchInterrupts } from '../interrupt.js';
import { noteTo, type Output } from '../output.js';
import { complain, renderChecks, sentenceOf } from '../render/check-row.js';
import { recordProgress } from '../render/record-progress.js';
import { formatRatio } from '../render/ratio.js';
import { defined } from '../../target/defined.js';

/** Of `tune check`. */
export type CheckFlags = FlagsOf<CheckOptions> & { readonly junit?: string };

/** `tune check LOG... --baseline LOG`. */
export async function checkCommand(logs: readonly string[], flags: CheckFlags, output: Output): Promise<void> {
  const { junit, template: modules = [], json, ...options } = flags;
  if (junit !== undefined) checkWritable(junit);
  const progress = recordProgress(output);
  const interrupt = catchInterrupts(output, progress.stop);
  const onNote = noteTo(output);
  const note = (text: string): void => {
    onNote(visibleLine(text));
  };
  let missing = 0;
  const rows = await interrupt.during(
    check(logs, {
      ...options,
      modules,
      signal: interrupt.signal,
      onNote: note,
      onProgress: progress.on,
      onMissing: (text) => {
        missing++;
        note(text);
      },
    }),
  );
  output.stdout(json ? JSON.stringify(rows, null, 2) : renderChecks(rows, output));
  if (junit !== undefined) write(junit, renderJunit('tune check', rows.map(caseOf)));
  for (const row of rows) if (row.bad) complain(row, output);
  if (interrupt.signal.aborted) throw interrupt.exit;
  if (rows.some(({ bad }) => bad)) throw new Exit(1);
  if (missing > 0) throw new Exit(3);
}

function caseOf(row: CheckRow): JunitCase {
  const { verdict, bad, seconds, reason } = row;
  const comparison = row.ratio === null ? (reason ?? undefined) : `${verdict}: ${formatRatio(row)}`;
  return {
    group: row.operator ?? 'unknown',
    name: `${row.workload ?? row.template} on ${row.target}`,
    seconds: seconds ?? undefined,
    ...defined({
      failure: bad ? sentenceOf(row) : undefined,
      skipped: verdict === 'noisy' ? `too noisy to judge: ${formatRatio(row)}` : undefined,
      output: !bad && verdict !== 'noisy' ? comparison : undefined,
    }),
  };
}
