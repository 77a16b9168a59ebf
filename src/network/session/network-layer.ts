import type { Operator, Workload } from '../../operator/operator.js';
import type { Task } from '../../templates/template.js';

/** A layer that is understood. */
export interface NetworkLayer {
  readonly name: string;
  /** Calls of it in the network. */
  readonly weight: number;
  readonly operator: Operator;
  readonly workload: Workload;
}

/** A layer with its tasks, one a template. */
export interface PlannedLayer extends NetworkLayer {
  readonly tasks: readonly Task[];
}

/** A text that layers share exactly when they compute the same. */
export function workKey({ operator, workload }: Pick<NetworkLayer, 'operator' | 'workload'>): string {
  return JSON.stringify([operator.name, operator.encode(workload)]);
}
