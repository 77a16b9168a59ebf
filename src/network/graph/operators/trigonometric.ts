import type { RealFunction } from '../../../ir/procedure/value.js';
import { ofElements } from './by-procedure.js';
import type { Operator } from './operator.js';

/** A function of real numbers, element by element. */
function trigonometric(name: string): Operator {
  return {
    name,
    inputs: [1, 1],
    normalise: (node) => ({ op: name, inputs: node.inputs, attributes: {} }),
    canonical: ofElements((x, p) => x.function(name.toLowerCase() as RealFunction).to(p.output().kind)),
  };
}

export const trigonometrics: readonly Operator[] = [
  ...['Sin', 'Cos', 'Tan', 'Asin', 'Acos', 'Atan', 'Sinh', 'Cosh', 'Asinh', 'Acosh', 'Atanh'].map(trigonometric),
];
