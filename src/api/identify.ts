import { findOperator } from '../operator/registry.js';
import type { TuneRecord } from '../record/record.js';
import { shapesIn } from '../table/autotvm-task.js';
import { UsageError } from '../target/errors.js';
import { findTemplate } from '../templates/registry.js';
import type { Known } from '../templates/known.js';

/** What people know a record by, as far as that can be told. */
interface Identity {
  readonly operator: string | null;
  readonly workload: string | null;
  readonly flops?: number;
}

/**
 * What a record is of: by its arguments where they are those of a known operator, otherwise by what it says itself, or
 * by the shapes of its tensors.
 */
export function identify(
  { task, args, tune }: Pick<TuneRecord, 'task' | 'args' | 'tune'>,
  { operators, templates }: Known,
): Identity {
  try {
    const operator = findOperator(findTemplate(task, templates).operator, operators);
    const workload = operator.decode(args);
    return { operator: operator.name, workload: workload.name, flops: operator.flops(workload) };
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    return { operator: tune?.operator ?? null, workload: tune?.workload ?? (shapesIn(args) || null) };
  }
}
