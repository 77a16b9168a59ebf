import type { Model, ModelNode } from '../onnx/model.js';
import { UsageError } from '../target/errors.js';
import { invalid } from './operators/errors.js';

/**
 * The nodes that the outputs of a model need, each after those that it reads.
 *
 * @throws UsageError naming the node where a value has two origins, none, or itself.
 */
export function liveNodes(model: Model): readonly ModelNode[] {
  const producers = producersOf(model);
  const needed = reachable(model, producers);
  return sorted(
    model.nodes.filter((node) => needed.has(node)),
    producers,
  );
}

function producersOf(model: Model): ReadonlyMap<string, ModelNode> {
  const given = new Set([...model.inputs.map(({ name }) => name), ...model.constants.keys()]);
  const producers = new Map<string, ModelNode>();
  for (const node of model.nodes)
    for (const output of node.outputs) {
      if (output === '') continue;
      if (producers.has(output) || given.has(output)) invalid(node, `its output "${output}" has another origin, too`);
      producers.set(output, node);
    }
  for (const { name } of model.outputs)
    if (!producers.has(name) && !given.has(name))
      throw new UsageError(`No node of the model makes its output "${name}"; export the model again.`);
  for (const node of model.nodes)
    for (const input of node.inputs)
      if (input !== '' && !producers.has(input) && !given.has(input))
        invalid(node, `no node makes its input "${input}"`);
  return producers;
}

function reachable(model: Model, producers: ReadonlyMap<string, ModelNode>): ReadonlySet<ModelNode> {
  const needed = new Set<ModelNode>();
  const need = (value: string): void => {
    const node = producers.get(value);
    if (node !== undefined) needed.add(node);
  };
  model.outputs.forEach(({ name }) => {
    need(name);
  });
  for (const node of needed) node.inputs.forEach(need);
  return needed;
}

/** In the order of the file where that serves: a node waits for those that make its inputs (Kahn). */
function sorted(nodes: readonly ModelNode[], producers: ReadonlyMap<string, ModelNode>): readonly ModelNode[] {
  const awaited = new Map<ModelNode, number>();
  const readers = new Map<ModelNode, ModelNode[]>();
  for (const node of nodes) {
    const before = new Set(node.inputs.flatMap((input) => producers.get(input) ?? []));
    awaited.set(node, before.size);
    for (const producer of before) readers.set(producer, [...(readers.get(producer) ?? []), node]);
  }
  const done = new Set(nodes.filter((node) => awaited.get(node) === 0));
  for (const node of done)
    for (const reader of readers.get(node) ?? []) {
      const left = awaited.get(reader)! - 1;
      awaited.set(reader, left);
      if (left === 0) done.add(reader);
    }
  const stuck = nodes.find((node) => !done.has(node));
  if (stuck !== undefined) invalid(stuck, 'it needs its own output');
  return [...done];
}
