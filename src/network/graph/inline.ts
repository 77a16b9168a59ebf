/** A graph in a node under other names, so that it can stand in the graph around it, as often as is needed. */
import type { OnnxGraph, OnnxNode } from '../onnx/model.js';
import { graphsIn, isGraph } from '../onnx/reads.js';

type Names = ReadonlyMap<string, string>;

/** The node over other names of values. */
export function renamedNode(node: OnnxNode, names: Names): OnnxNode {
  const renamed = (value: string): string => names.get(value) ?? value;
  const attributes = new Map(
    [...node.attributes].map(([key, value]) => [key, isGraph(value) ? renamedOuter(value, names) : value]),
  );
  return { ...node, inputs: node.inputs.map(renamed), outputs: node.outputs.map(renamed), attributes };
}

/** What a graph takes from around it has other names; its own values keep theirs. */
function renamedOuter(graph: OnnxGraph, all: Names): OnnxGraph {
  const names = new Map([...all].filter(([name]) => graph.outer.includes(name)));
  const renamed = (value: string): string => names.get(value) ?? value;
  return {
    ...graph,
    nodes: graph.nodes.map((node) => renamedNode(node, names)),
    outputs: graph.outputs.map(renamed),
    outer: graph.outer.map(renamed),
  };
}

/** Names of all values of graphs in nodes, which no new name may be. */
export function namesInside(nodes: readonly OnnxNode[]): readonly string[] {
  return nodes
    .flatMap(graphsIn)
    .flatMap((graph) => [
      ...graph.inputs,
      ...graph.constants.keys(),
      ...graph.nodes.flatMap(({ outputs }) => outputs),
      ...namesInside(graph.nodes),
    ]);
}
