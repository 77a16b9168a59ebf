/** A depthwise convolution and the 1x1 convolution that reads it. */
import { numberOf } from '../../graph/operators/attributes.js';
import { windowOf } from '../../graph/operators/window.js';
import type { Graph, GraphNode } from '../../graph/graph.js';
import { readsWhole } from '../../../operator/epilogue.js';
import { findOperator } from '../../../operator/registry.js';
import type { Group } from '../group.js';
import type { KernelForm } from '../layer.js';
import { stepsOf, windowOptions } from './conv.js';
import { operandOf, tailOf } from './operands.js';

/** Undefined where they are none, or where the first adds more than numbers for each channel. */
export function separableForm(first: Group, second: Group, graph: Graph): KernelForm | undefined {
  if (!isDepthwise(first.anchor, graph) || !isPointwise(second.anchor, graph)) return undefined;
  const [between, behind] = [stepsOf(first, graph), stepsOf(second, graph)];
  if (between.some(({ step }) => readsWhole(step))) return undefined;
  const [data, weights] = first.anchor.inputs as [string, string];
  const [, filters] = second.anchor.inputs as [string, string];
  const options = {
    ...windowOptions(first.anchor, graph.values.get(data)!.shape),
    outChannels: `${graph.values.get(filters)!.shape[0]!}`,
    between: tailOf(between).epilogue,
    epilogue: tailOf(behind).epilogue,
    layout: 'any',
  };
  return {
    kind: 'kernel',
    workload: findOperator('separable').workload(undefined, options),
    inputs: [
      { value: data },
      operandOf(weights, graph),
      ...tailOf(between).operands,
      operandOf(filters, graph),
      ...tailOf(behind).operands,
    ],
    layouts: undefined,
  };
}

/** Of images, with constant weights: one kernel for each channel. */
function isDepthwise(node: GraphNode, { values, constants }: Graph): boolean {
  const [data, weights] = node.inputs as [string, string];
  const [, channels, ...pixels] = values.get(data)!.shape;
  const [outChannels] = values.get(weights)!.shape;
  const groups = numberOf(node, 'group');
  return pixels.length === 2 && constants.has(weights) && groups === channels && groups === outChannels;
}

/** Reads every pixel once, and no neighbours. */
function isPointwise(node: GraphNode, { constants }: Graph): boolean {
  const { kernel, strides, pads } = windowOf(node);
  const isOne = [...kernel, ...strides].every((extent) => extent === 1) && pads.every((pad) => pad === 0);
  return isOne && constants.has(node.inputs[1]!) && numberOf(node, 'group') === 1;
}
