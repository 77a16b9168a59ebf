import { findOperator } from '../../operator/registry.js';
import type { Config } from '../../space/config.js';
import type { Task } from '../../templates/template.js';
import type { Best } from '../../tuner/leaderboard.js';
import { workKey } from './network-layer.js';

/** A config for a workload. */
export interface NetworkKernel {
  readonly task: Task;
  readonly config: Config;
  /** Seconds a call: measured here, or else what is expected. */
  readonly seconds: number;
  /** Undefined where it was not measured here. */
  readonly best: Best | undefined;
  readonly from: 'log' | 'history' | 'elsewhere' | 'similar' | 'suggested';
  /** The share of the best speed that the choice is expected to reach, of what others' logs tell. */
  readonly share?: number;
}

/** A text that kernels share exactly when they are of one workload, template and config. */
export function kernelKey({ task: { workload, template }, config }: Pick<NetworkKernel, 'task' | 'config'>): string {
  const work = workKey({ operator: findOperator(workload.operator), workload });
  return JSON.stringify([work, template.name, config.index]);
}
