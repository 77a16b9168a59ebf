import type { ConstantTensor } from '../../onnx/model.js';
import { alongFirst } from './counted-rows.js';
import { isWorthwhile, type Convolver } from '../convolver.js';
import type { GraphNode, ValueType } from '../graph.js';
import { numberOf, sameShape, shapeText, sizeOf } from './attributes.js';
import { type Draft, present, type InputType, type Operator, type Canonical, type SourceNode } from './operator.js';
import { invalid } from './errors.js';
import {
  asAxis,
  asChannels,
  windowAlong,
  asTwoAxes,
  heightAndWidth,
  insideRange,
  outputExtents,
  resolvedWindow,
  spatialOf,
  windowAttributes,
  windowOf,
  type Window,
} from './window.js';

/** Conv: data N x C x (H x) W, weights K x C/group x (R x) S, bias K; kernel, strides, dilations, pads, group. */
export const conv: Operator = {
  name: 'Conv',
  inputs: [2, 3],
  normalise: (node) =>
    convolved(node, node.input(0), node.input(1), resolvedWindow(node, kernelOf(node), spatialOf(node, 0))),
  canonical: {
    carriesCount: alongFirst,
    infer,
    work: (_, inputs) => sizeOf(present(inputs, 1).shape.slice(1)),
    evaluate: convolve,
  },
};

/** More than two spatial axes are two, with the others among images and channels. */
function convolved(node: SourceNode, data: string, weights: string, window: Window): Draft {
  const attributes = { ...windowAttributes(window), group: node.number('group', 1) };
  if (window.kernel.length <= 2) return { op: 'Conv', inputs: [data, weights, node.inputs[2]], attributes };
  const [batch, , depth] = node.typeOf(data).shape;
  const along = windowAlong(window, 0, 1);
  const [kernel, stride, dilation, pad] = [along.kernel[0]!, along.strides[0]!, along.dilations[0]!, along.pads[0]!];
  const [outputs] = outputExtents(node, along, [depth!]);
  const at = (output: number, weight: number): number => output * stride + weight * dilation - pad;
  const [outChannels, inGroup, , ...rest] = node.typeOf(weights).shape;
  const flat = node.emit('Reshape', [weights], { shape: [outChannels!, inGroup! * kernel, ...rest] });
  const images = asChannels(node, data, { outputs: outputs!, kernel, at });
  return asAxis(node, convolved(node, images, flat, windowAlong(window, 1)), batch!);
}

/** The kernel's extents, which the weights have; an attribute must agree. */
export function kernelOf(node: SourceNode): readonly number[] {
  const kernel = node.shape(1).slice(2);
  const written = node.optionalNumbers('kernel_shape');
  if (written !== undefined && !sameShape(written, kernel))
    node.invalid(`its kernel_shape is ${shapeText(written)} and its weights are ${shapeText(node.shape(1))}`);
  return kernel;
}

/** `fits`: whether the channels of data and weights go together in whole groups. `outputs`: channels. */
export function checkOperands(node: GraphNode, inputs: readonly InputType[], outputs: number, fits: boolean): void {
  const [data, weights, bias] = inputs;
  const group = numberOf(node, 'group');
  if (!Number.isInteger(group) || group < 1 || !fits)
    invalid(
      node,
      `data of ${shapeText(data!.shape)} and weights of ${shapeText(weights!.shape)} do not go together in ${group} groups`,
    );
  if (bias !== undefined && !sameShape(bias.shape, [outputs]))
    invalid(node, `its bias is ${shapeText(bias.shape)}, and ${outputs} elements are needed`);
}

function infer(node: GraphNode, inputs: readonly InputType[]): ValueType[] {
  const [data, weights] = [present(inputs, 0), present(inputs, 1)];
  const group = numberOf(node, 'group');
  const [channels, outputs] = [data.shape[1]!, weights.shape[0]!];
  checkOperands(node, inputs, outputs, channels === weights.shape[1]! * group && outputs % group === 0);
  const spatial = outputExtents(node, windowOf(node), data.shape.slice(2));
  return [{ type: data.type, shape: [data.shape[0]!, outputs, ...spatial] }];
}

