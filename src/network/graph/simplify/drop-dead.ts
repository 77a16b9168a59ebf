import type { Graph } from '../graph.js';

/** Nodes, constants and values that no output needs go. Inputs stay: callers give them. */
export function dropDead(graph: Graph): Graph {
  const needed = new Set<string>(graph.outputs);
  const nodes = graph.nodes
    .toReversed()
    .filter(({ inputs, outputs }) => {
      if (!outputs.some((output) => needed.has(output))) return false;
      for (const input of inputs) if (input !== undefined) needed.add(input);
      return true;
    })
    .reverse();
  const made = nodes.flatMap(({ outputs }) => outputs);
  const kept = new Set([...needed, ...graph.inputs, ...made]);
  if (nodes.length === graph.nodes.length && kept.size === graph.values.size) return graph;
  return {
    ...graph,
    nodes,
    constants: new Map([...graph.constants].filter(([name]) => needed.has(name))),
    values: new Map([...graph.values].filter(([name]) => kept.has(name))),
  };
}
