import type { ConstantTensor } from '../../onnx/model.js';
import type { Values } from './operator.js';
import { sizeOf, stridesOf } from './attributes.js';

/** ONNX's multidirectional broadcasting (numpy's); undefined where shapes do not go together. */
export function broadcastShape(shapes: readonly (readonly number[])[]): number[] | undefined {
  const rank = Math.max(0, ...shapes.map(({ length }) => length));
  const result = new Array<number>(rank).fill(1);
  for (const shape of shapes) {
    for (let axis = 0; axis < shape.length; axis++) {
      const extent = shape[axis]!;
      const at = rank - shape.length + axis;
      if (extent === 1) continue;
      if (result[at] !== 1 && result[at] !== extent) return undefined;
      result[at] = extent;
    }
  }
  return result;
}

/** Strides of a value that is read as one of a larger shape: 0 along axes that repeat it. */
export function broadcastStrides(shape: readonly number[], target: readonly number[]): number[] {
  const own = stridesOf(shape);
  const missing = target.length - shape.length;
  return target.map((_, axis) => (axis < missing || shape[axis - missing] === 1 ? 0 : own[axis - missing]!));
}

/** Calls `row(at, offsets)` for each row (last axis) of a shape: where it begins, there and in each operand. */
export function forRows(
  shape: readonly number[],
  strides: readonly (readonly number[])[],
  row: (at: number, offsets: Int32Array | Float64Array) => void,
): void {
  const total = sizeOf(shape);
  if (total === 0) return;
  const outer = shape.slice(0, -1);
  const length = shape.at(-1) ?? 1;
  const digits = new Float64Array(outer.length);
  const offsets = new Float64Array(strides.length);
  for (let at = 0; at < total; at += length) {
    row(at, offsets);
    for (let axis = outer.length - 1; axis >= 0; axis--) {
      digits[axis]!++;
      for (let operand = 0; operand < strides.length; operand++) offsets[operand]! += strides[operand]![axis]!;
      if (digits[axis]! < outer[axis]!) break;
      for (let operand = 0; operand < strides.length; operand++)
        offsets[operand]! -= strides[operand]![axis]! * digits[axis]!;
      digits[axis] = 0;
    }
  }
}

/** `f` of two values, element by element, in float64. */
export function mapPairs(
  shape: readonly number[],
  a: ConstantTensor,
  b: ConstantTensor,
  f: (x: number, y: number) => number,
): Float64Array {
  const out = new Float64Array(sizeOf(shape));
  const [left, right] = [broadcastStrides(a.shape, shape), broadcastStrides(b.shape, shape)];
  const length = shape.at(-1) ?? 1;
  const [stepLeft, stepRight] = [left.at(-1) ?? 0, right.at(-1) ?? 0];
  const [x, y] = [a.data, b.data];
  forRows(shape, [left, right], (at, offsets) => {
    let [i, j] = [offsets[0]!, offsets[1]!];
    for (let o = at; o < at + length; o++, i += stepLeft, j += stepRight) out[o] = f(x[i]!, y[j]!);
  });
  return out;
}

/** Elements at `offset` and by `strides` of a shape, in the type of the source. */
export function strided(data: Values, shape: readonly number[], strides: readonly number[], offset = 0): Values {
  const out = emptyLike(data, sizeOf(shape));
  const length = shape.at(-1) ?? 1;
  const step = strides.at(-1) ?? 0;
  forRows(shape, [strides], (at, offsets) => {
    let i = offset + offsets[0]!;
    for (let o = at; o < at + length; o++, i += step) out[o] = data[i]!;
  });
  return out;
}

/** The elements of a value that is read as one of a larger shape. */
export function expandedTo({ data, shape }: ConstantTensor, target: readonly number[]): Values {
  return strided(data, target, broadcastStrides(shape, target));
}

/** In float64, by a loop: `Float64Array.from` with a function takes ten times as long. */
export function mapped(data: Values, f: (x: number, index: number) => number): Float64Array {
  const out = new Float64Array(data.length);
  for (let index = 0; index < out.length; index++) out[index] = f(data[index]!, index);
  return out;
}

export function emptyLike(data: Values, size: number): Values {
  return data instanceof Float32Array ? new Float32Array(size) : new Float64Array(size);
}
