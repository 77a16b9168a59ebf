import type { RealFunction } from '../../../ir/procedure/value.js';
import { byProcedure } from './by-procedure.js';
import { present, type Operator } from './operator.js';

/** A function of real numbers, element by element. */
function trigonometric(name: string): Operator {
  return {
    name,
    inputs: [1, 1],
    normalise: (node) => ({ op: name, inputs: node.inputs, attributes: {} }),
    canonical: byProcedure({
      infer: (_, inputs) => [present(inputs, 0)],
      define: (p) => {
        const data = p.input(0);
        p.loop(data.elements, (i) => {
          const result = data.load(i).function(name.toLowerCase() as RealFunction);
          p.store(p.output(), i, result.to(p.output().kind));
        });
      },
    }),
  };
}

export const trigonometrics: readonly Operator[] = [
  ...['Sin', 'Cos', 'Tan', 'Asin', 'Acos', 'Atan', 'Sinh', 'Cosh', 'Asinh', 'Acosh', 'Atanh'].map(trigonometric),
];
