import type { DType } from '../../ir/tensor.js';
import type { Target } from '../../target/target.js';
import type { ExportProgram } from '../capabilities/export-program.js';
import { backendNamed, parseTarget } from '../registry.js';
import { requireCapability } from '../require-capability.js';

/** A target, and what exports networks for it: whoever makes a network's library has one. */
export interface ProgramTarget<T extends Target = Target> {
  readonly target: T;
  readonly exporter: ExportProgram<T>;
}

/** Reads a target as `parseTarget` does. Throws UsageError for a kind that no network is exported for, too. */
export function parseProgramTarget(text: string, threads?: number, ...types: readonly DType[]): ProgramTarget {
  const exporter = requireCapability(backendNamed(text), 'exportProgram', 'library of a network');
  return { target: parseTarget(text, threads, ...types), exporter };
}
