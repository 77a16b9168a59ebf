/** Plain code for a workload that a library finds by its name alone: the naive loop nest of its computation. */
import { isWhole } from '../../../elements/registry.js';
import { lower } from '../../../ir/lower.js';
import { computationOf } from '../../../operator/operator.js';
import { typeInHeader, withIntegers } from '../../library/element-files.js';
import { headComment } from '../../library/head-comment.js';
import type { LibraryItem } from '../../library/library.js';
import { nameOf } from '../../library/names.js';
import { referenceSchedule } from '../../../templates/reference.js';
import { operatorOf } from '../../../templates/task.js';
import { exportC, type ExportedC } from '../codegen/exported.js';
import { scalarTarget } from '../scalar.js';
import type { CpuTarget } from '../target.js';
import { toolchainNamed } from '../toolchains.js';

export interface PlainKernel {
  readonly item: LibraryItem<CpuTarget>;
  readonly name: string;
  readonly operator: string;
  readonly workload: string;
  readonly exported: ExportedC;
}

/** The file of `src/` that declares all of them. */
export function plainHeader(library: string): string {
  return `${library}_plain.h`;
}

/**
 * Floats are summed in double precision. Where there are whole numbers, what is computed of them in float32 is rounded
 * as kernels round it.
 */
export function plainKernel(library: string, item: LibraryItem<CpuTarget>, taken: ReadonlySet<string>): PlainKernel {
  const { task } = item;
  const { workload, target } = task;
  const computation = computationOf(operatorOf(task), workload);
  const hasWhole = [...computation.inputs, computation.output].some(({ dtype }) => isWhole(dtype));
  const name = nameOf([library, 'plain', workload.operator, workload.name], taken);
  const exported = exportC(
    lower(referenceSchedule(computation)),
    scalarTarget(toolchainNamed(target.triple)),
    name,
    plainHeader(library),
    { accumulate: hasWhole ? 'float' : 'double', typeNamed: (dtype) => typeInHeader(library, dtype) },
  );
  return { item, name, operator: workload.operator, workload: workload.name, exported };
}

function plainHeaderText(library: string, kernels: readonly PlainKernel[]): string {
  const guard = `${library.toUpperCase()}_PLAIN_KERNELS_H`;
  const prototypes = kernels.map(({ exported }) => exported.prototypes.run);
  return [
    '/* Plain code for workloads that are found by their names. Written by tune. */',
    `#ifndef ${guard}\n#define ${guard}`,
    `#include "${library}.h"`,
    ...prototypes,
    '#endif\n',
  ].join('\n\n');
}

/** Sources for every CPU, by their path in the library's folder. */
export function plainFiles(library: string, kernels: readonly PlainKernel[]): ReadonlyMap<string, string> {
  return new Map([
    [`src/${plainHeader(library)}`, plainHeaderText(library, kernels)],
    ...kernels.map(({ name, operator, workload, exported: { prototypes, source } }) => {
      const head = headComment(`${operator} ${workload} in plain code.`, []);
      return [`src/${name}.c`, head + withIntegers(library, prototypes.types) + source] as const;
    }),
  ]);
}
