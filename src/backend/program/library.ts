/** What a backend makes of a network for those who link it into programs of their own. */

/** Inputs of a network and what it must answer, in the order of its ports. */
export interface ProgramReference {
  readonly inputs: readonly Float32Array[];
  readonly outputs: readonly Float32Array[];
  /** The largest error of an output, relative to its magnitude. */
  readonly tolerance: number;
}

/** Sizes in bytes. */
export interface ProgramLibrary {
  /** Contents by the path in the library's folder. */
  readonly files: ReadonlyMap<string, string | Uint8Array>;
  /** How many distinct ones. */
  readonly kernels: number;
  readonly weights: number;
  /** Of the workspace: what layers hand on, and what the kernel needs that needs most. */
  readonly arena: number;
  readonly scratch: number;
}
