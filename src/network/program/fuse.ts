/**
 * Which nodes become one layer: what follows a convolution, a product or a pool element by element becomes its
 * epilogue, as long as nobody else reads what lies between (XLA, TVM and Hidet fuse by the same rule; Hidet, ASPLOS
 * 2023, section 5.2).
 */
import type { Graph, GraphNode } from '../graph/graph.js';
import { type Group, quantisedStepOf, tailStepOf, type TailStep } from './tail.js';
import { isOneExpression } from './lower/elementwise.js';
import { isElementwise } from './lower/expressions.js';
import { anchorOf } from './lower/registry.js';
import { producersIn, quantisedProducts, type QuantisedProduct } from './quantised.js';

/**
 * In an order in which each comes after those whose values it reads. `fuses`: otherwise each node is a group of its
 * own, but for DequantizeLinear, which goes with what reads it.
 */
export function groupsOf(graph: Graph, fuses = true): readonly Group[] {
  const producers = producersIn(graph);
  const around = { graph, producers, products: quantisedProducts(graph), readers: readersOf(graph), fuses };
  const taken = new Set<GraphNode>();
  const groups = graph.nodes.flatMap((node) => {
    if (taken.has(node) || isReadWith(node, around)) return [];
    const group = grown(node, around, taken);
    for (const one of group.nodes) taken.add(one);
    return [group];
  });
  const placeOf = new Map(graph.nodes.map((node, place) => [node, place]));
  const inOrder = (some: readonly GraphNode[]): GraphNode[] =>
    some.toSorted((a, b) => placeOf.get(a)! - placeOf.get(b)!);
  const merged = fuses ? withOperands(groups, around, inOrder) : groups;
  return merged.toSorted((a, b) => placeOf.get(a.nodes.at(-1)!)! - placeOf.get(b.nodes.at(-1)!)!);
}

/**
 * Groups that compute elements, each with those whose values it alone reads: both arms of a sum, all gates of an LSTM.
 * From the last one on, so that each meets readers that have all of theirs.
 */
function withOperands(
  groups: readonly Group[],
  { graph, readers }: Around,
  inOrder: (nodes: readonly GraphNode[]) => readonly GraphNode[],
): readonly Group[] {
  const groupOf = new Map(groups.flatMap((group) => group.nodes.map((node) => [node, group] as const)));
  for (const { nodes: own } of groups.toReversed()) {
    // As it is by now: others may have joined it.
    const group = groupOf.get(own[0]!)!;
    const [reader, ...others] = new Set((readers.get(group.writes) ?? []).map((node) => node && groupOf.get(node)));
    if (!reader || others.length > 0 || !isElementwise(reader.anchor)) continue;
    const { shape } = graph.values.get(reader.writes)!;
    if (!group.nodes.every((node) => isOfShape(node, shape, graph))) continue;
    const nodes = inOrder([...group.nodes, ...reader.nodes]);
    if (!isOneExpression(nodes, graph)) continue;
    const anchor = nodes.find((node) => node === group.anchor || node === reader.anchor)!;
    const merged = { anchor, product: undefined, tail: [], nodes, writes: reader.writes };
    for (const node of nodes) groupOf.set(node, merged);
  }
  return [...new Set(groupOf.values())];
}

interface Around {
  readonly graph: Graph;
  readonly producers: ReadonlyMap<string, GraphNode>;
  readonly products: ReadonlyMap<GraphNode, QuantisedProduct>;
  readonly readers: ReturnType<typeof readersOf>;
  readonly fuses: boolean;
}

/** Whether its only reader computes it: a product of whole numbers, or what is computed element by element. */
function isReadWith(node: GraphNode, { products, readers }: Around): boolean {
  if (node.op !== 'DequantizeLinear') return false;
  const [reader, ...others] = readers.get(node.outputs[0]!) ?? [];
  if (!reader || others.length > 0) return false;
  return isElementwise(reader) || (products.get(reader)?.sources.includes(node) ?? false);
}

/** What a node computes of what it reads. */
function readBy(node: GraphNode, around: Around): readonly GraphNode[] {
  const sources = node.inputs.flatMap((input) => (input === undefined ? [] : (around.producers.get(input) ?? [])));
  return [...new Set(sources.filter((source) => isReadWith(source, around)))];
}

/** Groups of which the second alone reads what the first leaves, as the data of its first node. */
export function neighboursIn(groups: readonly Group[], graph: Graph): readonly (readonly [Group, Group])[] {
  const readers = readersOf(graph);
  const groupOf = new Map(groups.map((group) => [group.anchor, group]));
  return groups.flatMap((first) => {
    const [reader, ...others] = readers.get(first.writes) ?? [];
    const second = reader && groupOf.get(reader);
    return second && others.length === 0 && reader.inputs[0] === first.writes ? [[first, second] as const] : [];
  });
}

/** By value, the nodes that read it, once for each time; an output of the graph has a reader that is no node. */
function readersOf({ nodes, outputs }: Graph): ReadonlyMap<string, readonly (GraphNode | undefined)[]> {
  const readers = new Map<string, (GraphNode | undefined)[]>();
  const add = (value: string, reader: GraphNode | undefined): void => {
    readers.set(value, [...(readers.get(value) ?? []), reader]);
  };
  for (const node of nodes) for (const value of node.inputs) if (value !== undefined) add(value, node);
  for (const value of outputs) add(value, undefined);
  return readers;
}

function grown(anchor: GraphNode, around: Around, taken: ReadonlySet<GraphNode>): Group {
  const { graph, producers, products, readers, fuses } = around;
  const nodes = [...readBy(anchor, around), anchor];
  const tail: TailStep[] = [];
  let [writes] = anchor.outputs as [string];
  const { tail: takes, channel } = anchorOf(anchor);
  const product = products.get(anchor);
  const shape = graph.values.get(writes)!.shape;
  const along = channel?.(shape.length) ?? 1;
  while (fuses && takes !== 'nothing' && !isEnd(tail.at(-1))) {
    const [reader, ...others] = readers.get(writes) ?? [];
    if (!reader || others.length > 0 || taken.has(reader) || isReadWith(reader, around)) break;
    const read = readBy(reader, around);
    const step =
      (product && quantisedStepOf(reader, writes, graph, { producers, product })) ??
      (takes === 'elements' || read.length > 0 ? undefined : tailStepOf(reader, writes, graph, along));
    if (takes === 'activations' && step?.operand) break;
    if (step) tail.push(step);
    else if (takes !== 'elements' || !isOfShape(reader, shape, graph)) break;
    else if (!isOneExpression([...nodes, ...read, reader], graph)) break;
    nodes.push(...read, reader);
    [writes] = reader.outputs as [string];
  }
  return { anchor, product, tail, nodes, writes };
}

/** Whether a step leaves whole numbers, which no other follows. */
function isEnd(last: TailStep | undefined): boolean {
  return last?.step === 'quantize' || last?.step === 'whole';
}

/** Whether it computes such elements, each from those at its own place. */
function isOfShape(node: GraphNode, shape: readonly number[], { values }: Graph): boolean {
  return isElementwise(node) && values.get(node.outputs[0]!)!.shape.join() === shape.join();
}
