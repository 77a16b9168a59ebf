/**
 * A generated kernel: source text and what its caller must know. The C ABI is the same for every operator:
 *
 *     void kernel(void *const *args, void *workspace);   // on the clock
 *     void pack(void *const *args, void *const *packed); // once, off the clock; only if an argument is packed ahead
 *
 * `args` holds the inputs in the operator's order and then the output, all row-major and 64-byte aligned. Where an
 * argument is packed ahead (`packedBytes > 0`), `pack` reads the original from `args[i]` and writes `packed[i]`, and
 * `kernel` must be given the packed one as `args[i]`. `workspace` has `workspaceBytes`, 64-byte aligned, contents undefined.
 */
export interface Kernel {
  readonly language: 'c' | 'cuda';
  readonly source: string;
  readonly args: readonly KernelArg[];
  readonly workspaceBytes: number;
  /** Whether the source uses OpenMP (compile with -fopenmp). */
  readonly openmp: boolean;
}

export interface KernelArg {
  readonly name: string;
  readonly shape: readonly number[];
  readonly dtype: 'float32';
  readonly role: 'input' | 'output';
  /** Bytes of the packed form when the argument is a constant that this kernel packs ahead, otherwise 0. */
  readonly packedBytes: number;
}
