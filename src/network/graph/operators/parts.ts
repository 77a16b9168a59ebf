/** Values taken apart along an axis, and put together. */
import { int64 } from '../../../elements/int64.js';
import { valueType, type DType } from '../../../ir/tensor.js';
import { sizeOf } from './attributes.js';
import type { Emitter, SourceNode } from './operator.js';
import { reshaped } from './reshape.js';

/** A part of a value along an axis; the value itself where that is all of it. */
export function cut(node: Emitter, value: string, axis: number, start: number, size: number): string {
  const { shape } = node.typeOf(value);
  if (start === 0 && size === shape[axis]) return value;
  return node.emit('Slice', [value], {
    starts: shape.map((_, d) => (d === axis ? start : 0)),
    sizes: shape.with(axis, size),
    steps: shape.map(() => 1),
  });
}

/** What a value has for one place along an axis, which is gone then. */
export function at(node: SourceNode, value: string, place: number, axis = 0): string {
  const { shape } = node.typeOf(value);
  return reshaped(node, cut(node, value, axis, place, 1), shape.toSpliced(axis, 1));
}

/** Values of one shape beside each other, along an axis that they have not. */
export function stacked(node: SourceNode, values: readonly string[], axis = 0): string {
  const rows = values.map((value) => reshaped(node, value, node.typeOf(value).shape.toSpliced(axis, 0, 1)));
  return node.emit('Concat', rows, { axis });
}

/** Zeros of a type of floats. */
export function zerosOf(node: SourceNode, shape: readonly number[], type: DType = valueType): string {
  return node.constant({ type, shape, data: new Float32Array(sizeOf(shape)) });
}

/** 0, 1, ... along an axis in front of others of the extent 1, with which it broadcasts. */
export function counting(node: SourceNode, count: number, behind = 0): string {
  const data = Float64Array.from({ length: count }, (_, i) => i);
  return node.constant({ type: int64.name, shape: [count, ...new Array<number>(behind).fill(1)], data });
}

/** A value with as many places along an axis as are wanted: those that it lacks hold one number. */
export function extended(node: SourceNode, value: string, axis: number, extent: number, filled = 0): string {
  const { type, shape } = node.typeOf(value);
  const missing = extent - shape[axis]!;
  if (missing <= 0) return value;
  const rest = shape.with(axis, missing);
  node.checkSize(rest, type);
  const data = new Float32Array(sizeOf(rest)).fill(filled);
  return concatenated(node, [value, node.constant({ type, shape: rest, data })], axis);
}

/** Values behind each other along an axis; those without elements are left out. */
export function concatenated(node: SourceNode, values: readonly string[], axis: number): string {
  const whole = withElements(node, values);
  return whole.length === 1 ? whole[0]! : node.emit('Concat', whole, { axis });
}

/** Values that have elements, or all of them where none has. */
export function withElements(node: SourceNode, values: readonly string[]): readonly string[] {
  const whole = values.filter((value) => sizeOf(node.typeOf(value).shape) > 0);
  return whole.length === 0 ? values : whole;
}
