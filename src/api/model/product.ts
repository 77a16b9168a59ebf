/** What becomes of a program: its library, where it is asked for, and its proofs. */
import { resolve } from 'node:path';
import { programLibrary } from '../../backend/cpu/program/library.js';
import type { ProgramLibrary } from '../../backend/program/library.js';
import { writeFolder } from '../../export/write-folder.js';
import { interpret } from '../../graph/interpret.js';
import { sizeOf } from '../../graph/operators/shape.js';
import { Random } from '../../space/random.js';
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
}

/** Throws WorkError where a library cannot be made or built, or not be written. */
export async function productOf(model: ModelPlan, { program }: Assembled, seed: number): Promise<Product> {
  const { out, force, cases, tolerance } = model;
  if (out === undefined && cases.length === 0) return { library: undefined, errors: [], seconds: undefined };
  const { inputs, outputs } = cases[0] ?? referenceOf(model, seed);
  const library = await programLibrary(program, { inputs, outputs, tolerance });
  if (out !== undefined) writeFolder(resolve(out), library.files, { force });
  if (cases.length === 0) return { library, errors: [], seconds: undefined };
  const built = await BuiltProgram.of(program.name, library.files);
  try {
    const errors = [];
    for (const one of cases) errors.push({ folder: one.folder, error: await built.errorOn(one) });
    return { library, errors, seconds: await built.seconds() };
  } finally {
    built.close();
  }
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
