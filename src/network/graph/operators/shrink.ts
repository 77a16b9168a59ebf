import type { Operator } from './operator.js';

/** Shrink: numbers beyond `lambd` on either side come nearer to zero by `bias`; the others are zero. */
export const shrink: Operator = {
  name: 'Shrink',
  inputs: [1, 1],
  normalise: (node) => {
    const { type } = node.type(0);
    const [bias, limit] = [node.number('bias', 0), node.number('lambd', 0.5)];
    const value = node.input(0);
    const isAbove = node.emit('Greater', [value, node.scalar(limit, type)]);
    const isBelow = node.emit('Less', [value, node.scalar(-limit, type)]);
    const lower = node.emit('Sub', [value, node.scalar(bias, type)]);
    const higher = node.emit('Add', [value, node.scalar(bias, type)]);
    const others = node.emit('Where', [isBelow, higher, node.scalar(0, type)]);
    return { op: 'Where', inputs: [isAbove, lower, others], attributes: {} };
  },
};
