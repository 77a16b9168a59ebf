import { sizeOf } from './attributes.js';
import { withInputs, type Operator, type SourceNode } from './operator.js';
import { averageOf, wholeWindow } from './pools.js';
import { pooledByAxes } from './window.js';

/** The root of the sum of powers in each window: by their mean. */
export const lpPool: Operator = {
  name: 'LpPool',
  inputs: [1, 1],
  normalise: (node) => {
    const [p, window] = [node.number('p', 2), wholeWindow(node)];
    const powers = withInputs(node, [power(node, node.emit('Abs', [node.input(0)]), p)]);
    const mean = pooledByAxes(powers, [window], (value, [part]) => averageOf(value, part!, true));
    const means = node.emit(mean.op, mean.inputs, mean.attributes);
    const sums = node.emit('Mul', [means, node.scalar(sizeOf(window.kernel), node.type(0).type)]);
    return { op: 'Identity', inputs: [power(node, sums, 1 / p)], attributes: {} };
  },
};

function power(node: SourceNode, value: string, exponent: number): string {
  if (exponent === 1) return value;
  if (exponent === 2) return node.emit('Mul', [value, value]);
  if (exponent === 0.5) return node.emit('Sqrt', [value]);
  return node.emit('Pow', [value, node.scalar(exponent, node.typeOf(value).type)]);
}
