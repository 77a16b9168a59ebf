/**
 * A generated kernel: source text and what its caller must know. The C ABI is the same for every operator:
 *
 *     void kernel(void *const *args, void *workspace);     // on the clock
 *     void pack(void *const *args, void *const *packed);   // off the clock; only if an input is packed
 *     void unpack(void *const *packed, void *const *args); // off the clock; only if the output is packed
 *
 * `args` holds the inputs in the operator's order and then the output, all row-major and 64-byte aligned. Where an argument is
 * packed (`packedBytes > 0`: a constant, or an activation whose layout is the kernel's to choose), `kernel` must be given its packed form as `args[i]`:
 * for inputs `pack` makes it, from `args[i]` into `packed[i]`; the packed output is turned into the row-major one by `unpack`, from `packed[i]` into
 * `args[i]`. `workspace` has `workspaceBytes`, 64-byte aligned, contents undefined.
 *
 * A CUDA kernel is functions for the device instead, launched one after the other (`launches`), which is what is on the clock. All of them take the
 * same parameters, pointers to device memory: the inputs in order, the output, `char *workspace`. Packed arguments are as above, with a function
 * for each (`packs`, `unpack`), whose parameters are the argument and its packed form, in the order in which it reads one and writes the other. Functions
 * that copy boxes take a map of each tensor (128 bytes, by value) after all others.
 */
import type { DType } from '../ir/tensor.js';

export interface Kernel {
  readonly language: 'c' | 'cuda';
  readonly source: string;
  readonly args: readonly KernelArg[];
  readonly workspaceBytes: number;
  /** Whether the source uses OpenMP (compile with -fopenmp). */
  readonly openmp: boolean;
  /** Of a CUDA kernel, on the clock. */
  readonly launches?: readonly Launch[];
  /** Of a CUDA kernel, off the clock: one for each packed input, in their order. */
  readonly packs?: readonly Launch[];
  /** Of a CUDA kernel whose output is packed, off the clock. */
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

/** A tensor of which boxes are copied to shared memory: what the driver encodes as a CUtensorMap. Dimensions from the outermost to the innermost. */
export interface TensorMap {
  /** Number of the argument. */
  readonly argument: number;
  readonly elementBytes: number;
  /** Of the tensor, which is row-major. */
  readonly shape: readonly number[];
  /** Elements of a box in each dimension. */
  readonly box: readonly number[];
  /** Bytes of the rows that a box is swizzled in: 32, 64, 128. */
  readonly swizzle: number;
}

/** x, y, z. */
export type Extents = readonly [number, number, number];

export interface KernelArg {
  readonly name: string;
  readonly shape: readonly number[];
  readonly dtype: DType;
  readonly role: 'input' | 'output';
  /** Bytes of the packed form where this kernel takes the argument packed, otherwise 0. */
  readonly packedBytes: number;
}