function convolve(...[node, inputs, [output], convolver]: Parameters<Canonical['evaluate']>): Float64Array[] {
  const [data, weights, bias] = inputs;
  const [height, width] = heightAndWidth(data!.shape);
  const [outHeight, outWidth] = heightAndWidth(output!.shape);
  const [inPlane, plane] = [height * width, outHeight * outWidth];
  const multiplications = sizeOf(output!.shape) * sizeOf(weights!.shape.slice(1));
  const moved = [data!, weights!, output!].reduce((sum, { shape }) => sum + sizeOf(shape), 0);
  if (convolver && isWorthwhile(multiplications, moved))
    return [convolvedBy(convolver, node, data!, weights!, bias, output!.shape)];
  const taps = tapsOf(asTwoAxes(windowOf(node)), [height, width], [outHeight, outWidth]);
  const [batch, outChannels] = [output!.shape[0]!, output!.shape[1]!];
  const [channels, inGroup] = [data!.shape[1]!, weights!.shape[1]!];
  const outGroup = outChannels / numberOf(node, 'group');
  const x = data!.data instanceof Float64Array ? data!.data : new Float64Array(data!.data);
  const w = weights!.data;
  const out = new Float64Array(sizeOf(output!.shape));
  for (let row = 0; row < batch * outChannels; row++) {
    const [image, k] = [Math.floor(row / outChannels), row % outChannels];
    if (bias !== undefined) out.fill(bias.data[k]!, row * plane, (row + 1) * plane);
    const firstChannel = image * channels + Math.floor(k / outGroup) * inGroup;
    for (let c = 0; c < inGroup; c += AT_ONCE) {
      const some = Math.min(AT_ONCE, inGroup - c);
      taps.forEach((tap, index) => {
        const factors = Float64Array.from({ length: some }, (_, i) => w[(k * inGroup + c + i) * taps.length + index]!);
        addScaled(out, row * plane, x, (firstChannel + c) * inPlane, inPlane, factors, tap);
      });
    }
  }
  return [out];
}

function convolvedBy(
  convolver: Convolver,
  node: GraphNode,
  data: ConstantTensor,
  weights: ConstantTensor,
  bias: ConstantTensor | undefined,
  shape: readonly number[],
): Float64Array {
  const { kernel, strides, dilations, pads } = asTwoAxes(windowOf(node));
  const [groups, [images, outputs]] = [numberOf(node, 'group'), shape as [number, number]];
  const pair = ([y, x]: readonly number[]): readonly [number, number] => [y!, x!];
  const out = convolver.convolve(
    {
      ...{ images, groups, channels: weights.shape[1]!, outputs: outputs / groups },
      ...{ input: heightAndWidth(data.shape), output: heightAndWidth(shape), kernel: pair(kernel) },
      ...{ strides: pair(strides), dilations: pair(dilations), pads: pair(pads) },
    },
    new Float64Array(weights.data),
    new Float64Array(data.data),
  );
  const plane = out.length / images / outputs;
  return bias ? out.map((sum, at) => sum + bias.data[Math.floor(at / plane) % outputs]!) : out;
}

/** Channels whose products are added to an output together: it is loaded and stored once for all of them. */
const AT_ONCE = 4;

/**
 * Where the products of each weight of a kernel of two axes lie, row by row, as lines of elements: in a plane of the
 * input (`from`), and in one of the output (`to`).
 */
export function tapsOf(
  { kernel, strides, dilations, pads }: Window,
  [height, width]: readonly [number, number],
  [outHeight, outWidth]: readonly [number, number],
) {
  return Array.from({ length: kernel[0]! * kernel[1]! }, (_, index) => {
    const offsetY = Math.floor(index / kernel[1]!) * dilations[0]! - pads[0]!;
    const offsetX = (index % kernel[1]!) * dilations[1]! - pads[1]!;
    const [fromY, toY] = insideRange(outHeight, height, strides[0]!, offsetY);
    const [fromX, toX] = insideRange(outWidth, width, strides[1]!, offsetX);
    return {
      lines: toY - fromY,
      length: toX - fromX,
      from: (fromY * strides[0]! + offsetY) * width + fromX * strides[1]! + offsetX,
      fromStep: strides[0]! * width,
      stride: strides[1]!,
      to: fromY * outWidth + fromX,
      toStep: outWidth,
    };
  });
}

export type Tap = ReturnType<typeof tapsOf>[number];

/** The inner loops by themselves: all of the time is spent here, and V8 makes the most of a small function. */
function addScaled(
  out: Float64Array,
  outAt: number,
  x: Float64Array,
  inAt: number,
  inPlane: number,
  factors: Float64Array,
  tap: Tap,
): void {
  const { lines, length, stride, fromStep, toStep } = tap;
  let [from, to] = [inAt + tap.from, outAt + tap.to];
  if (factors.length < AT_ONCE) {
    for (let line = 0; line < lines; line++, from += fromStep, to += toStep)
      for (let c = 0; c < factors.length; c++) {
        let i = from + c * inPlane;
        for (let o = to; o < to + length; o++, i += stride) out[o] = out[o]! + factors[c]! * x[i]!;
      }
    return;
  }
  const [a, b, c, d] = [factors[0]!, factors[1]!, factors[2]!, factors[3]!];
  for (let line = 0; line < lines; line++, from += fromStep, to += toStep) {
    let i = from;
    for (let o = to; o < to + length; o++, i += stride)
      out[o] = out[o]! + a * x[i]! + b * x[i + inPlane]! + c * x[i + 2 * inPlane]! + d * x[i + 3 * inPlane]!;
  }
}
