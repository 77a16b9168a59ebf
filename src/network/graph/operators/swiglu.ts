import { sameShape, shapeText } from './attributes.js';
import type { Operator } from './operator.js';

/** SwiGLU: the Swish of the first input times the second. */
export const swiGlu: Operator = {
  name: 'SwiGLU',
  inputs: [2, 2],
  normalise: (node) => {
    const [gate, value] = [node.shape(0), node.shape(1)];
    if (!sameShape(gate, value)) node.invalid(`its inputs are ${shapeText(gate)} and ${shapeText(value)}`);
    const swish = node.emit('Swish', [node.input(0)], { alpha: node.number('alpha', 1) });
    return { op: 'Mul', inputs: [swish, node.input(1)], attributes: {} };
  },
};
