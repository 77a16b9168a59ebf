import type { GraphNode } from '../graph.js';
import { numberOf, numbersOf, textOf, sameShape } from '../operators/attributes.js';
import { spanOf, windowAttributes, windowOf } from '../operators/window.js';
import type { GraphEdit, Replacement, Rule } from './rule.js';

/** A Pad of spatial axes becomes padding of the convolution or pool that reads it, where that means the same. */
export const foldPad: Rule = (node, edit) => {
  const may = readers[node.op];
  const pad = may && edit.producer(node.inputs[0]!, 'Pad');
  if (pad === undefined || textOf(pad, 'mode') !== 'constant') return undefined;
  const pads = spatialPads(pad);
  if (pads === undefined || !may!(node, pad, edit)) return undefined;
  return padded(node, pad.inputs[0]!, pads);
};

/** Of each operator, when what it pads itself is what the Pad has put there. */
const readers: Readonly<Record<string, (node: GraphNode, pad: GraphNode, edit: GraphEdit) => boolean>> = {
  Conv: (_, pad) => numberOf(pad, 'value') === 0,
  AveragePool: (node, pad) =>
    numberOf(pad, 'value') === 0 &&
    (numberOf(node, 'count_include_pad') !== 0 || numbersOf(node, 'pads').every((amount) => amount === 0)) &&
    fitsKernel(node, pad),
  // The least of all numbers is never the largest, nor is 0 among what is not negative.
  MaxPool: (node, pad, edit) => {
    const value = numberOf(pad, 'value');
    const never = value < -3.4e38 || (value <= 0 && isNotNegative(pad.inputs[0]!, edit));
    return never && fitsKernel(node, pad);
  },
};

/** The pads of the last axes, if batch and channels have none. */
function spatialPads(pad: GraphNode): readonly number[] | undefined {
  const all = numbersOf(pad, 'pads');
  const rank = all.length / 2;
  if ([0, 1, rank, rank + 1].some((index) => all[index] !== 0)) return undefined;
  return [...all.slice(2, rank), ...all.slice(rank + 2)];
}

/** Every window holds an element of the input, as ONNX demands of the padding of pools. */
function fitsKernel(node: GraphNode, pad: GraphNode): boolean {
  const { kernel, dilations, pads } = windowOf(node);
  const more = spatialPads(pad)!;
  const dense = dilations.every((dilation) => dilation === 1);
  return dense && pads.every((own, index) => own + more[index]! < spanOf(kernel[index % kernel.length]!, 1));
}

function isNotNegative(value: string, edit: GraphEdit): boolean {
  if (edit.producer(value, 'Relu', 'Sigmoid', 'HardSigmoid', 'Softmax', 'Exp', 'Abs') !== undefined) return true;
  const clip = edit.producer(value, 'Clip');
  return clip !== undefined && numberOf(clip, 'min') >= 0;
}

function padded(node: GraphNode, input: string, more: readonly number[]): Replacement {
  const window = windowOf(node);
  const pads = window.pads.map((own, index) => own + more[index]!);
  const counted = node.op === 'AveragePool' ? { count_include_pad: 1 } : {};
  return {
    op: node.op,
    inputs: [input, ...node.inputs.slice(1)],
    attributes: { ...Object.fromEntries(node.attributes), ...windowAttributes({ ...window, pads }), ...counted },
  };
}

/** A pool whose one window is the whole input reduces its spatial axes. */
export const globalPools: Rule = (node, edit) => {
  if (node.op !== 'AveragePool' && node.op !== 'MaxPool') return undefined;
  const spatial = edit.shapeOf(node.inputs[0]!).slice(2);
  const whole = sameShape(numbersOf(node, 'kernel_shape'), spatial);
  const dense = numbersOf(node, 'dilations').every((dilation, axis) => dilation === 1 || spatial[axis] === 1);
  if (!whole || !dense || numbersOf(node, 'pads').some((pad) => pad !== 0)) return undefined;
  const axes = spatial.map((_, axis) => axis + 2);
  return { op: node.op === 'MaxPool' ? 'ReduceMax' : 'ReduceMean', inputs: node.inputs, attributes: { axes } };
};
