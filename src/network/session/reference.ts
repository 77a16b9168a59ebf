/** Inputs of a network, and what its outputs are then. */
import { elementsAsBytes, numbersFromBytes } from '../../elements/in-bytes.js';
import { elementType, isWhole } from '../../elements/registry.js';
import type { Random } from '../../space/random.js';
import { WorkError } from '../../target/errors.js';
import { interpretInTurns, type Interpreting } from '../graph/evaluate.js';
import type { Convolver } from '../graph/convolver.js';
import type { Graph, ValueType } from '../graph/graph.js';
import { sizeOf } from '../graph/operators/attributes.js';

/** The largest whole numbers that are drawn: those of the first range that leaves outputs which are numbers. */
const ranges = [255, 1, 0] as const;
/** Where no range does. */
const USUAL = 1;

/** Inputs of a network, and what it answers in double precision. */
export interface Answers {
  readonly inputs: readonly Float64Array[];
  readonly outputs: readonly Float64Array[];
}

/**
 * Random inputs, and what the model answers in double precision. Whole numbers may be indices, of which the model has
 * so many, or 0 and 1 of a mask: they are as large as leaves outputs that are numbers.
 */
export async function randomReference(graph: Graph, random: Random, convolver?: Convolver): Promise<Answers> {
  const answered = (largest: number) => answeredBy(graph, random, largest, convolver);
  const types = graph.inputs.map((value) => graph.values.get(value)!);
  const isDrawnSmaller = types.some(({ type }) => isWhole(type) && elementType(type).bytes > 1);
  if (!isDrawnSmaller) return answered(USUAL);
  let usual: Answers | undefined;
  for (const largest of ranges) {
    const found = await unlessRefused(answered(largest));
    if (found?.outputs.every((data) => data.every(Number.isFinite))) return found;
    if (largest === USUAL) usual = found;
  }
  return usual ?? answered(USUAL);
}

/** Functions of the user's may refuse numbers that are no indices, or go astray by them. */
export async function unlessRefused<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof WorkError) return undefined;
    throw error;
  }
}

async function answeredBy(
  graph: Graph,
  random: Random,
  largest: number,
  convolver: Convolver | undefined,
): Promise<Answers> {
  const inputs = graph.inputs.map((value) => numbersOf(graph.values.get(value)!, random, largest));
  return { inputs, outputs: await doubleOutputs(graph, inputs, { convolver }) };
}

/** What a model answers in double precision. Throws WorkError where a function of the user's refuses the inputs. */
export async function doubleOutputs(
  graph: Graph,
  inputs: readonly Float64Array[],
  options: Interpreting = {},
): Promise<readonly Float64Array[]> {
  const answers = await interpretInTurns(graph, new Map(graph.inputs.map((value, i) => [value, inputs[i]!])), options);
  return graph.outputs.map((value) => answers.get(value)!);
}

/** Random elements of a value: floats from -1 to 1, whole numbers from 0 on, bytes any. */
function numbersOf({ type: name, shape }: ValueType, random: Random, largest: number): Float64Array {
  const type = elementType(name);
  const [from, to] = type.kind !== 'whole' ? [0, 1] : type.bytes === 1 ? type.limits : [0, largest];
  const draw =
    type.kind === 'floating' ? () => 2 * random.float() - 1 : () => from + Math.floor(random.float() * (to - from + 1));
  const numbers = Float64Array.from({ length: sizeOf(shape) }, draw);
  return numbersFromBytes(elementsAsBytes(numbers, type), 0, numbers.length, type);
}
