import type { Attribute, OnnxGraph, OnnxNode } from './model.js';

export function isGraph(attribute: Attribute | undefined): attribute is OnnxGraph {
  return typeof attribute === 'object' && 'nodes' in attribute;
}

/** The graphs that a node has as attributes. */
export function graphsIn({ attributes }: Pick<OnnxNode, 'attributes'>): readonly OnnxGraph[] {
  return [...attributes.values()].filter(isGraph);
}

/** Values that a node reads: its inputs, and what graphs in it take from around it. */
export function readsOf(node: Pick<OnnxNode, 'inputs' | 'attributes'>): readonly string[] {
  return [...node.inputs, ...graphsIn(node).flatMap(({ outer }) => outer)].filter((name) => name !== '');
}

/** Nodes, each with those of the graphs in it behind it. */
export function withInner(nodes: readonly OnnxNode[]): readonly OnnxNode[] {
  return nodes.flatMap((node) => [node, ...graphsIn(node).flatMap((graph) => withInner(graph.nodes))]);
}
