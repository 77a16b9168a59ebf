import { exportKernels } from '../../api/export.js';
import type { ExportOptions, ExportResult } from '../../products/export/export.js';
import type { LearnedRow } from '../../products/export/dispatch/learned-row.js';
import { formatPercent, formatTime, plural, quote } from '../../target/format.js';
import { shortened } from '../../target/visible.js';
import type { FlagsOf } from '../flags.js';
import { noteTo, type Output } from '../output.js';
import { commandLine } from '../render/command-line.js';
import { renderTable } from '../render/table.js';
import { renderLines, type Line, type Page } from '../render/wrapped.js';

export type ExportFlags = FlagsOf<ExportOptions>;

/** `tune export LOG... --out DIR`. */
export async function exportCommand(logs: readonly string[], flags: ExportFlags, output: Output): Promise<void> {
  const { json, template, ...options } = flags;
  const result = await exportKernels(logs, { ...options, modules: template ?? [], onNote: noteTo(output) });
  output.stdout(json ? JSON.stringify(result, null, 2) : render(result, flags.out, output));
}

function render({ name, kernels, link, dispatch }: ExportResult, out: string, page: Page): string {
  const { paint, columns } = page;
  const table = renderTable(
    ['operator', 'workload', 'target', 'template', 'logged'].map((title) => paint.dim(title)),
    kernels.map(({ operator, workload, target, template, seconds }) => [
      ...[operator, workload, target, template].map(shortened),
      seconds === null ? 'never timed' : formatTime(seconds),
    ]),
    columns,
  );
  const lines: Line[] = [
    ...dispatch.map((row): Line => ['dispatch', dispatchText(row)]),
    ['library', `${name}, ${plural(kernels.length, 'kernel')}, in ${out}`],
    commandLine('build', `make -C ${quote(out)} -j && make -C ${quote(out)} test`, page),
    commandLine('link', `cc program.c ${link}`, page),
  ];
  return `${table}\n\n${renderLines(lines, page)}`;
}

function dispatchText({ operator, dtype, target, landmarks, features, held_out }: LearnedRow): string {
  const { learned, nearest, single } = held_out;
  const rule = features.length === 0 ? 'the same first choice for all' : `by ${features.join(', ')}`;
  const shares = `${formatPercent(learned)} of the best on held-out shapes`;
  const others = `nearest ${formatPercent(nearest)}, one schedule ${formatPercent(single)}`;
  return `${operator} ${dtype}, ${target}: ${plural(landmarks.length, 'landmark')}, ${rule}; ${shares} (${others})`;
}
