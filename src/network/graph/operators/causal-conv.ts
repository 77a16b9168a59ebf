import { shapeText } from './attributes.js';
import type { Operator, SourceNode } from './operator.js';
import { concatenated, cut } from './parts.js';

/** CausalConvWithState: a depthwise convolution behind what came last (batch x channels x kernel - 1), or zeros. */
export const causalConvWithState: Operator = {
  name: 'CausalConvWithState',
  inputs: [2, 4],
  outputs: 2,
  normalise: (node) => {
    const [data, weights] = [node.shape(0), node.shape(1)];
    const [channels, , kernel] = weights as [number, number, number];
    if (data.length !== 3 || weights.length !== 3 || channels !== data[1])
      node.invalid(`its input is ${shapeText(data)}, and its weights are ${shapeText(weights)}`);
    const behind = padded(node, kernel - 1);
    const attributes = { strides: [1], dilations: [1], pads: [0, 0], kernel_shape: [kernel], group: channels };
    const sums = node.emit('Conv', [behind, node.input(1), node.inputs[2]], attributes);
    const activation = node.text('activation', 'none');
    if (!['none', 'silu', 'swish'].includes(activation)) node.invalid(`its activation is "${activation}"`);
    const output = activation === 'none' ? sums : node.emit('Swish', [sums], { alpha: 1 });
    return { values: [output, cut(node, behind, 2, data[2]!, kernel - 1)] };
  },
};

function padded(node: SourceNode, length: number): string {
  if (node.has(3)) return concatenated(node, [node.input(3), node.input(0)], 2);
  return node.emit('Pad', [node.input(0)], { pads: [0, 0, length, 0, 0, 0], mode: 'constant', value: 0 });
}
