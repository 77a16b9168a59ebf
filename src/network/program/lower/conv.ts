/** Conv and ConvTranspose, of one or two spatial axes, with any epilogue. */
import { numberOf, optionalNumbers } from '../../graph/operators/attributes.js';
import { asTwoAxes, heightAndWidth, windowOf } from '../../graph/operators/window.js';
import type { Graph, GraphNode } from '../../graph/graph.js';
import type { Group, TailStep } from '../tail.js';
import type { Form, KernelForm, Operand } from '../layer.js';
import { type Anchor, operandOf, tailOf, kernelForm, allIn, multipliedBy, type Multiplied } from './anchor.js';
import { readsWhole } from '../../../operator/epilogue.js';

export const conv: Anchor = {
  tail: 'anything',
  channel: () => 1,
  forms: (group, { graph }) => {
    const outChannels = graph.values.get(group.anchor.inputs[1]!)!.shape[0]!;
    return [formOf('conv2d', group, graph, { outChannels: `${outChannels}` })];
  },
};

export const convTranspose: Anchor = {
  tail: 'anything',
  channel: () => 1,
  forms: (group, { graph }) => {
    const { anchor } = group;
    const outChannels = graph.values.get(anchor.inputs[1]!)!.shape[1]! * numberOf(anchor, 'group');
    const [last, first = 0] = (optionalNumbers(anchor, 'output_padding') ?? [0]).toReversed();
    const own = { outChannels: `${outChannels}`, outputPadding: `${first}x${last!}` };
    return [formOf('conv2d_transpose', group, graph, own)];
  },
};

/** Of images with rows the templates choose the layout; of rows alone it is that of ONNX. */
function formOf(operator: string, group: Group, graph: Graph, own: Readonly<Record<string, string>>): Form {
  const { anchor } = group;
  const [data, weights] = anchor.inputs as [string, string];
  const isImage = graph.values.get(data)!.shape.length === 4;
  const steps = stepsOf(group, graph);
  const multiplied = multipliedIn(group, [{ value: data }, operandOf(weights, graph)], steps);
  const options = {
    ...imageOptions(anchor, graph),
    groups: `${numberOf(anchor, 'group')}`,
    ...own,
    ...multiplied.options,
    layout: isImage ? 'any' : 'NCHW',
    constant: 'constant' in multiplied.inputs[1]! ? 'weights' : 'none',
  };
  const { inputs } = multiplied;
  return kernelForm(operator, options, inputs, isImage ? undefined : allIn('NCHW', inputs));
}

/** What follows the sums of a convolution: its own bias, then its tail. */
function stepsOf({ anchor, tail }: Group, graph: Graph): readonly TailStep[] {
  const bias = anchor.inputs[2];
  return [...(bias === undefined ? [] : [{ step: 'bias', operand: operandOf(bias, graph) }]), ...tail];
}

/** Input and window of a convolution, as options of its operator. */
function imageOptions(node: GraphNode, { values }: Graph): Record<string, string> {
  const { shape } = values.get(node.inputs[0]!)!;
  return { batch: `${shape[0]!}`, inChannels: `${shape[1]!}`, ...windowOptions(node, shape) };
}

export function windowOptions(node: GraphNode, shape: readonly number[]): Record<string, string> {
  const { kernel, strides, dilations, pads } = asTwoAxes(windowOf(node));
  const [height, width] = heightAndWidth(shape);
  return {
    ...{ height: `${height}`, width: `${width}`, pad: pads.join() },
    ...{ kernel: kernel.join('x'), stride: strides.join('x'), dilation: dilations.join('x') },
  };
}

type PairForm = (first: Group, second: Group, graph: Graph) => KernelForm | undefined;

const pairs: Readonly<Record<string, PairForm>> = {
  'Conv Conv': separableForm,
  'Conv MaxPool': convPoolForm,
  'Conv AveragePool': convPoolForm,
};

export const pairForm: PairForm = (first, second, graph) =>
  pairs[`${first.anchor.op} ${second.anchor.op}`]?.(first, second, graph);

/** What the first convolution says of both; undefined where it adds more than numbers for each channel. */
function firstOf(first: Group, graph: Graph) {
  const steps = stepsOf(first, graph);
  if (first.product || steps.some(({ step }) => readsWhole(step))) return undefined;
  const [data, weights] = first.anchor.inputs as [string, string];
  const { epilogue: between, operands } = tailOf(steps);
  return {
    options: { ...imageOptions(first.anchor, graph), between, layout: 'any' },
    inputs: [{ value: data }, operandOf(weights, graph), ...operands],
  };
}

/** The border of an image is what stands for 0 in it. */
function multipliedIn(group: Group, operands: readonly [Operand, Operand], steps: readonly TailStep[]): Multiplied {
  const multiplied = multipliedBy(group, operands, steps);
  const { product } = group;
  return product ? { ...multiplied, options: { ...multiplied.options, border: `${product.zero}` } } : multiplied;
}

function separableForm(first: Group, second: Group, graph: Graph): KernelForm | undefined {
  if (!isDepthwise(first.anchor, graph) || !isPointwise(second.anchor, graph)) return undefined;
  const both = firstOf(first, graph);
  const filters = second.anchor.inputs[1]!;
  const { epilogue, operands } = tailOf(stepsOf(second, graph));
  const own = { outChannels: `${graph.values.get(filters)!.shape[0]!}`, epilogue };
  const inputs = [operandOf(filters, graph), ...operands];
  return both && kernelForm('separable', { ...both.options, ...own }, [...both.inputs, ...inputs], undefined);
}

function isDepthwise(node: GraphNode, { values, constants }: Graph): boolean {
  const [data, weights] = node.inputs as [string, string];
  const [, channels, ...pixels] = values.get(data)!.shape;
  const [outChannels] = values.get(weights)!.shape;
  const groups = numberOf(node, 'group');
  return pixels.length === 2 && constants.has(weights) && groups === channels && groups === outChannels;
}

function isPointwise(node: GraphNode, { constants }: Graph): boolean {
  const { kernel, strides, pads } = windowOf(node);
  const isOne = [...kernel, ...strides].every((extent) => extent === 1) && pads.every((pad) => pad === 0);
  return isOne && constants.has(node.inputs[1]!) && numberOf(node, 'group') === 1;
}

/** Undefined of convolutions in groups, and of pools with dilations or whose means are of windows over the border. */
function convPoolForm(first: Group, second: Group, graph: Graph): KernelForm | undefined {
  const both = firstOf(first, graph);
  if (!both || !isDense(first.anchor, graph)) return undefined;
  const { kernel, strides, dilations, pads } = windowOf(second.anchor);
  const isMean = second.anchor.op === 'AveragePool';
  if (dilations.some((dilation) => dilation > 1) || (isMean && pads.some((pad) => pad > 0))) return undefined;
  // A window that lies in the padding alone has no largest element.
  if (pads.some((pad, side) => pad >= kernel[side % 2]!)) return undefined;
  const own = {
    outChannels: `${graph.values.get(first.anchor.inputs[1]!)!.shape[0]!}`,
    poolOp: isMean ? 'average' : 'max',
    poolKernel: kernel.join('x'),
    poolStride: strides.join('x'),
    poolPad: pads.join(),
    epilogue: tailOf(second.tail).epilogue,
  };
  return kernelForm('conv_pool', { ...both.options, ...own }, both.inputs, undefined);
}

function isDense(node: GraphNode, { values, constants }: Graph): boolean {
  const [data, weights] = node.inputs as [string, string];
  return values.get(data)!.shape.length === 4 && constants.has(weights) && numberOf(node, 'group') === 1;
}
