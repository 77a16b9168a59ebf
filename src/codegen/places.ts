/** Where tensors live in a C kernel: arguments, slices of the workspace, or named variables that gcc keeps in registers. */
import type { Index } from '../ir/index.js';
import { add, scale, zero } from '../ir/index.js';
import { swizzled } from './swizzle.js';
import type { Swizzle } from './swizzle.js';

export type Place = Memory | Registers;

/** A row-major array behind a pointer, its chunks swizzled or not. */
export interface Memory {
  readonly kind: 'memory';
  readonly pointer: string;
  readonly strides: readonly number[];
  /** Whether a whole vector may be read where only part of it belongs to the tensor (workspace has room at its end). */
  readonly slack: boolean;
  readonly swizzle?: Swizzle | undefined;
  /** Where it is an array of matrix tiles, which `strides` count. */
  readonly fragment?: FragmentShape;
}

/**
 * A matrix tile that the lanes of a GPU's warp hold together, of the result or of the operand on one side of a product: the dimensions that run over its rows and
 * columns. An operand's rows are those along the result.
 */
export interface FragmentShape {
  readonly type: 'accumulator' | 'a' | 'b';
  readonly rows: number;
  readonly columns: number;
}

/** Variables `name_0, name_1, …`, each a vector of `lanes` floats along one dimension, or a scalar if lanes is 1. */
export interface Registers {
  readonly kind: 'registers';
  readonly name: string;
  readonly lanes: number;
  /** Strides in floats; the vectors' dimension is innermost, rounded up to whole vectors. */
  readonly strides: readonly number[];
  readonly count: number;
}

export function rowMajor(shape: readonly number[]): number[] {
  const strides = new Array<number>(shape.length).fill(1);
  for (let d = shape.length - 2; d >= 0; d--) strides[d] = strides[d + 1] * shape[d + 1];
  return strides;
}

/** Variables for a register tile whose vectors run along `dims`, outermost first. */
export function registers(name: string, shape: readonly number[], dims: readonly number[], lanes: number): Registers {
  const others = [...shape.keys()].filter((d) => !dims.includes(d));
  const along = elements(dims.map((d) => shape[d]));
  const padded = Math.ceil(along / lanes) * lanes;
  const strides: number[] = [];
  rowMajor([...others.map((d) => shape[d]), padded])
    .slice(0, -1)
    .forEach((stride, i) => (strides[others[i]] = stride));
  rowMajor(dims.map((d) => shape[d])).forEach((stride, i) => (strides[dims[i]] = stride));
  return { kind: 'registers', name, lanes, strides, count: (elements(others.map((d) => shape[d])) * padded) / lanes };
}

export function elements(shape: readonly number[]): number {
  return shape.reduce((n, extent) => n * extent, 1);
}

/** The offset of an element: row-major, with chunks swizzled where the place says so. */
export function offset(place: Place, indices: readonly Index[]): Index {
  const at = linearOffset(place, indices);
  return place.kind === 'memory' && place.swizzle ? swizzled(at, place.swizzle) : at;
}

/** The same as if nothing was swizzled. */
export function linearOffset({ strides }: Place, indices: readonly Index[]): Index {
  return indices.reduce((sum, index, d) => add(sum, scale(index, strides[d])), zero);
}
