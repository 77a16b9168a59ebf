/** Last step: the library of the programs, where it is asked for, and its proofs. */
import { resolve } from 'node:path';
import type { ProgramLibrary, ProgramReference } from '../../backend/capabilities/export-program.js';
import { compareNetwork } from '../compare/compare.js';
import type { NetworkToCompare } from '../compare/comparison.js';
import { writeFolder } from '../../backend/library/write-folder.js';
import type { BuiltProgram, BuiltPrograms, UsedKernel } from './build.js';
import { isKernelCall, type Call } from '../../backend/program/program.js';
import { BuiltLibrary, type ProgramCase } from './built-library.js';
import { kernelKey, labelledName } from './network-layer.js';
import type { ProgramPlan } from './plan.js';
import type { OnnxProgram } from './read.js';
import { type CompareRow, numberOrNull } from '../compare/compare-row.js';
import type { Runtime } from '../compare/runtime.js';
import { type CaseError, verifyCase } from './verify.js';

export interface WrittenLibrary {
  readonly library: ProgramLibrary | undefined;
  /** Of each case. */
  readonly errors: readonly CaseError[];
  /** Of each program, where the library was built; empty elsewhere. */
  readonly programs: readonly MeasuredProgram[];
}

interface MeasuredProgram {
  /** Median seconds of a call. */
  readonly seconds: number;
  readonly compared: CompareRow | undefined;
}

export const nothingWritten: WrittenLibrary = { library: undefined, errors: [], programs: [] };

export interface WriteOptions {
  /** Inputs and outputs of each program, as it should have them. */
  readonly references: () => Promise<readonly ProgramReference[]>;
  readonly threads: number;
  /** That a network is compared with; none: it is not. */
  readonly runtimes: readonly Runtime[];
  readonly signal: AbortSignal;
}

/** Throws WorkError where a library cannot be made or built, or not be written. */
export async function writeLibrary(
  plan: ProgramPlan,
  { set, programs }: BuiltPrograms,
  options: WriteOptions,
): Promise<WrittenLibrary> {
  const { out, force, cases, tolerance, toleranceOfCases, weights } = plan;
  const isRun = cases.length > 0 || options.runtimes.length > 0;
  if (out === undefined && !isRun) return nothingWritten;
  const references = await options.references();
  const { exporter } = plan.programs[0]!.programTarget;
  const library = await exporter.exportProgram(set, { references, tolerance, weights });
  if (out !== undefined) writeFolder(resolve(out), library.files, { force });
  if (!isRun) return { ...nothingWritten, library };
  const built = await BuiltLibrary.of(set, library.files, { signal: options.signal });
  try {
    const errors: CaseError[] = [];
    for (const one of cases)
      errors.push(await verifyCase(built, one, plan.programs[one.program]!.graph, toleranceOfCases));
    const measured: MeasuredProgram[] = [];
    for (const [place, program] of programs.entries()) {
      const own = { ...references[place]!, program: place };
      const compared = await compareBuilt(options, plan.programs[place]!, program, built, own);
      measured.push({ seconds: await built.seconds(place), compared });
    }
    return { library, errors, programs: measured };
  } finally {
    built.close();
  }
}

async function compareBuilt(
  { threads, runtimes, signal }: WriteOptions,
  { path, nodes, fixed, label }: OnnxProgram,
  { program: { inputs, outputs, calls }, layers, kernels }: BuiltProgram,
  built: BuiltLibrary,
  reference: ProgramCase,
): Promise<CompareRow | undefined> {
  if (runtimes.length === 0) return undefined;
  const aloneOf = secondsAlone(kernels);
  const network: NetworkToCompare = {
    ...{ name: labelledName(built.name, label), nodes, layers, inputs, fixed, outputs, threads },
    ...{ folder: built.folder, shape: reference.program, model: path, data: reference.inputs },
    calls: calls.map((call) => ({ layer: call.layer, alone: aloneOf(call) })),
  };
  const compared = await compareNetwork(network, { runtimes, signal });
  return { ...compared, largest_error: numberOrNull(await built.errorOn(reference)) };
}

/** Seconds of a call's kernel by itself; undefined where no trial of this machine measured it. */
function secondsAlone(kernels: readonly UsedKernel[]): (call: Call) => number | undefined {
  const best = new Map(kernels.map(({ kernel }) => [kernelKey(kernel), kernel.best?.seconds]));
  return (call) => (isKernelCall(call) ? best.get(kernelKey(call)) : undefined);
}
