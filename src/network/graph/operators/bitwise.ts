import type { Value } from '../../../ir/procedure/value.js';
import { broadcastShape } from './broadcast.js';
import { shapeText, textOf } from './attributes.js';
import { byProcedure, ofElements, storeBroadcast } from './by-procedure.js';
import { invalid } from './errors.js';
import { present, type Canonical, type Operator } from './operator.js';
import type { GraphNode } from '../graph.js';

type Bits = (x: Value, y: Value, node: GraphNode) => Value;

/** Pairs of elements that broadcast. */
export function ofPairs(of: Bits): Canonical {
  return byProcedure({
    infer: (node, inputs) => {
      const [a, b] = [present(inputs, 0), present(inputs, 1)];
      const shape = broadcastShape([a.shape, b.shape]);
      if (shape === undefined) invalid(node, `${shapeText(a.shape)} and ${shapeText(b.shape)} do not broadcast`);
      return [{ type: a.type, shape }];
    },
    define: (p, node) => {
      storeBroadcast(p, (x, y) => of(x, y, node));
    },
  });
}

function bitwise(name: string, of: Bits): Operator {
  return {
    name,
    inputs: [2, 2],
    normalise: (node) => ({ op: name, inputs: node.inputs, attributes: {} }),
    canonical: ofPairs(of),
  };
}

const bitShift: Operator = {
  name: 'BitShift',
  inputs: [2, 2],
  normalise: (node) => {
    const direction = node.text('direction');
    if (direction !== 'LEFT' && direction !== 'RIGHT') node.invalid(`its direction is "${direction}"`);
    return { op: 'BitShift', inputs: node.inputs, attributes: { direction } };
  },
  canonical: ofPairs((x, y, node) => (textOf(node, 'direction') === 'LEFT' ? x.shiftedLeft(y) : x.shiftedRight(y))),
};

const bitwiseNot: Operator = {
  name: 'BitwiseNot',
  inputs: [1, 1],
  normalise: (node) => ({ op: 'BitwiseNot', inputs: node.inputs, attributes: {} }),
  canonical: ofElements((x) => x.bitXor(-1)),
};

export const bitwiseOperators: readonly Operator[] = [
  bitwise('BitwiseAnd', (x, y) => x.bitAnd(y)),
  bitwise('BitwiseOr', (x, y) => x.bitOr(y)),
  bitwise('BitwiseXor', (x, y) => x.bitXor(y)),
  bitwiseNot,
  bitShift,
];
