/** What a network needs only where a scalar that it computes is true, or only where that is false. */
import { sizeOf } from './operators/attributes.js';
import type { Graph, GraphNode } from './graph.js';

/** That a scalar is true, or, where it is not to hold, false. */
export interface Condition {
  readonly value: string;
  readonly holds: boolean;
}

/** Nodes that are computed together, in their order, and which of their values others may read. */
export interface Together {
  readonly nodes: readonly GraphNode[];
  readonly writes: readonly string[];
}

/**
 * Of each, what must be as it says for anybody to read what it writes: that of a Where which takes one of its operands
 * as a whole, if nothing else reads that operand.
 *
 * @param all - In an order in which each comes after those whose values it reads.
 * @param isTotal - Whether a node may be computed of any numbers: where the condition of one node in many does not
 * hold, it is computed of what nobody has written.
 */
export function conditionsOf(
  graph: Graph,
  all: readonly Together[],
  isTotal: (node: GraphNode) => boolean = () => false,
): readonly (readonly Condition[])[] {
  const conditions = new Map<string, readonly Condition[]>(graph.outputs.map((value) => [value, []]));
  const ofSome = (values: readonly string[]): readonly Condition[] => {
    const [first = [], ...more] = values.flatMap((value) => (conditions.has(value) ? [conditions.get(value)!] : []));
    return more.reduce(common, first);
  };
  const read = (value: string | undefined, where: readonly Condition[]): void => {
    if (value === undefined) return;
    const others = conditions.get(value);
    conditions.set(value, others ? common(others, where) : where);
  };
  const found = all.toReversed().map(({ nodes, writes }) => {
    const own = ofSome(writes);
    for (const node of nodes.toReversed()) {
      const where = isTotal(node) ? ofSome(node.outputs) : own;
      const chosenBy = choiceOf(node, graph);
      for (const [place, value] of node.inputs.entries())
        read(value, chosenBy !== undefined && place > 0 ? [...where, { value: chosenBy, holds: place === 1 }] : where);
    }
    return own;
  });
  return found.toReversed();
}

/** The scalar by which a Where takes all of one operand. */
function choiceOf({ op, inputs }: GraphNode, { values, constants }: Graph): string | undefined {
  const by = inputs[0]!;
  return op === 'Where' && !constants.has(by) && sizeOf(values.get(by)!.shape) === 1 ? by : undefined;
}

function common(some: readonly Condition[], others: readonly Condition[]): readonly Condition[] {
  return some.filter(({ value, holds }) => others.some((other) => other.value === value && other.holds === holds));
}
