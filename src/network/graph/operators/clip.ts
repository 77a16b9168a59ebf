import { numberOf } from './attributes.js';
import { mapped } from './mapped.js';
import { present, type Operator } from './operator.js';
import type { SourceNode } from './source-node.js';

/** Clip: `min` and `max` are attributes, infinite where there is none; bounds that are computed make Max and Min. */
export const clip: Operator = {
  name: 'Clip',
  inputs: [1, 3],
  normalise: (node) => {
    const [min, max] = [bound(node, 1, 'min', -Infinity), bound(node, 2, 'max', Infinity)];
    if (min !== undefined && max !== undefined)
      return { op: 'Clip', inputs: [node.input(0)], attributes: { min, max } };
    const lower = node.has(1) ? node.emit('Max', [node.input(0), node.input(1)]) : node.input(0);
    const upper = node.has(2) ? node.emit('Min', [lower, node.input(2)]) : lower;
    return { op: 'Identity', inputs: [upper], attributes: {} };
  },
  canonical: {
    infer: (_, inputs) => [present(inputs, 0)],
    evaluate: (node, [input]) => {
      const [min, max] = [numberOf(node, 'min'), numberOf(node, 'max')];
      return [mapped(input!.data, (x) => Math.min(Math.max(x, min), max))];
    },
  },
};

/** A bound if it is known; the widest float32 numbers, ONNX's old defaults, are none. */
function bound(node: SourceNode, index: number, name: string, none: number): number | undefined {
  const known = node.has(index) ? node.knownInput(index)?.data[0] : node.number(name, none);
  const widest = 3.4028e38;
  return known !== undefined && Math.abs(known) >= widest && Math.sign(known) === Math.sign(none) ? none : known;
}
