import { fusedLayers } from '../../fused/registry.js';
import * as all from './all.js';
import type { Canonical, GraphNode } from '../graph.js';
import type { Operator } from './operator.js';

/**
 * ONNX's operators that `tune` knows.
 *
 * @internal Tests hold the list against that of the reader.
 */
export const operators: readonly Operator[] = [
  ...Object.values<Operator | readonly Operator[]>(all).flat(),
  ...fusedLayers.flatMap((layer) => layer.operators),
];

/** A fused layer's operator takes the place of one that is written with others. */
const byName = new Map(operators.map((operator) => [operator.name, operator]));

export const operatorNames: ReadonlySet<string> = new Set(byName.keys());

export function operatorOf(name: string): Operator | undefined {
  return byName.get(name);
}

export function canonicalOf({ op, own }: Pick<GraphNode, 'op' | 'own'>): Canonical {
  const canonical = own ?? byName.get(op)?.canonical;
  if (canonical === undefined) throw new Error(`no node of a graph is a ${op}`);
  return canonical;
}
