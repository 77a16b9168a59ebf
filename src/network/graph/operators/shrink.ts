import type { Operator } from './operator.js';

/** Elements moved towards zero by `bias`, and zero up to `lambd`. */
export const shrink: Operator = {
  name: 'Shrink',
  inputs: [1, 1],
  normalise: (node) => {
    const [x, { type }] = [node.input(0), node.type(0)];
    const [bias, lambd] = [node.number('bias', 0), node.number('lambd', 0.5)];
    const scalar = (value: number): string => node.scalar(value, type);
    const isAbove = node.emit('Greater', [x, scalar(lambd)]);
    const isBelow = node.emit('Less', [x, scalar(-lambd)]);
    const below = node.emit('Where', [isBelow, node.emit('Add', [x, scalar(bias)]), scalar(0)]);
    return { op: 'Where', inputs: [isAbove, node.emit('Sub', [x, scalar(bias)]), below], attributes: {} };
  },
};
