/** A sum that is cut into blocks along one of its axes (`Schedule.accumulate`). */
import { add, ceilDiv, constant, min, scale, subtract, variable, Var } from './index.js';
import type { Index } from './index.js';
import type { Compute, ReduceAxis, Tensor } from './tensor.js';
import { reduced, substituteValue } from './value.js';

interface BlockedSum {
  readonly blocks: number;
  /** The sums of the blocks, along a new first axis. */
  readonly partial: Compute;
  /** What adds them up, given the tensor that holds them. */
  readonly whole: (parts: Tensor) => Compute;
}

/** Throws Error of a computation that is no sum. */
export function inBlocks({ axes, reduction, value }: Compute, cut: ReduceAxis, block: number): BlockedSum {
  if (!reduction) throw new Error('what is cut into blocks is no sum');
  const { name } = cut.axis;
  const blocks = Math.ceil(cut.axis.extent / block);
  const [outer, inner, added] = [new Var(`${name}o`, blocks), new Var(`${name}i`, block), new Var(`${name}o`, blocks)];
  const first = scale(variable(outer), block);
  const extent = min(constant(block), subtract(cut.extent, first));
  const replace = (v: Var): Index | undefined => (v === cut.axis ? add(first, variable(inner)) : undefined);
  return {
    blocks,
    partial: {
      axes: [outer, ...axes],
      reduction: {
        ...reduction,
        axes: reduction.axes.map((r) => (r === cut ? { axis: inner, extent } : r)),
        source: substituteValue(reduction.source, replace),
      },
      value: reduced,
    },
    whole: (tensor) => ({
      axes,
      reduction: {
        op: reduction.op,
        axes: [{ axis: added, extent: ceilDiv(cut.extent, block) }],
        source: { kind: 'load', tensor, indices: [added, ...axes].map(variable) },
      },
      value,
    }),
  };
}
