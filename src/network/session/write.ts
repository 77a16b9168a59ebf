/** Last step: the library of a program, where it is asked for, and its proofs. */
import { resolve } from 'node:path';
import type { ProgramLibrary } from '../../backend/capabilities/export-program.js';
import type { Program } from '../../backend/program/program.js';
import { Scratch } from '../../measure/scratch.js';
import { isLarge } from '../graph/evaluate.js';
import type { Graph } from '../graph/graph.js';
import { compareNetwork } from '../compare/compare.js';
import type { NetworkToCompare } from '../compare/comparison.js';
import { writeFolder } from '../../backend/library/write-folder.js';
import { Random } from '../../space/random.js';
import type { BuiltProgram } from './build.js';
import { BuiltLibrary, type VerificationCase } from './built-library.js';
import { NativeConvolver } from './native-convolver.js';
import { randomReference } from './reference.js';
import type { ProgramPlan } from './plan.js';
import type { OnnxProgram } from './read.js';
import { type CompareRow, numberOrNull } from '../compare/compare-row.js';

export interface WrittenProgram {
  readonly library: ProgramLibrary | undefined;
  /** The largest error of each case. */
  readonly errors: readonly { readonly folder: string; readonly error: number }[];
  /** Median seconds of a call, where it was built. */
  readonly seconds: number | undefined;
  readonly compared: CompareRow | undefined;
}

export const nothingWritten: WrittenProgram = {
  library: undefined,
  errors: [],
  seconds: undefined,
  compared: undefined,
};

export interface WriteOptions {
  readonly seed: number;
  readonly threads: number;
  readonly runtime: string | undefined;
  readonly signal: AbortSignal;
}

/** Throws WorkError where a library cannot be made or built, or not be written. */
export async function writeProgram(
  plan: ProgramPlan,
  { program, layers }: BuiltProgram,
  options: WriteOptions,
): Promise<WrittenProgram> {
  const { out, force, cases, tolerance, compare } = plan;
  if (out === undefined && cases.length === 0 && !compare) return nothingWritten;
  const reference = cases[0] ?? (await referenceOf(plan.program.graph, new Random(options.seed)));
  const { exporter } = plan.program.programTarget;
  const library = await exporter.exportProgram(program, { ...reference, tolerance });
  if (out !== undefined) writeFolder(resolve(out), library.files, { force });
  if (cases.length === 0 && !compare) return { ...nothingWritten, library };
  const built = await BuiltLibrary.of(program, library.files, options.signal);
  try {
    const errors = [];
    for (const one of cases) errors.push({ folder: one.folder, error: await built.errorOn(one) });
    const compared = await compareBuilt(options, plan.program, { ...program, layers }, built, reference);
    return { library, errors, seconds: await built.seconds(), compared };
  } finally {
    built.close();
  }
}

async function referenceOf(graph: Graph, random: Random): Promise<Omit<VerificationCase, 'folder'>> {
  const scratch = new Scratch();
  try {
    return randomReference(graph, random, isLarge(graph) ? await NativeConvolver.open(scratch) : undefined);
  } finally {
    scratch.close();
  }
}

async function compareBuilt(
  { threads, runtime, signal }: WriteOptions,
  { path, nodes, fixed }: OnnxProgram,
  { name, inputs, outputs, calls, layers }: Program & Pick<BuiltProgram, 'layers'>,
  built: BuiltLibrary,
  reference: Omit<VerificationCase, 'folder'>,
): Promise<CompareRow | undefined> {
  if (runtime === undefined) return undefined;
  const network: NetworkToCompare = {
    ...{ name, nodes, layers, inputs, fixed, outputs, threads },
    ...{ folder: built.folder, model: path, data: reference.inputs, calls: calls.map(({ layer }) => layer) },
  };
  const compared = await compareNetwork(network, { runtime, signal });
  return { ...compared, largest_error: numberOrNull(await built.errorOn(reference)) };
}
