/** How far a built library is from outputs that were given. */
import { largestDifference } from '../compare/comparison.js';
import type { Convolver } from '../graph/convolver.js';
import type { Graph } from '../graph/graph.js';
import type { BuiltLibrary, VerificationCase } from './built-library.js';
import { doubleOutputs, unlessRefused } from './reference.js';
import { withConvolver } from './references.js';

export interface CaseError {
  readonly folder: string;
  /** The largest error, relative to max(|want|, rms(want)); NaN where an output is no number. */
  readonly error: number;
  /**
   * Where that is too large: the same of both sides against the model in double precision; undefined where a function
   * of the user's refuses the inputs there.
   */
  readonly againstFloat64: { readonly library: number; readonly given: number } | undefined;
}

/** Runs a library on the inputs of a case. Where it is off, the model in double precision says which side is. */
export async function verifyCase(
  built: BuiltLibrary,
  one: VerificationCase,
  graph: Graph,
  tolerance: number,
): Promise<CaseError> {
  const { folder } = one;
  const error = await built.errorOn(one);
  if (error <= tolerance) return { folder, error, againstFloat64: undefined };
  const outputs = await withConvolver(graph, (convolver) => unlessRefused(interpreted(graph, one, convolver)));
  if (!outputs) return { folder, error, againstFloat64: undefined };
  const given = one.outputs.map((output, i) => largestDifference(Float64Array.from(output), outputs[i]!));
  const library = await built.errorOn({ ...one, outputs });
  return { folder, error, againstFloat64: { library, given: Math.max(...given) } };
}

function interpreted(
  graph: Graph,
  { inputs }: VerificationCase,
  convolver: Convolver | undefined,
): Promise<readonly Float64Array[]> {
  const numbers = inputs.map((input) => Float64Array.from(input));
  return doubleOutputs(graph, numbers, { convolver });
}
