/** Conv and ConvTranspose, of one or two spatial axes, with any epilogue. */
import { numberOf, optionalNumbers } from '../../graph/operators/attributes.js';
import { asTwoAxes, heightAndWidth, windowOf } from '../../graph/operators/window.js';
import type { Graph, GraphNode } from '../../graph/graph.js';
import type { Group, TailStep } from '../tail.js';
import type { Form } from '../layer.js';
import { type Anchor, operandOf, kernelForm, multipliedBy } from './anchor.js';

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

/** The templates choose the layout of images, and of rows. */
function formOf(operator: string, group: Group, graph: Graph, own: Readonly<Record<string, string>>): Form {
  const { anchor } = group;
  const [data, weights] = anchor.inputs as [string, string];
  const rank = graph.values.get(data)!.shape.length;
  const steps = stepsOf(group, graph);
  const multiplied = multipliedBy(group, [{ value: data }, operandOf(weights, graph)], steps);
  const given = imageOptions(anchor, graph);
  const image = operator === 'conv2d' ? lyingDown(given) : given;
  const options = {
    ...image,
    ...borderIn(group, image),
    groups: `${numberOf(anchor, 'group')}`,
    ...own,
    ...multiplied.options,
    layout: 'any',
    constant: 'constant' in multiplied.inputs[1]! ? 'weights' : 'none',
  };
  const { inputs } = multiplied;
  return { ...kernelForm(operator, options, inputs, undefined), areRows: rank === 3 };
}

/** What follows the sums of a convolution: its own bias, then its tail. */
export function stepsOf({ anchor, tail }: Group, graph: Graph): readonly TailStep[] {
  const bias = anchor.inputs[2];
  return [...(bias === undefined ? [] : [{ step: 'bias', operand: operandOf(bias, graph) }]), ...tail];
}

/** Input and window of a convolution, as options of its operator. */
export function imageOptions(node: GraphNode, { values }: Graph): Record<string, string> {
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

/** A column of pixels is a row: tiles of templates lie along rows. Both are the same memory. */
function lyingDown(image: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const [top, left, bottom, right] = image['pad']!.split(',') as [string, string, string, string];
  const isColumn = image['width'] === '1' && image['kernel']!.endsWith('x1') && left === '0' && right === '0';
  if (!isColumn) return image;
  const along = (option: string): string => `1x${image[option]!.split('x')[0]!}`;
  return {
    ...image,
    ...{ height: '1', width: image['height']!, pad: `0,${top},0,${bottom}` },
    ...{ kernel: along('kernel'), stride: along('stride'), dilation: along('dilation') },
  };
}

/** The border of an image is what stands for 0 in it. */
function borderIn({ product }: Group, { pad }: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const isPadded = pad!.split(',').some((pixels) => Number(pixels) > 0);
  return product && isPadded ? { border: `${product.zero}` } : {};
}
