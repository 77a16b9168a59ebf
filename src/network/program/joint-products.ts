/**
 * Products of one row with constant weights of their own, as those of queries, keys and values: one product of all the
 * columns, which starts threads once. Parts of a row are contiguous, so that what reads an output needs no copy of it;
 * of more rows they would be copied, which takes longer than it saves.
 */
import { float32 } from '../../elements/float32.js';
import { grouped } from '../../target/grouped.js';
import type { Graph, GraphNode } from '../graph/graph.js';
import { sizeOf } from '../graph/operators/attributes.js';
import { isTransposed } from '../graph/operators/products.js';
import { dropDead } from '../graph/simplify/drop-dead.js';
import { rewrite } from '../graph/simplify/rewrite.js';
import type { GraphEdit } from '../graph/simplify/rule.js';
import type { ConstantTensor } from '../onnx/model.js';
import { readersOf, type Readers } from './fuse.js';
import { isElementwise } from './lower/expressions.js';

const GEMM = 'Gemm';
const FEW_BITS = 'com.microsoft.MatMulNBits';

/** The same graph, in which such products are one. */
export function withJointProducts(graph: Graph): Graph {
  const joint = jointIn(graph);
  if (joint.size === 0) return graph;
  const parts = new Map<GraphNode, string>();
  const named = new Map(graph.nodes.map((node) => [node.name, node]));
  const joined = rewrite(graph, (node, edit) => {
    const original = named.get(node.name)!;
    const group = joint.get(original);
    if (!group) return undefined;
    if (!parts.has(original)) cutJoint(group, node.inputs[0]!, edit).forEach((part, i) => parts.set(group[i]!, part));
    return { values: [parts.get(original)!] };
  });
  return dropDead(joined);
}

/** By node, those that it becomes one with, of which it is one. */
function jointIn(graph: Graph): ReadonlyMap<GraphNode, readonly GraphNode[]> {
  const readers = readersOf(graph);
  const candidates = graph.nodes.filter((node) => isCandidate(node, graph, readers));
  const groups = [...grouped(candidates, keyOf).values()].filter(({ length }) => length > 1);
  return new Map(groups.flatMap((group) => group.map((node) => [node, group] as const)));
}

/** A product of one row with constants that nothing else reads. What would be its epilogue is worth more. */
function isCandidate(node: GraphNode, graph: Graph, readers: Readers): boolean {
  if (node.op !== GEMM && node.op !== FEW_BITS) return false;
  const [output, others] = [node.outputs[0]!, node.inputs.slice(1).filter((input) => input !== undefined)];
  if (sizeOf(graph.values.get(node.inputs[0]!)!.shape.slice(0, -1)) !== 1) return false;
  if (!others.every((input) => graph.constants.has(input))) return false;
  if (readers.get(node.inputs[1]!)!.length > 1) return false;
  const all = readers.get(output) ?? [];
  if (!all.every((reader) => reader !== undefined)) return false;
  return all.length > 1 || (all.length === 1 && !isElementwise(all[0]!));
}

/** What products that become one have in common. */
function keyOf({ op, inputs, attributes }: GraphNode): string {
  const zeros = op === FEW_BITS && inputs[3] !== undefined;
  return JSON.stringify([op, inputs[0], zeros, [...attributes].sort(([a], [b]) => (a < b ? -1 : 1))]);
}

/** Emits the product of all, and returns the part of each. */
function cutJoint(group: readonly GraphNode[], data: string, edit: GraphEdit): readonly string[] {
  const [first] = group as [GraphNode];
  const shapes = group.map(({ outputs }) => edit.shapeOf(outputs[0]!));
  const columns = shapes.map((shape) => shape.at(-1)!);
  const whole = edit.emit(first.op, [data, ...constantsOf(group, columns, edit)], Object.fromEntries(first.attributes));
  return shapes.map((sizes, i) => {
    const before = columns.slice(0, i).reduce((sum, count) => sum + count, 0);
    const starts = sizes.map((_, axis) => (axis === sizes.length - 1 ? before : 0));
    return edit.emit('Slice', [whole], { starts, steps: sizes.map(() => 1), sizes });
  });
}

function constantsOf(group: readonly GraphNode[], columns: readonly number[], edit: GraphEdit): readonly string[] {
  const [first] = group as [GraphNode];
  const joined = (place: number, axis: number): string =>
    edit.constantNamed(
      concatenated(
        group.map(({ inputs }) => edit.constant(inputs[place])!),
        axis,
      ),
    );
  if (first.op === FEW_BITS) return first.inputs.slice(1).flatMap((input, i) => (input ? [joined(i + 1, 0)] : []));
  const weights = joined(1, isTransposed(first) ? 0 : 1);
  if (group.every(({ inputs }) => inputs[2] === undefined)) return [weights];
  const biases = group.map(({ inputs }, i): ConstantTensor => {
    return (
      edit.constant(inputs[2]) ?? { type: float32.name, shape: [columns[i]!], data: new Float32Array(columns[i]!) }
    );
  });
  return [weights, edit.constantNamed(concatenated(biases, 0))];
}

/** Tensors of one type, one behind the other along an axis. */
function concatenated(tensors: readonly ConstantTensor[], axis: number): ConstantTensor {
  const [{ type, shape }] = tensors as [ConstantTensor];
  const extent = tensors.reduce((sum, tensor) => sum + tensor.shape[axis]!, 0);
  const data = new Float32Array(tensors.reduce((sum, tensor) => sum + tensor.data.length, 0));
  const runs = sizeOf(shape.slice(0, axis));
  let at = 0;
  for (let run = 0; run < runs; run++)
    for (const { data: own } of tensors) {
      const length = own.length / runs;
      data.set(own.subarray(run * length, (run + 1) * length), at);
      at += length;
    }
  return { type, shape: shape.with(axis, extent), data };
}
