/** Bringing a value from one layout into another: a workload of `elementwise`. */
import { findOperator } from '../../operator/registry.js';
import type { Workload } from '../../operator/operator.js';
import type { PackedDim } from '../../ir/layout.js';
import { blockOf, dimsOf, shapeIn, type Layout } from './layout.js';

/** `shape`: of the value, as ONNX has it. */
export function conversionWorkload(shape: readonly number[], from: Layout, to: Layout): Workload {
  const [a, b] = [blockOf(from), blockOf(to)];
  const isByNchw = a !== undefined && b !== undefined && a !== b;
  const expression = isByNchw ? moved(moved('a', shape, from, 'NCHW'), shape, 'NCHW', to) : moved('a', shape, from, to);
  return findOperator('elementwise').workload(undefined, { inputs: shapeIn(from, shape).join('x'), expression });
}

/** Blocks of one size at most. */
function moved(text: string, shape: readonly number[], from: Layout, to: Layout): string {
  const tile = blockOf(from) ?? blockOf(to) ?? 1;
  const [source, result] = [apart(from, tile), apart(to, tile)];
  const extents = (parts: readonly string[]): number[] => parts.map((part) => extentOf(part, shape, tile));
  const opened = reshaped(text, shapeIn(from, shape), extents(source));
  const permuted = `transpose(${opened},${result.map((part) => source.indexOf(part)).join()})`;
  return reshaped(permuted, extents(result), shapeIn(to, shape));
}

export function copyWorkload(floats: number): Workload {
  return findOperator('elementwise').workload(undefined, { inputs: `${floats}`, expression: 'a' });
}

/** The dimensions of memory with channels in blocks, whether the layout has any or not. */
function apart(layout: Layout, tile: number): readonly string[] {
  const named = (d: PackedDim): string[] => {
    if (typeof d !== 'number') return [d.part];
    return d === 1 && tile > 1 ? ['outer', 'inner'] : [`${d}`];
  };
  return dimsOf(layout, 4).flatMap(named);
}

function extentOf(part: string, shape: readonly number[], tile: number): number {
  if (part === 'inner') return tile;
  return part === 'outer' ? shape[1]! / tile : shape[Number(part)]!;
}

function reshaped(text: string, from: readonly number[], to: readonly number[]): string {
  return from.join() === to.join() ? text : `reshape(${text},${to.join()})`;
}
