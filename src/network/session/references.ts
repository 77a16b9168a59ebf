/** What programs of a library are checked with. */
import type { ProgramReference } from '../../backend/capabilities/export-program.js';
import { Scratch } from '../../measure/scratch.js';
import { Random } from '../../space/random.js';
import { MissingError } from '../../target/errors.js';
import type { Convolver } from '../graph/convolver.js';
import { isLarge } from '../graph/evaluate.js';
import type { Graph } from '../graph/graph.js';
import { NativeConvolver } from './native-convolver.js';
import type { ProgramPlan } from './plan.js';
import type { OnnxProgram } from './read.js';
import { randomReference } from './reference.js';
import { undecidedOutputs } from './undecided.js';

/** Of each program a given case, or random inputs with outputs in double precision; computed when first asked for. */
export function referencesFor(
  { programs, cases, tolerance }: Pick<ProgramPlan, 'programs' | 'cases' | 'tolerance'>,
  seed: number,
): () => Promise<readonly ProgramReference[]> {
  const compute = async (): Promise<readonly ProgramReference[]> => {
    const random = new Random(seed);
    const references: ProgramReference[] = [];
    for (const [place, program] of programs.entries())
      references.push(cases.find((one) => one.program === place) ?? (await referenceOf(program, random, tolerance)));
    return references;
  };
  let known: Promise<readonly ProgramReference[]> | undefined;
  return () => (known ??= compute());
}

function referenceOf(program: OnnxProgram, random: Random, tolerance: number): Promise<ProgramReference> {
  const { graph } = program;
  return withConvolver(graph, async (convolver) => {
    const reference = await randomReference(graph, random, convolver);
    return { ...reference, undecided: await undecidedOutputs(program, reference, tolerance, convolver) };
  });
}

/** What an interpreter of a graph does, which convolves natively where that is worth a start. */
export async function withConvolver<T>(
  graph: Graph,
  act: (convolver: Convolver | undefined) => Promise<T>,
): Promise<T> {
  const scratch = new Scratch();
  try {
    return await act(isLarge(graph) ? await openUnlessMissing(scratch) : undefined);
  } finally {
    scratch.close();
  }
}

/** Undefined without a compiler: JavaScript takes longer. */
function openUnlessMissing(scratch: Scratch): Promise<Convolver | undefined> {
  return NativeConvolver.open(scratch).catch((error: unknown) => {
    if (error instanceof MissingError) return undefined;
    throw error;
  });
}
