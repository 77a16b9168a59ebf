import type { Operator, Workload } from '../../operator/operator.js';
import type { Task } from '../../templates/template.js';
import { findOperator } from '../../operator/registry.js';
import type { Config } from '../../space/config.js';
import type { Best } from '../../tuner/leaderboard.js';
import type { Tuned } from '../../backend/library/tuned.js';
import type { KernelForm, ProgramLayer } from '../program/layer.js';

export interface NetworkLayer {
  readonly name: string;
  readonly weight: number;
  readonly operator: Operator;
  readonly workload: Workload;
}

export interface PlannedLayer extends NetworkLayer {
  readonly tasks: readonly Task[];
}

export function workKey({ operator, workload }: Pick<NetworkLayer, 'operator' | 'workload'>): string {
  return JSON.stringify([operator.name, operator.encode(workload)]);
}

export interface NetworkKernel {
  readonly task: Task;
  readonly config: Config;
  /** Seconds a call: measured here, or else what is expected. */
  readonly seconds: number;
  /** Undefined where it was not measured here. */
  readonly best: Best | undefined;
  /** Of one that was measured here. */
  readonly tuned?: Tuned | undefined;
  readonly from: 'log' | 'history' | 'elsewhere' | 'similar' | 'suggested';
  /** The share of the best speed that is expected of the choice, from others' logs. */
  readonly share?: number;
}

export function kernelKey({ task: { workload, template }, config }: Pick<NetworkKernel, 'task' | 'config'>): string {
  const work = workKey({ operator: findOperator(workload.operator), workload });
  return JSON.stringify([work, template.name, config.index]);
}

/** The name of a layer in a library of several shapes, whose layers often have one name in all. */
export function labelledName(name: string, label: string): string {
  return label === '' ? name : `${name} [${label}]`;
}

export function labelledLayers({
  layers,
  label,
}: {
  readonly layers: readonly ProgramLayer[];
  readonly label: string;
}): readonly ProgramLayer[] {
  return layers.map((layer) => ({ ...layer, name: labelledName(layer.name, label) }));
}

/** Each workload once, named after its first layer, with as many calls as there are. */
export function tunedLayers(layers: readonly ProgramLayer[]): readonly NetworkLayer[] {
  const works = new Map<string, NetworkLayer>();
  for (const { name, forms } of layers)
    for (const { workload } of forms.filter(isSearched)) {
      const layer = { name, weight: 1, operator: findOperator(workload.operator), workload };
      const before = works.get(workKey(layer));
      works.set(workKey(layer), before ? { ...before, weight: before.weight + 1 } : layer);
    }
  return [...works.values()];
}

function isSearched(form: ProgramLayer['forms'][number]): form is KernelForm {
  return form.kind === 'kernel' && findOperator(form.workload.operator).counts !== 'bytes';
}
