/** How far a built library is from outputs that were given. */
import { largestDifference } from '../compare/comparison.js';
import type { Graph } from '../graph/graph.js';
import type { BuiltLibrary, VerificationCase } from './built-library.js';
import { doubleOutputs } from './reference.js';
import { withConvolver } from './references.js';

export interface CaseError {
  readonly folder: string;
  /** The largest error, relative to max(|want|, rms(want)); NaN where an output is no number. */
  readonly error: number;
  /** Where that is too large: how far both sides are from the model in double precision. */
  readonly fromDoubles: { readonly ours: number; readonly given: number } | undefined;
}

export async function verifyCase(
  built: BuiltLibrary,
  one: VerificationCase,
  graph: Graph,
  tolerance: number,
): Promise<CaseError> {
  const { folder } = one;
  const error = await built.errorOn(one);
  if (error <= tolerance) return { folder, error, fromDoubles: undefined };
  const inputs = one.inputs.map((input) => Float64Array.from(input));
  const outputs = await withConvolver(graph, (convolver) => doubleOutputs(graph, inputs, convolver));
  const given = one.outputs.map((output, i) => largestDifference(Float64Array.from(output), outputs[i]!));
  return { folder, error, fromDoubles: { ours: await built.errorOn({ ...one, outputs }), given: Math.max(...given) } };
}
