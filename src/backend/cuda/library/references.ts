/** What the self-test compares kernels with whose shapes no struct of the header holds: references of their own. */
import { operatorOf } from '../../../templates/task.js';
import { reference } from '../../cpu/reference.js';
import { headComment } from '../../library/head-comment.js';
import type { TableKernel } from './table.js';

/** Sources in `test/` and the table of them. */
export function referenceFiles(name: string, kernels: readonly TableKernel[]): ReadonlyMap<string, string> {
  const named = kernels.filter(({ words }) => words === undefined);
  const distinct = [
    ...new Map(named.map((one) => [`${one.task.workload.operator} ${one.task.workload.name}`, one])).values(),
  ];
  const sources = distinct.map(({ task }, i) => {
    const { workload } = task;
    const { source, workspaceBytes } = reference(workload, 1, operatorOf(task));
    const head = headComment(`${workload.operator} ${workload.name} in plain code, on floats.`, []);
    const text = head + source.replace(/^void kernel\(/m, `void reference_${i}(`);
    return { workload, workspaceBytes, file: `test/reference_${i}.c`, text };
  });
  const rows = sources.map(({ workload, workspaceBytes }, i) => {
    const names = [workload.operator, workload.name].map((text) => JSON.stringify(text)).join(', ');
    return `    {${names}, reference_${i}, ${workspaceBytes}},`;
  });
  return new Map([
    ...sources.map(({ file, text }) => [file, text] as const),
    ['test/references.h', tableText(name, rows)],
    ['references.mk', `REFERENCES = ${sources.map((_, i) => `$(BUILD)/reference_${i}.o`).join(' ')}\n`],
  ]);
}

/** The last row has no names. */
function tableText(name: string, rows: readonly string[]): string {
  const guard = `${name.toUpperCase()}_REFERENCES_H`;
  return [
    '/* Plain code for workloads that are found by their names. Written by tune. */',
    `#ifndef ${guard}\n#define ${guard}\n`,
    '#include <stddef.h>\n',
    ...rows.map((_, i) => `void reference_${i}(void *const *args, void *workspace);`),
    'static const struct {',
    '  const char *operation, *workload;',
    '  void (*run)(void *const *args, void *workspace);',
    '  size_t workspace;',
    '} references[] = {',
    ...rows,
    '    {NULL, NULL, NULL, 0},',
    '};\n',
    '#endif\n',
  ].join('\n');
}
