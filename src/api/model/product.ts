/** What becomes of a program: its library, where it is asked for, and its proofs. */
import { resolve } from 'node:path';
import type { ProgramLibrary } from '../../backend/capabilities/export-program.js';
import type { Program } from '../../backend/program/program.js';
import { compareNetwork } from '../../network/compare/compare.js';
import type { NetworkToCompare } from '../../network/compare/comparison.js';
import { writeFolder } from '../../backend/library/write-folder.js';
import { interpret } from '../../network/graph/interpret.js';
import { sizeOf } from '../../network/graph/operators/shape.js';
import { Random } from '../../space/random.js';
import type { JudgedComparison } from '../compare-row.js';
import type { Assembled } from './assemble.js';
import { BuiltProgram } from './built.js';
import type { Case } from './cases.js';
import type { ModelPlan } from './plan.js';

/** What was made of a program. */
export interface Product {
  readonly library: ProgramLibrary | undefined;
  /** The largest error of each case. */
  readonly errors: readonly { readonly folder: string; readonly error: number }[];
  /** Median seconds of a call, where it was built. */
  readonly seconds: number | undefined;
  readonly compared: JudgedComparison | undefined;
}

/** Of a run that was interrupted, and where nothing is asked for. */
export const noProduct: Product = { library: undefined, errors: [], seconds: undefined, compared: undefined };

export interface ProductOptions {
  readonly seed: number;
  readonly threads: number;
  /** The folder that has ONNX Runtime, where that is compared with. */
  readonly runtime: string | undefined;
  readonly signal: AbortSignal;
}

/** Throws WorkError where a library cannot be made or built, or not be written. */
export async function productOf(
  model: ModelPlan,
  { program, layers }: Assembled,
  options: ProductOptions,
): Promise<Product> {
  const { out, force, cases, tolerance, compare } = model;
  if (out === undefined && cases.length === 0 && !compare) return noProduct;
  const reference = cases[0] ?? referenceOf(model, options.seed);
  const { exporter } = model.model.programTarget;
  const library = await exporter.exportProgram(program, { ...reference, tolerance });
  if (out !== undefined) writeFolder(resolve(out), library.files, { force });
  if (cases.length === 0 && !compare) return { ...noProduct, library };
  const built = await BuiltProgram.of(program.name, library.files, options.signal);
  try {
    const errors = [];
    for (const one of cases) errors.push({ folder: one.folder, error: await built.errorOn(one) });
    const compared = await comparedWith(options, model, { ...program, layers }, built, reference);
    return { library, errors, seconds: await built.seconds(), compared };
  } finally {
    built.close();
  }
}

async function comparedWith(
  { threads, runtime, signal }: ProductOptions,
  { model: { path, nodes } }: ModelPlan,
  { name, inputs, outputs, calls, layers }: Program & Pick<Assembled, 'layers'>,
  built: BuiltProgram,
  reference: Omit<Case, 'folder'>,
): Promise<JudgedComparison | undefined> {
  if (runtime === undefined) return undefined;
  const network: NetworkToCompare = {
    folder: built.folder,
    data: reference.inputs,
    name,
    model: path,
    nodes,
    layers,
    inputs,
    outputs,
    calls: calls.map(({ layer }) => layer),
    threads,
  };
  const compared = await compareNetwork(network, { runtime, signal });
  return { ...compared, largestError: await built.errorOn(reference) };
}

/** Random inputs, and what the model answers in double precision. */
function referenceOf({ model: { graph } }: ModelPlan, seed: number): Omit<Case, 'folder'> {
  const random = new Random(seed);
  const given = new Map(
    graph.inputs.map((value) => {
      const floats = sizeOf(graph.values.get(value)!.shape);
      return [value, Float32Array.from({ length: floats }, () => 2 * random.float() - 1)];
    }),
  );
  const answers = interpret(graph, given);
  return {
    inputs: [...given.values()],
    outputs: graph.outputs.map((value) => Float32Array.from(answers.get(value)!)),
  };
}
