import { isValueType, type DType } from '../../../ir/tensor.js';
import type { Attribute, ConstantTensor } from '../../onnx/model.js';
import { invalid } from './errors.js';

export interface Attributed {
  readonly name: string;
  readonly op: string;
  readonly attributes: ReadonlyMap<string, Attribute>;
}

/** A number, or what stands for it where it is left out; without that it must be there. */
export function numberOf(node: Attributed, name: string, otherwise?: number): number {
  const value = node.attributes.get(name) ?? otherwise;
  return typeof value === 'number' ? value : invalid(node, `its attribute ${name} is not a number`);
}

export function textOf(node: Attributed, name: string, otherwise?: string): string {
  const value = node.attributes.get(name) ?? otherwise;
  return typeof value === 'string' ? value : invalid(node, `its attribute ${name} is not a text`);
}

/** Numbers, or undefined where they are left out. */
export function optionalNumbers(node: Attributed, name: string): readonly number[] | undefined {
  const value = node.attributes.get(name);
  if (value === undefined) return undefined;
  if (!Array.isArray(value) || !value.every((entry) => typeof entry === 'number'))
    invalid(node, `its attribute ${name} is not a list of numbers`);
  return value;
}

export function numbersOf(node: Attributed, name: string): readonly number[] {
  return optionalNumbers(node, name) ?? invalid(node, `its attribute ${name} is missing`);
}

export function sizeOf(shape: readonly number[]): number {
  return shape.reduce((product, extent) => product * extent, 1);
}

/** Distance of neighbours along each axis, row-major, in elements. */
export function stridesOf(shape: readonly number[]): number[] {
  const strides = new Array<number>(shape.length);
  let stride = 1;
  for (let axis = shape.length - 1; axis >= 0; axis--) {
    strides[axis] = stride;
    stride *= shape[axis]!;
  }
  return strides;
}

export function sameShape(a: readonly number[], b: readonly number[]): boolean {
  return a.length === b.length && a.every((extent, axis) => extent === b[axis]);
}

/** An axis that may be counted from the end, from 0 to `rank - 1`. */
export function axisOf(node: Attributed, axis: number, rank: number): number {
  const counted = axis < 0 ? axis + rank : axis;
  if (!Number.isInteger(axis) || counted < 0 || counted >= rank)
    invalid(node, `axis ${axis} is not one of ${rank === 0 ? 'a scalar' : `${rank} axes`}`);
  return counted;
}

/** Axes as `axisOf`, in rising order, each once. */
export function axesOf(node: Attributed, axes: readonly number[], rank: number): number[] {
  const counted = axes.map((axis) => axisOf(node, axis, rank)).sort((a, b) => a - b);
  if (counted.some((axis, index) => axis === counted[index - 1])) invalid(node, 'an axis is named twice');
  return counted;
}

/** "1x3x224x224", or "scalar". */
export function shapeText(shape: readonly number[]): string {
  return shape.length === 0 ? 'scalar' : shape.join('x');
}

/** Product of the extents from one axis to before another: what lies outside, along and inside of an axis. */
export function around(shape: readonly number[], axis: number): { outer: number; extent: number; inner: number } {
  return { outer: sizeOf(shape.slice(0, axis)), extent: shape[axis]!, inner: sizeOf(shape.slice(axis + 1)) };
}

/** Elements as a constant, in the array that values of its type have. */
export function tensorOf(type: DType, shape: readonly number[], data: ArrayLike<number>): ConstantTensor {
  return { type, shape, data: isValueType(type) ? new Float32Array(data) : new Float64Array(data) };
}
