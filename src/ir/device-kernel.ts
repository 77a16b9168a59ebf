/**
 * A generated kernel: source text and what its caller must know. The C ABI is the same for every operator:
 *
 *     void kernel(void *const *args, void *workspace);     // on the clock
 *     void pack(void *const *args, void *const *packed);   // off the clock; only if an input is packed
 *     void unpack(void *const *packed, void *const *args); // off the clock; only if the output is packed
 *
 * `args` holds the inputs in the operator's order and then the output, all row-major and 64-byte aligned. Where an
 * argument is packed (`packedBytes > 0`: a constant, or an activation whose layout is the kernel's to choose), `kernel`
 * must be given its packed form as `args[i]`: for inputs `pack` makes it, from `args[i]` into `packed[i]`; `unpack`
 * turns the packed output into the row-major one, from `packed[i]` into `args[i]`. `workspace` has `workspaceBytes`,
 * 64-byte aligned, contents undefined.
 *
 * Kernels of other backends are called in other ways, which their own types describe (`backend/cuda/cuda-kernel.ts`).
 */
import type { DType } from './tensor.js';

export interface DeviceKernel {
  /** What the source is written in, as a compiler's -x names it. */
  readonly language: string;
  readonly source: string;
  readonly args: readonly KernelArg[];
  readonly workspaceBytes: number;
}

export interface KernelArg {
  readonly name: string;
  readonly shape: readonly number[];
  readonly dtype: DType;
  readonly role: 'input' | 'output';
  /** Bytes of the packed form where this kernel takes the argument packed, otherwise 0. */
  readonly packedBytes: number;
  /** Bytes of an element of a packed input that has the argument's elements in their order; absent in other forms. */
  readonly packedElementBytes?: number;
  /** Of a reference's input: between which numbers it is drawn, where that is not as usual (`input-ranges.ts`). */
  readonly range?: readonly [low: number, high: number];
  /** Of a reference's output: the least that errors are relative to, where all may be small (`rounding.ts`). */
  readonly magnitude?: number;
  /** Of an output that is several arrays, one after the other: each is compared by its own magnitude. */
  readonly parts?: readonly OutputPart[];
}

/** A row-major array in an output. */
export interface OutputPart {
  readonly name: string;
  readonly shape: readonly number[];
}
