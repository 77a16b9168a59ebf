/**
 * A product with constant weights whose columns are read in parts, as queries, keys and values out of one: a product of
 * each part, since columns of several rows would be copied. Those of one row lie in a row.
 */
import type { ConstantTensor } from '../../onnx/model.js';
import type { Graph, GraphNode } from '../graph.js';
import { numberOf, numbersOf, sameShape, sizeOf } from '../operators/attributes.js';
import { slicesOf } from '../operators/moves.js';
import { cut } from '../operators/parts.js';
import { rewrite } from './rewrite.js';
import { isTransposed } from '../operators/products.js';
import type { GraphEdit, Replacement } from './rule.js';

/** A run of indices along an axis. */
interface Part {
  readonly axis: number;
  readonly from: number;
  readonly size: number;
  /** Whether the axis, of one index, is gone. */
  readonly drops?: boolean;
}

/** Products of fewer columns leave vectors idle: such parts are copied. */
const FEWEST = 64;

export function cutProducts(graph: Graph): Graph {
  const cuts = cutValues(graph);
  if (cuts.size === 0) return graph;
  return rewrite(graph, (node, edit) => {
    const parts = cuts.get(node.inputs[0] ?? '');
    return parts?.every((part) => partOf(node.inputs[0]!, part, edit)) ? ofParts(node, edit) : undefined;
  });
}

/** Values of which nothing is read but parts along one axis that do not overlap, and these. */
function cutValues(graph: Graph): ReadonlyMap<string, readonly Part[]> {
  const parts = new Map<string, (Part | undefined)[]>();
  for (const node of graph.nodes)
    for (const [place, input] of node.inputs.entries()) {
      if (input === undefined || graph.constants.has(input)) continue;
      const shape = graph.values.get(input)!.shape;
      const own = place === 0 ? partsOf(node, shape, (value) => graph.constants.get(value)) : undefined;
      parts.set(input, [...(parts.get(input) ?? []), ...(own ?? [undefined])]);
    }
  for (const output of graph.outputs) parts.delete(output);
  return new Map([...parts].flatMap(([value, own]) => (areApart(own) ? [[value, own] as const] : [])));
}

function areApart(parts: readonly (Part | undefined)[]): parts is readonly Part[] {
  if (!parts.every((part) => part !== undefined) || parts.some(({ axis }) => axis !== parts[0]!.axis)) return false;
  const inOrder = parts.toSorted((a, b) => a.from - b.from);
  return inOrder.every(({ from }, i) => i === 0 || from >= inOrder[i - 1]!.from + inOrder[i - 1]!.size);
}

type Constant = (value: string) => ConstantTensor | undefined;

/** What a node's outputs are of its first input; undefined where it does anything else. */
function partsOf(node: GraphNode, shape: readonly number[], constant: Constant): readonly Part[] | undefined {
  if (node.op === 'Gather') {
    const [axis, indices] = [numberOf(node, 'axis'), constant(node.inputs[1]!)];
    if (indices?.data.length !== 1 || indices.shape.length > 0) return undefined;
    const [index] = indices.data as unknown as [number];
    return [{ axis, from: index < 0 ? index + shape[axis]! : index, size: 1, drops: true }];
  }
  if (node.op === 'Split')
    return slicesOf(node, shape).map(({ starts, sizes }) => along(numberOf(node, 'axis'), starts, sizes));
  if (node.op !== 'Slice' || numbersOf(node, 'steps').some((step) => step !== 1)) return undefined;
  const [starts, sizes] = [numbersOf(node, 'starts'), numbersOf(node, 'sizes')];
  const axes = [...shape.keys()].filter((axis) => sizes[axis] !== shape[axis]);
  return axes.length === 1 ? [along(axes[0]!, starts, sizes)] : undefined;
}

function along(axis: number, starts: readonly number[], sizes: readonly number[]): Part {
  return { axis, from: starts[axis]!, size: sizes[axis]! };
}

