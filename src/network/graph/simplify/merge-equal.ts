import type { ConstantTensor } from '../../onnx/model.js';
import type { Graph, GraphNode } from '../graph.js';
import { rewrite } from './rewrite.js';

/** Nodes that compute the same of the same become one, and so do equal constants before them. */
export function mergeEqual(graph: Graph): Graph {
  const constants = firstOfEach(graph.constants);
  const seen = new Map<string, readonly string[]>();
  return rewrite(graph, (node) => {
    const inputs = node.inputs.map((input) => (input === undefined ? null : (constants.get(input) ?? input)));
    const key = JSON.stringify([node.op, inputs, ...written(node)]);
    const before = seen.get(key);
    if (before !== undefined) return { values: before };
    seen.set(key, node.outputs);
    return undefined;
  });
}

function written({ attributes, outputs }: GraphNode): readonly unknown[] {
  const entries = [...attributes].map(([name, value]) => [name, spelled(value)]);
  return [outputs.length, entries.sort(([a], [b]) => (String(a) < String(b) ? -1 : 1))];
}

/** JSON has no infinities. */
function spelled(value: unknown): unknown {
  return typeof value === 'number' ? String(value) : value;
}

function firstOfEach(constants: ReadonlyMap<string, ConstantTensor>): ReadonlyMap<string, string> {
  const first = new Map<string, string>();
  return new Map(
    [...constants].map(([name, tensor]) => {
      const key = keyOf(name, tensor);
      if (!first.has(key)) first.set(key, name);
      return [name, first.get(key)!];
    }),
  );
}

/** Larger constants are weights: to compare them all would take longer than it saves. */
const MOST_ELEMENTS = 1024;

function keyOf(name: string, { type, shape, data }: ConstantTensor): string {
  return data.length > MOST_ELEMENTS ? `named ${name}` : `${type} ${shape.join('x')} ${data.join()}`;
}
