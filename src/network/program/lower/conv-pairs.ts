/** Convolutions in a row, and one with the pool behind it, that one kernel may compute. */
import { numberOf } from '../../graph/operators/attributes.js';
import { windowOf } from '../../graph/operators/window.js';
import type { Graph, GraphNode } from '../../graph/graph.js';
import { readsWhole } from '../../../operator/epilogue.js';
import type { Group } from '../tail.js';
import type { KernelForm } from '../layer.js';
import { kernelForm, operandOf, tailOf } from './anchor.js';
import { imageOptions, stepsOf } from './conv.js';

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

export function separableForm(first: Group, second: Group, graph: Graph): KernelForm | undefined {
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

export function isPointwise(node: GraphNode, { constants }: Graph): boolean {
  const { kernel, strides, pads } = windowOf(node);
  const isOne = [...kernel, ...strides].every((extent) => extent === 1) && pads.every((pad) => pad === 0);
  return isOne && constants.has(node.inputs[1]!) && numberOf(node, 'group') === 1;
}

/** Undefined of convolutions in groups, and of pools with dilations or whose means are of windows over the border. */
export function convPoolForm(first: Group, second: Group, graph: Graph): KernelForm | undefined {
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
