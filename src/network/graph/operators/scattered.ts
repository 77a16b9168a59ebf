/** How scattered elements meet those that are there. */
import type { Value } from '../../../ir/procedure/value.js';
import type { SourceNode } from './operator.js';

const reductions: Readonly<Record<string, (old: Value, update: Value) => Value>> = {
  none: (_, update) => update,
  add: (old, update) => old.plus(update),
  mul: (old, update) => old.times(update),
  max: (old, update) => old.largest(update),
  min: (old, update) => old.least(update),
};

export function reductionOf(node: SourceNode): string {
  const reduction = node.text('reduction', 'none');
  return Object.hasOwn(reductions, reduction) ? reduction : node.invalid(`its reduction is "${reduction}"`);
}

export function reduced(reduction: string, old: Value, update: Value): Value {
  return reductions[reduction]!(old, update);
}
