import type { Task, Template } from '../templates/template.js';
import { UsageError } from '../target/errors.js';
import { scalarTarget as target } from '../backend/cpu/scalar.js';
import type { Table } from './table.js';

/** A table as the search wants a task: our own, or a space under a name, of which nothing can be built. */
export function toTask({ task: name, space, ours }: Table): Task {
  if (ours) return { ...ours, space };
  const template: Template = {
    name,
    operator: 'table',
    target: target.model,
    summary: 'measured elsewhere',
    version: 0,
    tolerance: 0,
    refuses: () => undefined,
    define: () => space,
    schedule: () => {
      throw new UsageError(
        `${name} was measured elsewhere and has no loop nest here: choose \`--features knobs\`, which needs none.`,
      );
    },
  };
  return { template, workload: { operator: 'table', name, shape: {} }, target, space };
}