function ofParts(node: GraphNode, edit: GraphEdit): Replacement {
  const value = node.inputs[0]!;
  const parts = partsOf(node, edit.shapeOf(value), (name) => edit.constant(name))!;
  return { values: parts.map((part) => partOf(value, part, edit)!()) };
}

/** What emits a part of a value as a product of its own; undefined where that is no product. */
function partOf(value: string, part: Part, edit: GraphEdit): (() => string) | undefined {
  const node = edit.producer(value);
  const { axis, size, drops = false } = part;
  const shape = edit.shapeOf(value);
  switch (node?.op) {
    case 'Reshape': {
      const inner = reshapedPart(part, edit.shapeOf(node.inputs[0]!), shape);
      const source = inner && before(node, inner, edit);
      const own = drops ? shape.toSpliced(axis, 1) : shape.with(axis, size);
      return source && (() => edit.emit('Reshape', [source()], { shape: own }));
    }
    case 'Transpose': {
      const perm = numbersOf(node, 'perm');
      const inner = perm[axis]!;
      // Without an axis of one index it is as others are.
      const isOne = size === 1;
      const source = before(node, { ...part, axis: inner, drops: isOne }, edit);
      const kept = perm.filter((of) => of !== inner).map((of) => (of > inner ? of - 1 : of));
      const moved = (): string => edit.emit('Transpose', [source!()], { perm: isOne ? kept : perm });
      const whole = (): string => edit.emit('Reshape', [moved()], { shape: shape.with(axis, 1) });
      return source && (isOne && !drops ? whole : moved);
    }
    case 'Add': {
      const [term] = node.inputs.slice(1) as [string];
      const isOfFirst = edit.constant(term) && sameShape(edit.shapeOf(node.inputs[0]!), shape) && !drops;
      const source = isOfFirst ? before(node, part, edit) : undefined;
      return source && (() => edit.emit('Add', [source(), cutConstant(term, part, shape.length, edit)]));
    }
    case 'MatMul':
    case 'Gemm': {
      const [left, weights, bias] = node.inputs as readonly [string, string, string?];
      const isOfColumns = edit.constant(weights) && edit.shapeOf(weights).length === 2 && axis === shape.length - 1;
      const isOne = sizeOf(shape.slice(0, -1)) === 1;
      if (!isOfColumns || isOne || size < FEWEST || (bias !== undefined && !edit.constant(bias))) return undefined;
      const columns = node.op === 'Gemm' && isTransposed(node) ? 0 : 1;
      return () => {
        const own = cutConstant(weights, { ...part, axis: columns }, 2, edit);
        const terms = bias === undefined ? [] : [cutConstant(bias, part, 2, edit)];
        return edit.emit(node.op, [left, own, ...terms], Object.fromEntries(node.attributes));
      };
    }
    default:
      return undefined;
  }
}

/** The same of what a node reads, which nothing else does. */
function before({ inputs }: GraphNode, part: Part, edit: GraphEdit): (() => string) | undefined {
  return edit.isReadOnce(inputs[0]!) ? partOf(inputs[0]!, part, edit) : undefined;
}

/** The part in the shape before, in which it is one, too: as many elements come before both axes. */
function reshapedPart(
  { axis, from, size }: Part,
  given: readonly number[],
  shape: readonly number[],
): Part | undefined {
  const outer = sizeOf(shape.slice(0, axis));
  const own = [...given.keys()].find((at) => given[at] !== 1 && sizeOf(given.slice(0, at)) === outer);
  const block = own === undefined ? 0 : given[own]! / shape[axis]!;
  if (!Number.isInteger(block) || block === 0) return undefined;
  return { axis: own!, from: from * block, size: size * block };
}

/** A part of a constant that broadcasts to `rank` axes; it is folded in the next round. */
function cutConstant(value: string, { axis, from, size }: Part, rank: number, edit: GraphEdit): string {
  const shape = edit.shapeOf(value);
  const own = axis - (rank - shape.length);
  if (own < 0 || shape[own] === 1) return value;
  return cut(edit, value, own, from, size);
}
