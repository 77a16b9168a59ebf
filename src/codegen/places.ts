/**
 * Where tensors live in generated text: arrays behind a pointer, or named variables that the compiler keeps in
 * registers.
 */
import { InstantiationError } from '../ir/errors.js';
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
  const strides: number[] = [];
  let stride = 1;
  for (const extent of shape.toReversed()) {
    strides.unshift(stride);
    stride *= extent;
  }
  return strides;
}

/** Each is a variable of its own; no machine has a hundredth of them. */
const MOST_REGISTERS = 2 ** 16;

/**
 * Variables for a register tile whose vectors run along `dims`, outermost first. Throws InstantiationError for a tile
 * that no machine has registers for.
 */
export function registers(name: string, shape: readonly number[], dims: readonly number[], lanes: number): Registers {
  const extents = (of: readonly number[]): number[] => of.map((d) => shape.at(d)!);
  const others = [...shape.keys()].filter((d) => !dims.includes(d));
  const padded = Math.ceil(elements(extents(dims)) / lanes) * lanes;
  const between = rowMajor([...extents(others), padded]);
  const within = rowMajor(extents(dims));
  const strides = [...shape.keys()].map((d) =>
    dims.includes(d) ? within.at(dims.indexOf(d))! : between.at(others.indexOf(d))!,
  );
  const count = (elements(extents(others)) * padded) / lanes;
  if (count > MOST_REGISTERS)
    throw new InstantiationError(
      `${name} takes ${count} registers, more than the ${MOST_REGISTERS} allowed: use smaller tiles`,
    );
  return { kind: 'registers', name, lanes, strides, count };
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
  return indices.reduce((sum, index, d) => add(sum, scale(index, strides.at(d)!)), zero);
}
