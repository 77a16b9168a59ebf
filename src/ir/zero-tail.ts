/** Proves what the tail `zero` promises: beyond the end of a sum, all that is added is zero. */
import * as ix from './index.js';
import { stride } from './index-facts.js';
import type { Index, Var } from './index.js';
import { InstantiationError } from './errors.js';
import { isReduce } from './loop.js';
import type { Loop } from './loop.js';
import type { Stage } from './stage.js';
import type { Value } from './tensor.js';
import { elementAt } from './value.js';

/** Throws InstantiationError where a sum with such a tail may add something beyond its end. */
export function checkZeroTails(stages: readonly Stage[]): void {
  for (const stage of stages)
    for (const parent of new Set(stage.loops.flatMap(parentsOf))) {
      const { use } = parent;
      if (use?.kind === 'split' && use.tail === 'zero' && !endsInZeros(stage, parent, use.factor, stages))
        throw new InstantiationError(
          `${stage.tensor.name} may add other values than zeros beyond the end of ${parent.name}: give the split another tail`,
        );
    }
}

function parentsOf({ origin }: Loop): Loop[] {
  if (origin.kind === 'axis') return [];
  const above = origin.kind === 'fused' ? [origin.outer, origin.inner] : [origin.parent];
  return above.flatMap((loop) => [loop, ...parentsOf(loop)]);
}

function endsInZeros({ compute }: Stage, parent: Loop, factor: number, stages: readonly Stage[]): boolean {
  const { reduction } = compute;
  if (!reduction || reduction.op !== 'add' || !isReduce(parent) || parent.origin.kind !== 'axis') return false;
  const { axis } = parent.origin;
  const { extent } = reduction.axes.find((r) => r.axis === axis)!;
  if (ix.isMultiple(extent, factor)) return true;
  return vanishes(reduction.source, axis, endOf(extent, factor), stages);
}

/** Where a sum ends inside a tile. In blocks that tiles fill, min(block, rest), that is the end of the last one. */
function endOf(extent: Index, factor: number): Index {
  const bound = extent.terms.at(0)?.atom;
  if (bound?.kind !== 'min' || !ix.equal(extent, ix.min(bound.a, bound.b))) return extent;
  return ix.isConstant(bound.a) && bound.a.constant % factor === 0 ? bound.b : extent;
}

/**
 * Whether the value is zero wherever the axis is at least `end`: it reads zeros outside a tensor there, perhaps times
 * something.
 */
function vanishes(value: Value, axis: Var, end: Index, stages: readonly Stage[]): boolean {
  if (value.kind === 'binary' && value.op === 'mul')
    return vanishes(value.a, axis, end, stages) || vanishes(value.b, axis, end, stages);
  if (value.kind === 'constant') return value.value === 0;
  if (value.kind === 'select') {
    const never = value.when.some((condition) => failsFrom(condition, axis, end));
    return (never || vanishes(value.then, axis, end, stages)) && vanishes(value.otherwise, axis, end, stages);
  }
  if (value.kind !== 'load') return false;
  const stage = stages.find((s) => s.tensor === value.tensor);
  if (!stage || stage.compute.reduction) return false;
  const outside =
    stage.zeroOutside &&
    value.indices.some((index, d) => {
      if ((stride(index, axis) ?? 0) < 1) return false;
      const first = ix.substitute(index, (v) => (v === axis ? end : undefined));
      return ix.range(first).min >= value.tensor.shape[d]!;
    });
  // A copy whose dimensions are cut into tiles ends with a whole one: what it copies decides.
  return outside || vanishes(elementAt(stage.compute, value.indices), axis, end, stages);
}

/** Whether a condition holds for no value of the axis from `end` on. */
function failsFrom(condition: Index, axis: Var, end: Index): boolean {
  if ((stride(condition, axis) ?? 0) >= 0) return false;
  return ix.range(ix.substitute(condition, (v) => (v === axis ? end : undefined))).max < 0;
}
