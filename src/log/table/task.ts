import type { ForeignSchedule } from '../../templates/foreign/foreign-schedule.js';
import { foreignSchedules } from '../../templates/foreign/registry.js';
import type { Task, Template } from '../../templates/template.js';
import { UsageError } from '../../target/errors.js';
import type { SimdTarget } from '../../target/target.js';
import { plainVectorUnit } from '../../target/vector-unit.js';
import type { Workload } from '../../operator/operator.js';
import type { Table } from './table.js';

/**
 * Where a table was measured, as far as a search asks: nothing is built for it. Where nests are known, it is what LLVM
 * has without a name of a CPU, x86 with vectors of 16 bytes.
 */
const target: SimdTarget = {
  kind: 'table',
  model: 'simd',
  arch: 'unknown',
  threads: 1,
  vector: plainVectorUnit({ bytes: 16, registers: 16, masks: false }),
  caches: { l1: 32 << 10, l2: 256 << 10, l3: 8 << 20 },
};

/**
 * A table as the search wants a task: our own, or a space under a name, of which nothing can be built, and which has
 * loop nests where the schedule of its template is known here.
 */
export function toTask(table: Table): Task {
  const { task: name, space, ours, identity } = table;
  if (ours) return { ...ours, space };
  const foreign = foreignOf(table);
  const template: Template = {
    name,
    operator: 'table',
    target: target.model,
    summary: 'measured elsewhere',
    version: 0,
    tolerance: 0,
    ...(!foreign && { lacksSchedules: true }),
    define: () => space,
    schedule: (_, __, { values }) => {
      if (foreign) return foreign.of.schedule(foreign.workload, values);
      throw new UsageError(
        `${name} was measured elsewhere and has no loop nest here: choose \`--features knobs\`, which needs none.`,
      );
    },
  };
  const args = identity.format === 'autotvm' ? identity.args : identity.problemSize;
  return { template, workload: { operator: 'table', name, shape: { args } }, target, space };
}

/** Whether configs of a table have loop nests. */
export function hasNests(table: Table): boolean {
  return table.ours !== undefined || foreignOf(table) !== undefined;
}

interface Foreign {
  readonly of: ForeignSchedule;
  readonly workload: Workload;
}

/** The schedule of a table's template, where it is known; arguments that are none of it are of something else. */
function foreignOf({ identity, ours }: Table): Foreign | undefined {
  if (ours || identity.format !== 'autotvm') return undefined;
  const of = foreignSchedules.find(({ task }) => task === identity.task);
  try {
    return of && { of, workload: of.workload(identity.args) };
  } catch (error) {
    if (error instanceof UsageError) return undefined;
    throw error;
  }
}
