/**
 * A CUDA kernel: functions for the device, launched one after the other (`launches`), which is what is on the clock.
 * All of them take the same parameters, pointers to device memory: the inputs in order, the output, `char *workspace`.
 * Packed arguments are as in `ir/device-kernel.ts`, with a function for each (`packs`, `unpack`), whose parameters are
 * the argument and its packed form, in the order in which it reads one and writes the other. Functions with TMA copies
 * take a map of each tensor (128 bytes, by value) after all others.
 */
import type { DeviceKernel } from '../../ir/device-kernel.js';

export interface CudaKernel extends DeviceKernel {
  readonly language: 'cuda';
  /** On the clock. */
  readonly launches: readonly Launch[];
  /** Off the clock: one for each packed input, in their order. */
  readonly packs?: readonly Launch[];
  /** Off the clock, where the output is packed. */
  readonly unpack?: Launch;
}

/** One `__global__` function and the blocks and threads that run it. */
export interface Launch {
  readonly name: string;
  readonly grid: Extents;
  readonly block: Extents;
  /** Dynamic shared memory of a block, in bytes; what is static is not counted. */
  readonly sharedBytes: number;
  /** What the function gets behind the workspace. */
  readonly maps?: readonly TensorMap[];
}

/**
 * A tensor of which the TMA copies tiles to shared memory: what the driver encodes as a CUtensorMap. Dimensions from
 * the outermost to the innermost.
 */
export interface TensorMap {
  /** Number of the argument that holds it; the workspace comes after all arguments. */
  readonly argument: number;
  /** Bytes of the argument before it. */
  readonly offset: number;
  readonly elementBytes: number;
  /** Of the tensor, which is row-major. */
  readonly shape: readonly number[];
  /** Elements of a tile (`boxDim`) in each dimension. */
  readonly box: readonly number[];
  /** Bytes of the rows that a tile is swizzled in: 32, 64, 128. */
  readonly swizzle: number;
}

/** x, y, z. */
export type Extents = readonly [number, number, number];
