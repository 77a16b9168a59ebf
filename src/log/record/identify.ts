import type { Operator, Workload } from '../../operator/operator.js';
import { findOperator } from '../../operator/registry.js';
import { UsageError } from '../../target/errors.js';
import type { Known } from '../../templates/known.js';
import { findTemplate } from '../../templates/registry.js';
import type { TuneRecord } from './record.js';
import { shapesIn } from './shapes-in.js';

/** What a record is of. */
export interface Identity {
  /** Names; null where unknown. */
  readonly operator: string | null;
  readonly workload: string | null;
  /** The same, where it is of an operator that is known. */
  readonly computed?: { readonly operator: Operator; readonly workload: Workload };
}

/**
 * What a record is of: by its arguments where they are those of a known operator, otherwise by what it says itself,
 * or by the shapes of its tensors.
 */
export function identify(
  { task, args, tune }: Pick<TuneRecord, 'task' | 'args' | 'tune'>,
  { operators, templates }: Known,
): Identity {
  try {
    const operator = findOperator(findTemplate(task, templates).operator, operators);
    const workload = operator.decode(args);
    return { operator: operator.name, workload: workload.name, computed: { operator, workload } };
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    return { operator: tune?.operator ?? null, workload: tune?.workload ?? (shapesIn(args) || null) };
  }
}
