import type { Task, Template } from '../../templates/template.js';
import { UsageError } from '../../target/errors.js';
import type { SimdTarget } from '../../target/target.js';
import { plainVectorUnit } from '../../target/vector-unit.js';
import type { Table } from './table.js';

/** Where a table was measured, as far as a search asks: nothing is built for it. */
const target: SimdTarget = {
  kind: 'table',
  model: 'simd',
  arch: 'unknown',
  threads: 1,
  vector: plainVectorUnit({ bytes: 4, registers: 16, masks: false }),
  caches: { l1: 0, l2: 0, l3: 0 },
};

/** A table as the search wants a task: our own, or a space under a name, of which nothing can be built. */
export function toTask({ task: name, space, ours, identity }: Table): Task {
  if (ours) return { ...ours, space };
  const template: Template = {
    name,
    operator: 'table',
    target: target.model,
    summary: 'measured elsewhere',
    version: 0,
    tolerance: 0,
    lacksSchedules: true,
    define: () => space,
    schedule: () => {
      throw new UsageError(
        `${name} was measured elsewhere and has no loop nest here: choose \`--features knobs\`, which needs none.`,
      );
    },
  };
  const args = identity.format === 'autotvm' ? identity.args : identity.problemSize;
  return { template, workload: { operator: 'table', name, shape: { args } }, target, space };
}
