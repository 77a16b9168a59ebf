import type { Target } from '../../target/target.js';
import type { Program } from '../program/program.js';

/** Exports networks as libraries, for those who link them into programs of their own. */
export interface ExportProgram<T extends Target = Target> {
  /**
   * Throws InstantiationError for a config that cannot be built, WorkError where the weights cannot be packed on this
   * machine.
   */
  exportProgram(program: Program<T>, reference: ProgramReference): Promise<ProgramLibrary>;
}

/** Inputs of a network and what it must answer, in the order of its ports. */
export interface ProgramReference {
  readonly inputs: readonly ArrayLike<number>[];
  readonly outputs: readonly ArrayLike<number>[];
  /** The largest error of an output, relative to its magnitude. */
  readonly tolerance: number;
}

/** A network as a library; sizes in bytes. */
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
