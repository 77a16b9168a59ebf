import { sizeOf } from './attributes.js';
import { norm } from './norms.js';
import { withInputs, type Operator } from './operator.js';
import { averageOf, wholeWindow } from './pools.js';
import { pooledByAxes } from './window.js';

/** The root of the sum of powers in each window: by their mean. */
export const lpPool: Operator = {
  name: 'LpPool',
  inputs: [1, 1],
  normalise: (node) => {
    const window = wholeWindow(node);
    const root = norm(node, node.input(0), (powers) => {
      const own = withInputs(node, [powers]);
      const mean = pooledByAxes(own, [window], (value, [part]) => averageOf(value, part!, true));
      const means = node.emit(mean.op, mean.inputs, mean.attributes);
      return node.emit('Mul', [means, node.scalar(sizeOf(window.kernel), node.type(0).type)]);
    });
    return { values: [root] };
  },
};
