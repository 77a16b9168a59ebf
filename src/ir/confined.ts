/** Sums over a dimension of a tensor of which a part alone is kept at a place (`Schedule.confine`). */
import * as ix from './index.js';
import { uses } from './index-facts.js';
import type { Index, Var } from './index.js';
import type { Part, Stage } from './stage.js';
import type { Compute, Tensor } from './tensor.js';
import { loadsOf, substituteValue } from './value.js';

/** The part that is needed of a dimension, in terms of a tensor's axes. */
export type PartOf = (axes: readonly Index[]) => Pick<Part, 'from' | 'to'>;

export function confine(stages: readonly Stage[], tensors: readonly Tensor[], dim: number, partOf: PartOf): void {
  const extent = tensors[0]!.shape[dim]!;
  const span = { from: new ix.Var('from', extent), extent: new ix.Var('part', extent + 1) };
  for (const stage of stages.filter(({ tensor }) => tensors.includes(tensor))) {
    stage.part = { dim, span, ...partOf(stage.compute.axes.map(ix.variable)) };
    for (const reader of stages) reader.compute = withPart(reader.compute, stage.tensor, stage.part);
  }
}

/** The same computation, whose sums along the dimension run over the part. Throws Error for others that read it. */
function withPart(compute: Compute, tensor: Tensor, { dim, span }: Part): Compute {
  const { reduction } = compute;
  if (!reduction) return compute;
  const read = loadsOf(reduction.source).flatMap((load) => (load.tensor === tensor ? [load.indices[dim]!] : []));
  const summed = reduction.axes.filter(({ axis }) => read.some((index) => uses(index, (v) => v === axis)));
  const [only] = summed;
  if (!only) return compute;
  if (summed.length > 1 || !read.every((index) => isAll(index, only, tensor.shape[dim]!)))
    throw new Error(`confine: ${tensor.name} is not summed over whole along dimension ${dim}`);
  const moved = ix.add(ix.variable(span.from), ix.variable(only.axis));
  const axes = reduction.axes.map((one) => (one === only ? { ...one, extent: ix.variable(span.extent) } : one));
  const source = substituteValue(reduction.source, (v) => (v === only.axis ? moved : undefined));
  return { ...compute, reduction: { ...reduction, axes, source } };
}

/** Whether an index runs over as many elements as the dimension has, or is confined already as that is. */
function isAll(index: Index, { axis, extent }: { readonly axis: Var; readonly extent: Index }, size: number): boolean {
  return ix.equal(index, ix.variable(axis)) && ix.equal(extent, ix.constant(size));
}
