/** Outputs that rounding decides: which of scores comes first, say, that are equal but for it. */
import { elementType } from '../../elements/registry.js';
import { largestDifference } from '../compare/comparison.js';
import type { Convolver } from '../graph/convolver.js';
import type { Graph, GraphNode } from '../graph/graph.js';
import { canonicalOf } from '../graph/operators/registry.js';
import type { NetworkProgram } from './program.js';
import { type Answers, doubleOutputs } from './reference.js';
import { unsettle } from './unsettle.js';

/** Roundings of the type that is computed in, by which sums of products differ between one order and another. */
const ROUNDINGS = 4;

/**
 * The outputs (places) that differ by more than `tolerance` where the results of all nodes are moved by about as much
 * as rounding does. None where nothing in the model jumps.
 */
export async function undecidedOutputs(
  { graph, precision }: Pick<NetworkProgram, 'graph' | 'precision'>,
  { inputs, outputs }: Answers,
  tolerance: number,
  convolver?: Convolver,
): Promise<ReadonlySet<number>> {
  if (!graph.nodes.some((node) => mayJump(node, graph))) return new Set();
  const onResult = unsettle(ROUNDINGS * elementType(precision).unitRoundoff);
  const moved = await doubleOutputs(graph, inputs, { convolver, onResult });
  const places = [...outputs.keys()];
  return new Set(places.filter((i) => !(largestDifference(moved[i]!, outputs[i]!) <= tolerance)));
}

/** Whether its outputs may differ much where its inputs differ little, as where floats become places or truths. */
function mayJump(node: GraphNode, { values, constants }: Graph): boolean {
  const { jumps } = canonicalOf(node);
  if (jumps !== undefined) return jumps;
  const isFloating = (name: string): boolean => elementType(values.get(name)!.type).kind === 'floating';
  const reads = node.inputs.some((name) => name !== undefined && !constants.has(name) && isFloating(name));
  return reads && !node.outputs.every(isFloating);
}
