import { elementType } from '../../elements/registry.js';
import { isValueType } from '../../ir/tensor.js';
import type { GraphNode } from '../graph/graph.js';
import { textOf } from '../graph/operators/attributes.js';
import { multipliedTypes } from '../program/quantised.js';
import type { NetworkProgram } from './program.js';

type Rounded = Pick<NetworkProgram, 'precision' | 'layers' | 'graph'>;

/**
 * The largest error that is allowed, relative to max(|want|, rms(want)). Of narrow values each layer rounds, and such
 * errors add up as the steps of a random walk; bytes have 256 of them, and are off by several (docs/reference/onnx.md).
 */
export function defaultTolerance({ precision, layers, graph }: Rounded): number {
  const walk = Math.sqrt(layers.length);
  if (multipliedTypes(graph).length > 0 || graph.nodes.some(makesBytes)) return (8 / 256) * walk;
  return isValueType(precision) ? 1e-4 : 8 * elementType(precision).unitRoundoff * walk;
}

/** The same of outputs that others made: the narrow floats of a file are rounded by those who compute in them. */
export function toleranceOfGiven(program: Rounded): number {
  const types = new Set([...program.graph.values.values()].map(({ type }) => type));
  const narrow = [...types].filter((type) => elementType(type).kind === 'floating' && elementType(type).bytes < 4);
  return Math.max(...[program.precision, ...narrow].map((precision) => defaultTolerance({ ...program, precision })));
}

/** Floats that lie between two steps may become either. */
function makesBytes(node: GraphNode): boolean {
  return node.op === 'QuantizeLinear' && elementType(textOf(node, 'to')).bytes === 1;
}
