/** What the rules ask of the stages of a computation. */
import { eachVar, stride, uses } from '../../ir/index-facts.js';
import type { Schedule } from '../../ir/schedule.js';
import type { Stage } from '../../ir/stage.js';
import type { Value } from '../../ir/tensor.js';
import { loadsOf, eachNode, typeOfSum } from '../../ir/value.js';

/** Stages that others read: all but the output. */
export function producersOf({ stages, output }: Schedule): readonly Stage[] {
  return stages.filter((stage) => stage !== output);
}

export function isSum({ compute }: Stage): boolean {
  return compute.reduction !== undefined;
}

/** Whether a sum reads elements again for other elements of the result, so that tiles of it pay. */
export function isProduct({ compute: { axes, reduction } }: Stage): boolean {
  if (!reduction) return false;
  const loads = loadsOf(reduction.source);
  return axes.some(
    (axis) => axis.extent > 1 && loads.some(({ indices }) => !indices.some((index) => uses(index, (v) => v === axis))),
  );
}

/** Loads from which on an element-wise stage, as a stencil is one, costs more than storing what it comes to. */
const manyLoads = 8;

/** Whether an element-wise stage has functions, conditions or many loads, which may cost more than storing it. */
export function isCostly({ compute: { value } }: Stage): boolean {
  return loadsOf(value).length > manyLoads || hasNode(value, ({ kind }) => kind === 'call' || kind === 'select');
}

/** Loads of the largest expression of all, where every element-wise stage is written into what reads it. */
export function mostLoadsInline({ stages }: Schedule): number {
  const loads = new Map<unknown, number>();
  let most = 0;
  for (const stage of stages) {
    const { reduction, value } = stage.compute;
    const own = [...(reduction ? loadsOf(reduction.source) : []), ...loadsOf(value)];
    const all = own.reduce((sum, { tensor }) => sum + (loads.get(tensor) ?? 1), 0);
    if (!isSum(stage)) loads.set(stage.tensor, all);
    most = Math.max(most, all);
  }
  return most;
}

/** Whether conditions say what an element-wise stage reads: its loops are cut where they change. */
export function isConditional({ compute: { value } }: Stage): boolean {
  return hasNode(value, ({ kind }) => kind === 'select');
}

export function hasNode(value: Value, test: (node: Value) => boolean): boolean {
  let found = false;
  eachNode(value, (node) => {
    found ||= test(node);
  });
  return found;
}

/** Whether a sum may be added up in the elements of its own tensor: they are of its type. */
export function sumsInPlace({ tensor, compute: { reduction } }: Stage): boolean {
  return reduction !== undefined && tensor.dtype === typeOfSum(reduction);
}

/** The dimensions of a stage with more than one element, outermost first; of a single element the last. */
export function longDims({ tensor: { shape } }: Stage): readonly number[] {
  const long = [...shape.keys()].filter((d) => shape[d]! > 1);
  return long.length > 0 ? long : [shape.length - 1];
}

/** The dimension that vectors run along: the last of more than one element. */
export function vectorDim(stage: Stage): number {
  return longDims(stage).at(-1)!;
}

/** The axis of a sum that is cut: the longest. */
export function longestSum({ compute: { reduction } }: Stage): { readonly name: string; readonly extent: number } {
  const axes = (reduction?.axes ?? []).map(({ axis }) => axis);
  return axes.reduce((longest, axis) => (axis.extent > longest.extent ? axis : longest));
}

/** Dimensions of a stage that are cut, the innermost ones. */
const mostCut = 3;

/** What has tiles of its own, and the dimensions that these cut: the output, and products that it reads. */
export function cutStages(s: Schedule): readonly { readonly stage: Stage; readonly dims: readonly number[] }[] {
  const stages = [s.output, ...producersOf(s).filter(isProduct)];
  return stages.map((stage) => ({ stage, dims: longDims(stage).slice(-mostCut) }));
}

/** Whether the lanes of a vector can be partial sums: of one axis, along which elements are read in runs. */
export function runsAlongSum({ compute: { reduction } }: Stage, lanes: number): boolean {
  const [only, ...others] = reduction?.axes ?? [];
  if (!reduction || !only || others.length > 0 || only.axis.extent < lanes) return false;
  return loadsOf(reduction.source).some(({ tensor, indices }) => {
    const last = tensor.shape.findLastIndex((size) => size > 1);
    return last >= 0 && stride(indices[last]!, only.axis) === 1;
  });
}

/** Of each stage the dimensions of the output that its elements depend on, where one is computed for a part of it. */
export function dependencies({ stages, output }: Schedule): ReadonlyMap<Stage, ReadonlySet<number>> {
  const byDim = new Map<Stage, readonly ReadonlySet<number>[]>();
  byDim.set(
    output,
    output.compute.axes.map((_, d) => new Set([d])),
  );
  for (const stage of stages.toReversed()) {
    if (stage === output) continue;
    const dims = stage.tensor.shape.map(() => new Set<number>());
    for (const [reader, of] of byDim)
      for (const { indices } of reader.loadsOf(stage.tensor))
        indices.forEach((index, d) => {
          eachVar(index, (v) => {
            for (const dim of of[reader.compute.axes.indexOf(v)] ?? []) dims[d]!.add(dim);
          });
        });
    byDim.set(stage, dims);
  }
  return new Map([...byDim].map(([stage, dims]) => [stage, new Set(dims.flatMap((some) => [...some]))]));
}
