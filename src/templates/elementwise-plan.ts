/**
 * How the loops of an element-wise computation run best, from what it reads alone: which neighbouring loops are one
 * run in the memory of all tensors, and whether an input lies along another loop than the output, so that it is read in
 * square tiles that registers transpose.
 */
import * as ix from '../ir/index.js';
import { stride, uses } from '../ir/index-facts.js';
import type { Index, Var } from '../ir/index.js';
import { Var as Variable } from '../ir/index.js';
import type { Compute, DType, LoadValue, Tensor, Value } from '../ir/tensor.js';
import { eachNode, loadsOf, substituteValue } from '../ir/value.js';

/** A part of an axis of the output: all of it, or its tiles, or the place in a tile. */
interface Leaf {
  readonly v: Var;
  readonly axis: number;
}

/** Neighbouring loops that are one: a run in all that is read and written. */
export interface Group {
  readonly leaves: readonly Leaf[];
  readonly extent: number;
}

export interface Plan {
  /** By the axis, the size of the tiles that it is cut into; undefined: it is not. */
  readonly cuts: readonly (number | undefined)[];
  readonly groups: readonly Group[];
  /**
   * Of the last group: `copy` is a run that is moved as it is, `vector` a run of arithmetic, or several under
   * conditions, `lanes` one that reads strided, `transposed` one whose tiles are transposed with those of another
   * group.
   */
  readonly kind: 'copy' | 'vector' | 'lanes' | 'transposed';
  readonly transposed: { readonly load: LoadValue; readonly group: Group } | undefined;
  /** The axes of the output in terms of the leaves. */
  readonly axes: ReadonlyMap<Var, Index>;
}

/** `lanes`: shorter tiles of the last axis are better left alone. */
export function planOf(output: Tensor, lanes: number): Plan {
  const { axes, value } = output.compute!;
  const cuts = axes.map((axis, d) => cutOf(axis, value, d === axes.length - 1 ? lanes : 1));
  const all = axes.flatMap((axis, d) => leavesOf(axis, d, cuts[d]));
  // One iteration is none, but that a nest has a loop.
  const leaves = all.some(({ v }) => v.extent > 1) ? all.filter(({ v }) => v.extent > 1) : all.slice(-1);
  const places = new Map(axes.map((axis, d) => [axis, placeOf(leaves.filter((leaf) => leaf.axis === d))] as const));
  const body = substituteValue(value, (v) => places.get(v));
  const loads = loadsOf(body);
  const groups = groupsOf(leaves, loads.map(offsetOf), conditionsOf(body));
  const last = groups.at(-1)!;
  const steps = loads.map((load) => stepAlong(last, offsetOf(load)));
  const isOpen = conditionsOf(body).some((condition) => last.leaves.some(({ v }) => uses(condition, (u) => u === v)));
  const shared = { cuts, groups, axes: places };
  if ((isOpen || steps.every((step) => step === 1)) && isMoved(body, output.dtype))
    return { ...shared, kind: 'copy', transposed: undefined };
  if (steps.every((step) => step === 0 || step === 1)) return { ...shared, kind: 'vector', transposed: undefined };
  const transposed = transposedOf({ axes, reduction: undefined, value: body }, groups);
  return { ...shared, kind: transposed ? 'transposed' : 'lanes', transposed };
}

/** The tiles that quotients and remainders cut an axis into, if these are of one size that divides it. */
function cutOf(axis: Var, value: Value, least: number): number | undefined {
  const sizes = new Set<number>();
  const visit = (index: Index): void => {
    for (const { atom } of index.terms) {
      if (atom.kind !== 'div' && atom.kind !== 'mod') continue;
      if (uses(atom.of, (v) => v === axis)) sizes.add(atom.by);
      visit(atom.of);
    }
  };
  for (const load of loadsOf(value)) load.indices.forEach(visit);
  const [size] = sizes;
  return sizes.size === 1 && size! >= least && axis.extent % size! === 0 && size! < axis.extent ? size : undefined;
}

function leavesOf(axis: Var, d: number, cut: number | undefined): Leaf[] {
  if (cut === undefined) return [{ v: new Variable(axis.name, axis.extent), axis: d }];
  return [
    { v: new Variable(`${axis.name}o`, axis.extent / cut), axis: d },
    { v: new Variable(`${axis.name}i`, cut), axis: d },
  ];
}

/** The number of an element of neighbouring loops, counted through all of them. */
export function placeOf(leaves: readonly Leaf[]): Index {
  return leaves.reduce((sum, { v }) => ix.add(ix.scale(sum, v.extent), ix.variable(v)), ix.zero);
}

/** Where an element lies in a row-major tensor. */
function offsetOf({ tensor, indices }: LoadValue): Index {
  return indices.reduce((sum, index, d) => ix.add(ix.scale(sum, tensor.shape[d]!), index), ix.zero);
}

function conditionsOf(value: Value): Index[] {
  const found: Index[] = [];
  eachNode(value, (node) => {
    if (node.kind === 'select') found.push(...node.when);
  });
  return found;
}

function groupsOf(leaves: readonly Leaf[], offsets: readonly Index[], conditions: readonly Index[]): Group[] {
  const groups: Group[] = [];
  for (const leaf of leaves.toReversed()) {
    const next = groups[0];
    const isFree = (v: Var): boolean => !conditions.some((condition) => uses(condition, (u) => u === v));
    const goesOn =
      next !== undefined &&
      [leaf, ...next.leaves].every(({ v }) => isFree(v)) &&
      offsets.every((offset) => isOneRun(leaf.v, next, offset));
    if (goesOn) groups[0] = { leaves: [leaf, ...next.leaves], extent: leaf.v.extent * next.extent };
    else groups.unshift({ leaves: [leaf], extent: leaf.v.extent });
  }
  return groups;
}

function isOneRun(v: Var, next: Group, offset: Index): boolean {
  const [outer, inner] = [stride(offset, v), stepAlong(next, offset)];
  return outer !== undefined && inner !== undefined && outer === inner * next.extent;
}

/** Elements by which an access moves on along a group; undefined where that varies. */
function stepAlong({ leaves }: Group, offset: Index): number | undefined {
  const { v } = leaves.at(-1)!;
  return v.extent > 1 ? stride(offset, v) : 1;
}

/** Whether an element of a type is one of the inputs, or a constant, as it is. */
function isMoved(value: Value, dtype: DType): boolean {
  const kinds = new Set<Value['kind']>();
  eachNode(value, ({ kind }) => kinds.add(kind));
  const loads = loadsOf(value);
  return (
    !kinds.has('binary') &&
    !kinds.has('call') &&
    loads.length > 0 &&
    loads.every(({ tensor }) => tensor.dtype === dtype)
  );
}

/** The first read that is no run along the last group but along another; none under conditions. */
function transposedOf({ value }: Compute, groups: readonly Group[]): Plan['transposed'] {
  if (conditionsOf(value).length > 0) return undefined;
  const last = groups.at(-1)!;
  for (const load of loadsOf(value)) {
    const offset = offsetOf(load);
    const step = stepAlong(last, offset);
    if (step === 0 || step === 1) continue;
    const group = groups.slice(0, -1).find((one) => one.extent > 1 && stepAlong(one, offset) === 1);
    if (group) return { load, group };
  }
  return undefined;
}

/** Whether two reads are of the same element. */
export function isSameRead(a: LoadValue, b: LoadValue): boolean {
  return a.tensor === b.tensor && ix.equal(offsetOf(a), offsetOf(b));
}
