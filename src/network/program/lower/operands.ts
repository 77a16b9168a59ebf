/** What kernels are given, of nodes and their tails. */
import type { Graph } from '../../graph/graph.js';
import type { Operand } from '../layer.js';
import type { TailStep } from '../tail.js';

/** A value of a graph as an argument: constants as numbers. */
export function operandOf(value: string, { constants }: Graph): Operand {
  const constant = constants.get(value);
  return constant ? { constant } : { value };
}

/** Steps as `--epilogue` has them, and what they read, in their order. */
export function tailOf(steps: readonly TailStep[]): { epilogue: string; operands: readonly Operand[] } {
  return {
    epilogue: steps.map(({ step }) => step).join() || 'none',
    operands: steps.flatMap(({ operand }) => (operand ? [operand] : [])),
  };
}
