/** Of each node, the nodes that it needs. */
export type Graph = ReadonlyMap<string, readonly string[]>;

/** The nodes that a node needs, directly or through others. */
export function reachedFrom(node: string, graph: Graph): ReadonlySet<string> {
  const reached = new Set(graph.get(node));
  for (const other of reached) for (const next of graph.get(other) ?? []) reached.add(next);
  return reached;
}

/** Sets of nodes that need each other, or one that needs itself; each sorted. */
export function cyclesOf(graph: Graph): readonly (readonly string[])[] {
  const reached = new Map([...graph.keys()].map((node) => [node, reachedFrom(node, graph)]));
  const left = new Set([...graph.keys()].filter((node) => reached.get(node)!.has(node)));
  const cycles: string[][] = [];
  for (const node of left) {
    const cycle = [...reached.get(node)!].filter((other) => reached.get(other)?.has(node));
    for (const other of cycle) left.delete(other);
    cycles.push(cycle.sort());
  }
  return cycles;
}

/** A graph without cycles and without the edges that others imply: `a → c` where `a → b → c`. */
export function withoutImplied(graph: Graph): Graph {
  return new Map(
    [...graph].map(([node, others]) => {
      const implied = new Set(others.flatMap((other) => [...reachedFrom(other, graph)]));
      return [node, others.filter((other) => !implied.has(other))];
    }),
  );
}
