import { elementType } from '../../elements/registry.js';
import { isValueType } from '../../ir/tensor.js';
import type { GraphNode } from '../graph/graph.js';
import { textOf } from '../graph/operators/attributes.js';
import { multipliedTypes } from '../program/quantised.js';
import type { NetworkProgram } from './program.js';

/**
 * The largest error that is allowed, relative to max(|want|, rms(want)). Of narrow values each layer rounds, and such
 * errors add up as the steps of a random walk; bytes have 256 of them, and are off by several (docs/reference/onnx.md).
 */
export function defaultTolerance({
  precision,
  layers,
  graph,
}: Pick<NetworkProgram, 'precision' | 'layers' | 'graph'>): number {
  const walk = Math.sqrt(layers.length);
  if (multipliedTypes(graph).length > 0 || graph.nodes.some(makesBytes)) return (8 / 256) * walk;
  return isValueType(precision) ? 1e-4 : 8 * elementType(precision).unitRoundoff * walk;
}

/** Floats that lie between two steps may become either. */
function makesBytes(node: GraphNode): boolean {
  return node.op === 'QuantizeLinear' && elementType(textOf(node, 'to')).bytes === 1;
}
