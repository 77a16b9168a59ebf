/** Computations over other variables, and of other tensors. */
import { substitute, variable, Var } from './index.js';
import type { Index } from './index.js';
import { withValues } from './over-tensors.js';
import type { Compute, LoadValue, Tensor, Value } from './tensor.js';
import { substituteValue, transform } from './value.js';

/** The same computation over fresh variables, so that two stages never share an axis. */
export function renamed(compute: Compute): Compute {
  const fresh = new Map<Var, Var>();
  const rename = (v: Var): Var => {
    const copy = fresh.get(v) ?? new Var(v.name, v.extent);
    fresh.set(v, copy);
    return copy;
  };
  const axes = compute.axes.map(rename);
  const summed = compute.reduction?.axes.map(({ axis, extent }) => ({ axis: rename(axis), extent })) ?? [];
  const replace = replacing(fresh);
  return {
    axes,
    reduction: compute.reduction && {
      ...compute.reduction,
      axes: summed.map(({ axis, extent }) => ({ axis, extent: substitute(extent, replace) })),
      source: substituteValue(compute.reduction.source, replace),
    },
    value: substituteValue(compute.value, replace),
  };
}

/** What stands for a variable: its copy, if there is one. */
export function replacing(copies: ReadonlyMap<Var, Var>): (v: Var) => Index | undefined {
  return (v) => {
    const copy = copies.get(v);
    return copy && variable(copy);
  };
}

/** The same computation, with what stands for each element that it reads of a tensor. */
export function withLoads(compute: Compute, tensor: Tensor, replace: (load: LoadValue) => Value): Compute {
  return withValues(compute, (value) =>
    transform(value, (v) => (v.kind === 'load' && v.tensor === tensor ? replace(v) : v)),
  );
}
