/**
 * Which nodes become one layer: what follows a convolution, a product or a pool element by element becomes its
 * epilogue, as long as nobody else reads what lies between (XLA, TVM and Hidet fuse by the same rule; Hidet, ASPLOS
 * 2023, section 5.2).
 */
import { MOST_STEPS } from '../../operator/epilogue.js';
import type { Graph, GraphNode } from '../graph/graph.js';
import { type Group, quantisedStepOf, scaledIn, tailStepOf, type TailStep } from './tail.js';
import { isConcat, isOneExpression } from './lower/elementwise.js';
import { isElementwise } from './lower/expressions.js';
import type { Anchor } from './lower/anchor.js';
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
 * Groups that compute elements, each with those whose values it alone reads: both arms of a sum, all gates of an LSTM,
 * what is concatenated. From the last one on, so that each meets readers that have all of theirs.
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
    if (!reader || others.length > 0 || !isOfElements(reader)) continue;
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
  readonly readers: Readers;
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

export type Readers = ReadonlyMap<string, readonly (GraphNode | undefined)[]>;

/** By value, the nodes that read it, once for each time; an output of the graph has a reader that is no node. */
export function readersOf({ nodes, outputs }: Graph): Readers {
  const readers = new Map<string, (GraphNode | undefined)[]>();
  const add = (value: string, reader: GraphNode | undefined): void => {
    readers.set(value, [...(readers.get(value) ?? []), reader]);
  };
  for (const node of nodes) for (const value of node.inputs) if (value !== undefined) add(value, node);
  for (const value of outputs) add(value, undefined);
  return readers;
}

function grown(anchor: GraphNode, around: Around, taken: ReadonlySet<GraphNode>): Group {
  const { graph, products, fuses } = around;
  const first = { nodes: [...readBy(anchor, around), anchor], tail: [], writes: anchor.outputs[0]! };
  const { tail: takes, channel } = anchorOf(anchor);
  const product = products.get(anchor);
  if (!fuses || takes === 'nothing') return { anchor, product, ...first };
  const shape = graph.values.get(first.writes)!.shape;
  const next = { around, taken, product, takes, shape, along: channel?.(shape.length) ?? 1 };
  const own = followed(first, next);
  return { anchor, product, ...withResidual(own, next) };
}

/** A group as it grows. */
interface Growing {
  readonly nodes: readonly GraphNode[];
  readonly tail: readonly TailStep[];
  readonly writes: string;
}

/** What decides whether a node joins a group. */
interface Next {
  readonly around: Around;
  readonly taken: ReadonlySet<GraphNode>;
  readonly product: QuantisedProduct | undefined;
  readonly takes: Exclude<Anchor['tail'], 'nothing'>;
  readonly shape: readonly number[];
  /** The dimension that channels go along. */
  readonly along: number;
}

/** With all nodes that join one after the other. */
function followed(group: Growing, next: Next): Growing {
  let grown = group;
  for (;;) {
    const more = isEnd(grown.tail.at(-1)) ? undefined : joined(grown, next);
    if (!more) return grown;
    grown = more;
  }
}

/** Steps that kernels have besides those of a tail: a bias and a scale, or a whole bias, sums as floats, and a bias. */
const OWN_STEPS = 3;

/** With the only node that reads it; undefined where that is not part of the kernel. */
function joined({ nodes, tail, writes }: Growing, next: Next): Growing | undefined {
  const { around, taken, takes, shape, along, product } = next;
  const { graph, producers, readers } = around;
  const [reader, ...others] = readers.get(writes) ?? [];
  if (!reader || others.length > 0 || taken.has(reader) || isReadWith(reader, around)) return undefined;
  if (tail.length >= MOST_STEPS - OWN_STEPS) return undefined;
  const read = readBy(reader, around).filter((one) => !nodes.includes(one));
  const step =
    (product && quantisedStepOf(reader, writes, graph, { producers, product })) ??
    (takes === 'elements' || read.length > 0 ? undefined : tailStepOf(reader, writes, graph, along));
  const all = [...nodes, ...read, reader];
  if (takes === 'activations' && step?.operand) return undefined;
  if (!step && !(takes === 'elements' && isOfShape(reader, shape, graph) && isOneExpression(all, graph)))
    return undefined;
  return { nodes: all, tail: step ? [...tail, step] : tail, writes: reader.outputs[0]! };
}

/**
 * A result in whole numbers that is only added to others goes on as what they stand for, to whole numbers again: a
 * block of a residual network that was quantised between any two nodes.
 */
function withResidual(group: Growing, next: Next): Growing {
  const { around, product } = next;
  const { graph, readers } = around;
  const [back, ...others] = readers.get(group.writes) ?? [];
  if (!product || !back || others.length > 0 || group.tail.at(-1)?.step !== 'quantize') return group;
  const scaled = back.op === 'DequantizeLinear' ? scaledIn(back, graph) : undefined;
  const [sum, ...more] = readers.get(back.outputs[0]!) ?? [];
  if (!scaled || more.length > 0 || sum?.op !== 'Add') return group;
  const tail = [...group.tail, { step: 'dequantize', scaled }];
  const whole = followed({ nodes: [...group.nodes, back], tail, writes: back.outputs[0]! }, next);
  const isAdded = whole.tail[tail.length]?.step === 'add-quantized';
  return isAdded && whole.tail.at(-1)!.step === 'quantize' ? withResidual(whole, next) : group;
}

/** Whether a step leaves whole numbers, which no other follows. */
function isEnd(last: TailStep | undefined): boolean {
  return last?.step === 'quantize' || last?.step === 'whole';
}

/** Whether a group computes elements: a Concat alone may be no kernel, and stays. */
function isOfElements({ anchor, nodes }: Group): boolean {
  return isElementwise(anchor) || (isConcat(anchor) && nodes.length > 1);
}

/** Whether it computes such elements, each from those at its own place, or from one of several values. */
function isOfShape(node: GraphNode, shape: readonly number[], { values }: Graph): boolean {
  return (isElementwise(node) || isConcat(node)) && values.get(node.outputs[0]!)!.shape.join() === shape.join();
}
