import type { Target } from '../../target/target.js';
import type { LinkLine } from '../library/library.js';
import type { ProgramSet } from '../program/program.js';

/** Exports networks as libraries, for those who link them into programs of their own. */
export interface ExportProgram<T extends Target = Target> {
  /**
   * Throws InstantiationError for a config that cannot be built, WorkError where the weights cannot be packed on this
   * machine.
   */
  exportProgram(set: ProgramSet<T>, options: ProgramExport): Promise<ProgramLibrary>;
}

/** Where the packed weights of a library are: in its code, or in a file that it maps. */
export const weightsPlaces = ['embed', 'file'] as const;
export type WeightsPlace = (typeof weightsPlaces)[number];

export interface ProgramExport {
  /** What the self-test compares with: one of each program. */
  readonly references: readonly ProgramReference[];
  /** The largest error of an output, relative to its magnitude. */
  readonly tolerance: number;
  readonly weights: WeightsPlace;
}

/** Inputs of a network and what it must answer, in the order of its ports. */
export interface ProgramReference {
  readonly inputs: readonly ArrayLike<number>[];
  readonly outputs: readonly ArrayLike<number>[];
  /** Outputs that rounding decides, which are not compared. */
  readonly undecided?: ReadonlySet<number>;
}

/** A network as a library; sizes in bytes. */
export interface ProgramLibrary {
  /** Contents by the path in the library's folder. */
  readonly files: ReadonlyMap<string, string | Uint8Array>;
  /** How a program is built with it. */
  readonly link: LinkLine;
  /** How many distinct ones. */
  readonly kernels: number;
  readonly weights: number;
  /** Of the workspace of each program: what its kernel needs that needs most. */
  readonly scratch: readonly number[];
}
