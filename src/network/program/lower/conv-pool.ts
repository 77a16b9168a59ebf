/** A convolution and the pool that reads it. */
import { numberOf } from '../../graph/operators/attributes.js';
import { windowOf } from '../../graph/operators/window.js';
import type { Graph, GraphNode } from '../../graph/graph.js';
import { readsWhole } from '../../../operator/epilogue.js';
import { findOperator } from '../../../operator/registry.js';
import type { Group } from '../group.js';
import type { KernelForm } from '../layer.js';
import { stepsOf, windowOptions } from './conv.js';
import { operandOf, tailOf } from './operands.js';

/**
 * Undefined of convolutions in groups, where the first adds more than numbers for each channel, and of pools with
 * dilations or whose means are of windows over the border.
 */
export function convPoolForm(first: Group, second: Group, graph: Graph): KernelForm | undefined {
  const between = stepsOf(first, graph);
  if (!isDense(first.anchor, graph) || between.some(({ step }) => readsWhole(step))) return undefined;
  const [data, weights] = first.anchor.inputs as [string, string];
  const { kernel, strides, dilations, pads } = windowOf(second.anchor);
  const isMean = second.anchor.op === 'AveragePool';
  if (dilations.some((dilation) => dilation > 1) || (isMean && pads.some((pad) => pad > 0))) return undefined;
  // A window that lies in the padding alone has no largest element.
  if (pads.some((pad, side) => pad >= kernel[side % 2]!)) return undefined;
  const options = {
    ...windowOptions(first.anchor, graph.values.get(data)!.shape),
    outChannels: `${graph.values.get(weights)!.shape[0]!}`,
    poolOp: isMean ? 'average' : 'max',
    poolKernel: kernel.join('x'),
    poolStride: strides.join('x'),
    poolPad: pads.join(),
    between: tailOf(between).epilogue,
    epilogue: tailOf(second.tail).epilogue,
    layout: 'any',
  };
  return {
    kind: 'kernel',
    workload: findOperator('conv_pool').workload(undefined, options),
    inputs: [{ value: data }, operandOf(weights, graph), ...tailOf(between).operands],
    layouts: undefined,
  };
}

/** Of images, with constant weights, in one group. */
function isDense(node: GraphNode, { values, constants }: Graph): boolean {
  const [data, weights] = node.inputs as [string, string];
  return values.get(data)!.shape.length === 4 && constants.has(weights) && numberOf(node, 'group') === 1;
}
