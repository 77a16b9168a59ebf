/** Inputs of a network, and what its outputs are then. */
import type { ElementType } from '../../elements/element-type.js';
import { elementsAsBytes, numbersFromBytes } from '../../elements/in-bytes.js';
import { elementType } from '../../elements/registry.js';
import type { Random } from '../../space/random.js';
import { interpret } from '../graph/evaluate.js';
import type { Graph } from '../graph/graph.js';
import { sizeOf } from '../graph/operators/attributes.js';
import type { VerificationCase } from './built-library.js';

/** Random inputs, and what the model answers in double precision. */
export function randomReference(graph: Graph, random: Random): Omit<VerificationCase, 'folder'> {
  const given = new Map(
    graph.inputs.map((value) => {
      const { type, shape } = graph.values.get(value)!;
      const numbers = Float64Array.from({ length: sizeOf(shape) }, drawOf(elementType(type), random));
      return [value, asElements(numbers, elementType(type))];
    }),
  );
  const answers = interpret(graph, given);
  return {
    inputs: [...given.values()],
    outputs: graph.outputs.map((value) => answers.get(value)!),
  };
}

/** The numbers that elements of a type are. */
function asElements(numbers: Float64Array, type: ElementType): Float64Array {
  return numbersFromBytes(elementsAsBytes(numbers, type), 0, numbers.length, type);
}

/** Whole numbers are 0 and 1, which are masks, and indices of whatever has two elements; bytes are any. */
function drawOf({ kind, bytes, limits }: ElementType, random: Random): () => number {
  if (kind === 'floating') return () => 2 * random.float() - 1;
  const [least, largest] = kind === 'whole' && bytes === 1 ? limits : [0, 1];
  return () => least + Math.floor(random.float() * (largest - least + 1));
}
