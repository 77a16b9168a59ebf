import { axisOf } from './attributes.js';
import type { Operator, SourceNode } from './operator.js';
import { spatialOf } from './window.js';

/** Norms of the power `p`: that root of what `sum` makes of the powers of a value. */
export function norm(node: SourceNode, value: string, sum: (powers: string) => string): string {
  const p = node.number('p', 2);
  if (p === 1) return sum(node.emit('Abs', [value]));
  if (p === 2) return node.emit('Sqrt', [sum(node.emit('Mul', [value, value]))]);
  const { type } = node.typeOf(value);
  const powers = node.emit('Pow', [node.emit('Abs', [value]), node.scalar(p, type)]);
  return node.emit('Pow', [sum(powers), node.scalar(1 / p, type)]);
}

function normOver(node: SourceNode, axes: readonly number[]): string {
  return norm(node, node.input(0), (powers) => node.emit('ReduceSum', [powers], { axes }));
}

/** The least normal float. */
const LEAST = 2 ** -126;

export const norms: readonly Operator[] = [
  {
    name: 'GlobalLpPool',
    inputs: [1, 1],
    normalise: (node) => {
      const axes = spatialOf(node, 0).map((_, axis) => axis + 2);
      return { values: [normOver(node, axes)] };
    },
  },
  {
    name: 'LpNormalization',
    inputs: [1, 1],
    normalise: (node) => {
      const size = normOver(node, [axisOf(node, node.number('axis', -1), node.rank(0))]);
      // Zeros where the norm is zero.
      const divisor = node.emit('Clip', [size], { min: LEAST, max: Infinity });
      return { op: 'Div', inputs: [node.input(0), divisor], attributes: {} };
    },
  },
];
