import type { Operator, Workload } from '../operator/operator.js';

/** A layer that is understood. */
export interface Layer {
  readonly name: string;
  /** Calls of it in the network. */
  readonly weight: number;
  readonly operator: Operator;
  readonly workload: Workload;
}

/** A text that layers share exactly when they compute the same. */
export function workKey({ operator, workload }: Pick<Layer, 'operator' | 'workload'>): string {
  return JSON.stringify([operator.name, operator.encode(workload)]);
}
