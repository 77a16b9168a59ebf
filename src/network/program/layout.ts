/**
 * Layouts of the activations between layers: NCHW as ONNX has them, whatever their rank; of images (rank 4) NHWC, and
 * NCHWc, blocks of c channels (NCHW16c); the same of rows (rank 3, as audio has them), NLC and NCLc.
 */
import { packedShape, type Layout as Dims, type PackedDim } from '../../ir/layout.js';
import type { DType } from '../../ir/tensor.js';
import { findOperator } from '../../operator/registry.js';
import type { Workload } from '../../operator/operator.js';

type ImageLayout = 'NHWC' | `NCHW${number}c`;
type RowLayout = 'NLC' | `NCL${number}c`;
export type Layout = 'NCHW' | ImageLayout | RowLayout;

/** Of a layout, the dimensions of memory from outside in, over those of a value of a rank. */
export function dimsOf(layout: Layout, rank: number): Dims {
  const axes = Array.from({ length: rank }, (_, d) => d);
  if (layout === 'NCHW' || rank !== rankOf(layout)) return axes;
  const spatial = axes.slice(2);
  const tile = blockOf(layout);
  if (tile === undefined) return [0, ...spatial, 1];
  return [0, { dim: 1, part: 'outer', tile }, ...spatial, { dim: 1, part: 'inner', tile }];
}

/** Of the values that have it. */
function rankOf(layout: ImageLayout | RowLayout): number {
  return layout.includes('L') ? 3 : 4;
}

/** The layout of rows that an image of one row has. */
export function ofRows(layout: Layout): Layout {
  if (layout === 'NHWC') return 'NLC';
  const tile = blockOf(layout);
  return tile === undefined ? layout : `NCL${tile}c`;
}

export function blockOf(layout: Layout): number | undefined {
  const digits = /^NC(?:HW|L)(\d+)c$/.exec(layout)?.[1];
  return digits === undefined ? undefined : Number(digits);
}

export function shapeIn(layout: Layout, shape: readonly number[]): number[] {
  return packedShape(shape, dimsOf(layout, shape.length));
}

/** Whether a value of a shape can have a layout: blocks of channels must be full. */
export function fits(layout: Layout, shape: readonly number[]): boolean {
  if (layout === 'NCHW') return true;
  return shape.length === rankOf(layout) && shape[1]! % (blockOf(layout) ?? 1) === 0;
}

/** A dimension of memory: it goes along one of the value's, so many of its elements a step, so many steps. */
export interface Run {
  readonly dim: number;
  readonly step: number;
  readonly extent: number;
}

/**
 * Where the elements lie, and nothing else: without dimensions of one element, and with what begins where the one
 * before ends joined to that. Two layouts with the same runs are the same bytes.
 */
export function runsOf(dims: Dims, shape: readonly number[]): readonly Run[] {
  const extents = packedShape(shape, dims);
  return merged(dims.map((d, place) => ({ ...alongDim(d), extent: extents[place]! })));
}

/** Without runs of one element, and with those joined that follow each other in memory. */
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

/** `shape`: of the value, as ONNX has it; `dtype`: of its elements. */
export function conversionWorkload(shape: readonly number[], from: Layout, to: Layout, dtype: DType): Workload {
  const [a, b] = [blockOf(from), blockOf(to)];
  const isByNchw = a !== undefined && b !== undefined && a !== b;
  const expression = isByNchw ? moved(moved('a', shape, from, 'NCHW'), shape, 'NCHW', to) : moved('a', shape, from, to);
  return findOperator('elementwise').workload(undefined, { inputs: shapeIn(from, shape).join('x'), expression, dtype });
}

/** Blocks of one size at most. */
function moved(text: string, shape: readonly number[], from: Layout, to: Layout): string {
  const tile = blockOf(from) ?? blockOf(to) ?? 1;
  const [source, result] = [from, to].map((layout) => apart(layout, shape.length, tile)) as [string[], string[]];
  const extents = (parts: readonly string[]): number[] => parts.map((part) => extentOf(part, shape, tile));
  const opened = reshaped(text, shapeIn(from, shape), extents(source));
  const permuted = `transpose(${opened},${result.map((part) => source.indexOf(part)).join()})`;
  return reshaped(permuted, extents(result), shapeIn(to, shape));
}

/** Of so many elements, from one type to another, or the same. */
export function copyWorkload(elements: number, from: DType, to: DType): Workload {
  const types = from === to ? '' : from;
  return findOperator('elementwise').workload(undefined, { inputs: `${elements}`, expression: 'a', types, dtype: to });
}

/** The dimensions of memory with channels in blocks, whether the layout has any or not. */
function apart(layout: Layout, rank: number, tile: number): string[] {
  const named = (d: PackedDim): string[] => {
    if (typeof d !== 'number') return [d.part];
    return d === 1 && tile > 1 ? ['outer', 'inner'] : [`${d}`];
  };
  return dimsOf(layout, rank).flatMap(named);
}

function extentOf(part: string, shape: readonly number[], tile: number): number {
  if (part === 'inner') return tile;
  return part === 'outer' ? shape[1]! / tile : shape[Number(part)]!;
}

function reshaped(text: string, from: readonly number[], to: readonly number[]): string {
  return from.join() === to.join() ? text : `reshape(${text},${to.join()})`;
}
