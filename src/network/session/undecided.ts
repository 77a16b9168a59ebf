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
 * as rounding does: of those behind something that jumps.
 */
export async function undecidedOutputs(
  { graph, precision }: Pick<NetworkProgram, 'graph' | 'precision'>,
  { inputs, outputs }: Answers,
  tolerance: number,
  convolver?: Convolver,
): Promise<ReadonlySet<number>> {
  const jumped = behindJumps(graph);
  const places = [...outputs.keys()].filter((i) => jumped.has(graph.outputs[i]!));
  if (places.length === 0) return new Set();
  const onResult = unsettle(ROUNDINGS * elementType(precision).unitRoundoff);
  const moved = await doubleOutputs(graph, inputs, { convolver, onResult });
  return new Set(places.filter((i) => !(largestDifference(moved[i]!, outputs[i]!) <= tolerance)));
}

/** Values that something makes which jumps, or that are made of such. */
function behindJumps(graph: Graph): ReadonlySet<string> {
  const found = new Set<string>();
  for (const node of graph.nodes)
    if (mayJump(node, graph) || node.inputs.some((input) => input !== undefined && found.has(input)))
      for (const output of node.outputs) found.add(output);
  return found;
}

/** Whether its outputs may differ much where its inputs differ little, as where floats become places or truths. */
function mayJump(node: GraphNode, { values, constants }: Graph): boolean {
  const { jumps } = canonicalOf(node);
  if (jumps !== undefined) return jumps;
  const isFloating = (name: string): boolean => elementType(values.get(name)!.type).kind === 'floating';
  const reads = node.inputs.some((name) => name !== undefined && !constants.has(name) && isFloating(name));
  return reads && !node.outputs.every(isFloating);
}
