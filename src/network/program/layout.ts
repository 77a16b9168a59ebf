/**
 * Layouts of the activations between layers: NCHW as ONNX has them, NHWC, and NCHWc, blocks of c channels (NCHW16c).
 * Values of other ranks than four are row-major.
 */
import { packedShape, type Layout as Dims, type PackedDim } from '../../ir/layout.js';

export type Layout = 'NCHW' | 'NHWC' | `NCHW${number}c`;

/** Of a layout, the dimensions of memory from outside in, over those of a value of a rank. */
export function dimsOf(layout: Layout, rank: number): Dims {
  if (layout === 'NCHW' || rank !== 4) return Array.from({ length: rank }, (_, d) => d);
  if (layout === 'NHWC') return [0, 2, 3, 1];
  const tile = blockOf(layout)!;
  return [0, { dim: 1, part: 'outer', tile }, 2, 3, { dim: 1, part: 'inner', tile }];
}

export function blockOf(layout: Layout): number | undefined {
  const digits = /^NCHW(\d+)c$/.exec(layout)?.[1];
  return digits === undefined ? undefined : Number(digits);
}

export function shapeIn(layout: Layout, shape: readonly number[]): number[] {
  return packedShape(shape, dimsOf(layout, shape.length));
}

/** Whether a value of a shape can have a layout: blocks of channels must be full. */
export function fits(layout: Layout, shape: readonly number[]): boolean {
  if (layout === 'NCHW') return true;
  return shape.length === 4 && shape[1]! % (blockOf(layout) ?? 1) === 0;
}

/** A dimension of memory: it goes along one of the value's, so many of its elements a step, so many steps. */
export interface Run {
  readonly dim: number;
  readonly step: number;
  readonly extent: number;
}

/**
 * What tells where the elements lie, and nothing else: without dimensions of one element, neighbours that go on where
 * the other ends as one. Two layouts with the same runs are the same bytes.
 */
export function runsOf(dims: Dims, shape: readonly number[]): readonly Run[] {
  const extents = packedShape(shape, dims);
  return merged(dims.map((d, place) => ({ ...alongDim(d), extent: extents[place]! })));
}

/** Without runs of one element, and with those as one that go on where the other ends. */
export function merged(runs: readonly Run[]): readonly Run[] {
  return runs
    .filter(({ extent }) => extent > 1)
    .reduce<Run[]>((all, run) => {
      const last = all.at(-1);
      if (last?.dim !== run.dim || last.step !== run.step * run.extent) return [...all, run];
      return [...all.slice(0, -1), { ...run, extent: last.extent * run.extent }];
    }, []);
}

export function alongDim(d: PackedDim): Omit<Run, 'extent'> {
  if (typeof d === 'number') return { dim: d, step: 1 };
  return { dim: d.dim, step: d.part === 'outer' ? d.tile : 1 };
}

export function isSameBytes(a: Layout, b: Layout, shape: readonly number[]): boolean {
  const runs = (layout: Layout): string => JSON.stringify(runsOf(dimsOf(layout, shape.length), shape));
  return a === b || runs(a) === runs(b);
}
