import type { Graph, GraphNode } from '../graph.js';
import type { OnnxModel, OnnxNode } from '../../onnx/model.js';
import { readsOf } from '../../onnx/reads.js';

/** Nodes, constants and values that no output needs go. Inputs stay: callers give them. */
export function dropDead(graph: Graph): Graph {
  const needed = new Set<string>(graph.outputs);
  const nodes = liveOf(graph.nodes, needed);
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

/** The nodes of a model, or of a graph in it, that its outputs need, in its order. */
export function liveNodes({ nodes }: Pick<OnnxModel, 'nodes'>, outputs: readonly string[]): readonly OnnxNode[] {
  return liveOf(nodes, new Set(outputs), readsOf);
}

/** Those that make what is needed; what they read is needed, too. */
function liveOf<Node extends Pick<GraphNode, 'inputs' | 'outputs'>>(
  nodes: readonly Node[],
  needed: Set<string>,
  reads: (node: Node) => GraphNode['inputs'] = ({ inputs }) => inputs,
): Node[] {
  return nodes
    .toReversed()
    .filter((node) => {
      if (!node.outputs.some((output) => needed.has(output))) return false;
      for (const input of reads(node)) if (input !== undefined && input !== '') needed.add(input);
      return true;
    })
    .reverse();
}
