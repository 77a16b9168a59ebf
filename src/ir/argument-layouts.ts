/** How a schedule wants its arguments in memory, where that is its choice. */
import { stride } from './index-facts.js';
import type { Index, Var } from './index.js';
import type { Layout, PackedDim } from './layout.js';
import type { Schedule } from './schedule.js';
import type { Stage } from './stage.js';
import type { Tensor, Value } from './tensor.js';

/** Dimensions are those of the argument as its caller has it; undefined: row-major. */
export interface ArgumentLayouts {
  readonly inputs: readonly (Layout | undefined)[];
  readonly output: Layout | undefined;
}

/** `isAsked`: of which inputs, by their place; all where nothing is said. */
export function argumentLayouts(schedule: Schedule, isAsked: (input: number) => boolean = () => true): ArgumentLayouts {
  const packed = schedule.stages.filter(({ scope }) => scope === 'prepacked');
  return {
    inputs: schedule.computation.inputs.map((input, i) => {
      if (!isAsked(i)) return undefined;
      const copy = packed.find((stage) => stage.loadsOf(input).length > 0);
      return copy && layoutOf(copy, input);
    }),
    output: outputLayout(schedule),
  };
}

/** What each dimension of a copy goes along, in the original. Throws Error for what is more than a rearrangement. */
function layoutOf({ tensor, compute }: Stage, original: Tensor): Layout {
  const load = copied(compute.value);
  if (load?.tensor !== original)
    throw new Error(`${tensor.name} does more than rearrange ${original.name}: prepack only a copy of an argument`);
  return compute.axes.map((axis) => dimAlong(axis, load.indices, compute.axes));
}

function copied(value: Value): Extract<Value, { kind: 'load' }> | undefined {
  if (value.kind === 'select') return copied(value.then);
  return value.kind === 'load' ? value : undefined;
}

function dimAlong(axis: Var, indices: readonly Index[], axes: readonly Var[]): PackedDim {
  const steps = indices.map((index) => stride(index, axis) ?? 0);
  const dim = steps.findIndex((step) => step !== 0);
  const along = axes.filter((one) => (stride(indices[dim]!, one) ?? 0) !== 0);
  if (along.length < 2) return dim;
  const inner = along.find((one) => stride(indices[dim]!, one) === 1)!;
  return { dim, part: axis === inner ? 'inner' : 'outer', tile: inner.extent };
}

function outputLayout({ output, outputOrder }: Schedule): Layout | undefined {
  if (!output.layout && !outputOrder) return undefined;
  const layout = output.layout ?? [...output.tensor.shape.keys()];
  const given = (dim: number): number => (outputOrder ? outputOrder.indexOf(dim) : dim);
  return layout.map((d) => (typeof d === 'number' ? given(d) : { ...d, dim: given(d.dim) }));
}
