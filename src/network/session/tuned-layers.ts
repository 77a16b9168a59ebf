/** The layers of a model that are worth a search: convolutions and products. All others only move or map elements. */
import type { KernelForm, ProgramLayer } from '../program/layer.js';
import { findOperator } from '../../operator/registry.js';
import { workKey, type NetworkLayer } from './network-layer.js';

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

/** Whether a form counts operations, and not bytes. */
function isSearched(form: ProgramLayer['forms'][number]): form is KernelForm {
  return form.kind === 'kernel' && findOperator(form.workload.operator).counts !== 'bytes';
}
