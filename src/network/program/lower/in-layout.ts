/** Operands of element-wise kernels as they lie in memory, where the output has a layout. */
import type { Graph } from '../../graph/graph.js';
import { strided } from '../../graph/operators/broadcast.js';
import { stridesOf } from '../../graph/operators/shape.js';
import type { ConstantTensor } from '../../onnx/model.js';
import type { Operand } from '../layer.js';
import { dimsOf, fits, isSameBytes, type Layout } from '../layout.js';

export interface OperandInLayout {
  readonly operand: Operand;
  readonly shape: readonly number[];
  readonly layout: Layout;
}

/**
 * A value that broadcasts to an output of a rank; undefined where it is not there in a form that suits the layout:
 * values of fewer dimensions are row-major.
 */
export function inLayout(value: string, layout: Layout, rank: number, graph: Graph): OperandInLayout | undefined {
  const { shape } = graph.values.get(value)!;
  const aligned = [...Array.from({ length: rank - shape.length }, () => 1), ...shape];
  const constant = graph.constants.get(value);
  const own = extentsIn(layout, aligned);
  if (constant) return { operand: { constant: arranged(constant, aligned, layout) }, shape: own, layout: 'NCHW' };
  const asGiven = isSameBytes(layout, 'NCHW', aligned) || layout === 'NCHW' || aligned[1] === 1;
  if (shape.length === 4 && fits(layout, shape)) return { operand: { value }, shape: own, layout };
  return asGiven && isRowMajor(aligned, layout) ? { operand: { value }, shape: own, layout: 'NCHW' } : undefined;
}

/** Extents in memory; what is broadcast along channels has no blocks of them. */
export function extentsIn(layout: Layout, shape: readonly number[]): number[] {
  return dimsOf(layout, shape.length).map((d) => {
    if (typeof d === 'number') return shape[d]!;
    if (shape[d.dim] === 1) return 1;
    return d.part === 'inner' ? d.tile : shape[d.dim]! / d.tile;
  });
}

/** Whether elements are in the same order in the layout as row-major: it moves only dimensions of one element. */
function isRowMajor(shape: readonly number[], layout: Layout): boolean {
  const moved = dimsOf(layout, shape.length).flatMap((d) => (typeof d === 'number' && shape[d]! > 1 ? [d] : []));
  return shape[1] === 1 ? moved.every((d, i) => i === 0 || d > moved[i - 1]!) : isSameBytes(layout, 'NCHW', shape);
}

/** The numbers of a constant, whose shape is aligned to the output's, as they lie in the layout. */
function arranged({ type, data }: ConstantTensor, shape: readonly number[], layout: Layout): ConstantTensor {
  const steps = stridesOf(shape);
  const strides = dimsOf(layout, shape.length).map((d) => {
    if (typeof d === 'number') return steps[d]!;
    return d.part === 'outer' ? steps[d.dim]! * d.tile : steps[d.dim]!;
  });
  const own = extentsIn(layout, shape);
  return { type, shape: own, data: Float32Array.from(strided(data, own, strides)) };
}
