import { exportKernels } from '../../api/export.js';
import type { ExportResult } from '../../products/export/export-result.js';
import { formatTime, plural } from '../../target/format.js';
import { shortened } from '../../target/visible.js';
import { noteTo, type Output } from '../output.js';
import { renderTable } from '../render/table.js';

export interface ExportFlags {
  readonly out: string;
  readonly name?: string;
  readonly shapes?: string;
  readonly template?: readonly string[];
  readonly force?: true;
  readonly json?: true;
}

/** `tune export LOG... --out DIR`. */
export async function exportCommand(logs: readonly string[], flags: ExportFlags, output: Output): Promise<void> {
  const { json, template, ...options } = flags;
  const result = await exportKernels(logs, { ...options, modules: template ?? [], onNote: noteTo(output) });
  output.stdout(json ? JSON.stringify(result, null, 2) : render(result, flags.out, output));
}

function render({ name, kernels }: ExportResult, out: string, { paint }: Output): string {
  const table = renderTable(
    ['operator', 'workload', 'target', 'template', 'logged'].map((title) => paint.dim(title)),
    kernels.map(({ operator, workload, target, template, seconds }) => [
      ...[operator, workload, target, template].map(shortened),
      seconds === null ? 'never timed' : formatTime(seconds),
    ]),
  );
  return [
    table,
    '',
    `library   ${name}, ${plural(kernels.length, 'kernel')}, in ${out}`,
    `build     make -C ${out} -j && make -C ${out} test`,
  ].join('\n');
}
