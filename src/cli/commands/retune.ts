import { retune } from '../../api/retune.js';
import type { RetuneOptions } from '../../products/retune/job.js';
import type { RetuneRow } from '../../products/retune/retune-rows.js';
import { renderJunit, type JunitCase } from '../../products/retune/junit.js';
import { renderMarkdown } from '../../products/retune/markdown.js';
import { visibleLine } from '../../target/visible.js';
import { Exit } from '../errors.js';
import { checkWritable, write } from '../files.js';
import type { FlagsOf } from '../flags.js';
import { catchInterrupts } from '../interrupt.js';
import { noteTo, type Output } from '../output.js';
import { retuneProgress } from '../render/retune-progress.js';
import { printRow, renderRetune, sentenceOf } from '../render/retune-row.js';

/** Of `tune retune`. */
export type RetuneFlags = FlagsOf<RetuneOptions> & { readonly junit?: string; readonly markdown?: string };

/** `tune retune MANIFEST`. */
export async function retuneCommand(manifest: string, flags: RetuneFlags, output: Output): Promise<void> {
  const { template: modules = [], junit, markdown, json, ...options } = flags;
  for (const file of [junit, markdown]) if (file !== undefined) checkWritable(file);
  const progress = retuneProgress(output);
  const interrupt = catchInterrupts(output, progress.stop);
  const note = noteTo(output);
  const rows = await interrupt.during(
    retune(manifest, {
      ...options,
      modules,
      signal: interrupt.signal,
      onNote: (text) => {
        note(visibleLine(text));
      },
      onProgress: progress.on,
      onRow: (row) => {
        printRow(row, output);
      },
    }),
  );
  output.stdout(json ? JSON.stringify(rows, null, 2) : renderRetune(rows, output));
  if (junit !== undefined) write(junit, renderJunit('tune retune', rows.map(caseOf)));
  if (markdown !== undefined) write(markdown, renderMarkdown(rows));
  if (interrupt.signal.aborted) throw interrupt.exit;
  if (rows.some(({ bad }) => bad)) throw new Exit(1);
}

function caseOf(row: RetuneRow): JunitCase {
  const text = sentenceOf(row, row.verdict);
  return {
    group: row.operator,
    name: `${row.workload} on ${row.target}`,
    seconds: row.seconds ?? undefined,
    ...(row.bad ? { failure: text } : row.verdict === 'noisy' ? { skipped: text } : { output: text }),
  };
}
