import type { ConstantTensor } from '../../onnx/model.js';
import type { GraphNode, ValueType } from '../graph.js';
import { numberOf } from './attributes.js';
import { invalid } from './errors.js';
import { present, type InputType, type Operator } from './operator.js';
import { sameShape, shapeText, sizeOf } from './shape.js';
import type { SourceNode } from './source-node.js';
import {
  asTwoAxes,
  heightAndWidth,
  insideRange,
  outputExtents,
  resolvedWindow,
  spatialOf,
  windowAttributes,
  windowOf,
} from './window.js';

/** Conv: data N x C x (H x) W, weights K x C/group x (R x) S, bias K; kernel, strides, dilations, pads, group. */
export const conv: Operator = {
  name: 'Conv',
  inputs: [2, 3],
  normalise: (node) => ({
    op: 'Conv',
    inputs: node.inputs,
    attributes: {
      ...windowAttributes(resolvedWindow(node, kernelOf(node), spatialOf(node, 0))),
      group: node.number('group', 1),
    },
  }),
  canonical: {
    infer,
    work: (_, inputs) => sizeOf(present(inputs, 1).shape.slice(1)),
    evaluate: (node, [data, weights, bias], [output]) => [convolve(node, data!, weights!, bias, output!)],
  },
};

/** The kernel's extents, which the weights tell; an attribute must agree. */
export function kernelOf(node: SourceNode): readonly number[] {
  const kernel = node.shape(1).slice(2);
  const written = node.optionalNumbers('kernel_shape');
  if (written !== undefined && !sameShape(written, kernel))
    node.invalid(`its kernel_shape is ${shapeText(written)} and its weights are ${shapeText(node.shape(1))}`);
  return kernel;
}

export function checkBias(node: GraphNode, inputs: readonly InputType[], channels: number): void {
  const bias = inputs[2];
  if (bias !== undefined && !sameShape(bias.shape, [channels]))
    invalid(node, `its bias is ${shapeText(bias.shape)}, and ${channels} elements are needed`);
}

function infer(node: GraphNode, inputs: readonly InputType[]): ValueType[] {
  const [data, weights] = [present(inputs, 0), present(inputs, 1)];
  const group = numberOf(node, 'group');
  const [channels, outputs] = [data.shape[1]!, weights.shape[0]!];
  if (!Number.isInteger(group) || group < 1 || channels !== weights.shape[1]! * group || outputs % group !== 0)
    invalid(
      node,
      `data of ${shapeText(data.shape)} and weights of ${shapeText(weights.shape)} do not go together in ${group} groups`,
    );
  checkBias(node, inputs, outputs);
  const spatial = outputExtents(node, windowOf(node), data.shape.slice(2));
  return [{ type: data.type, shape: [data.shape[0]!, outputs, ...spatial] }];
}

function convolve(
  node: GraphNode,
  data: ConstantTensor,
  weights: ConstantTensor,
  bias: ConstantTensor | undefined,
  output: ValueType,
): Float64Array {
  const { kernel, strides, dilations, pads } = asTwoAxes(windowOf(node));
  const [height, width] = heightAndWidth(data.shape);
  const [outHeight, outWidth] = heightAndWidth(output.shape);
  const [batch, outChannels] = [output.shape[0]!, output.shape[1]!];
  const channels = data.shape[1]!;
  const inGroup = weights.shape[1]!;
  const outGroup = outChannels / numberOf(node, 'group');
  const [rows, columns] = [kernel[0]!, kernel[1]!];
  const [strideY, strideX] = [strides[0]!, strides[1]!];
  const rowRanges = Array.from({ length: rows }, (_, r) =>
    insideRange(outHeight, height, strideY, r * dilations[0]! - pads[0]!),
  );
  const columnRanges = Array.from({ length: columns }, (_, s) =>
    insideRange(outWidth, width, strideX, s * dilations[1]! - pads[1]!),
  );
  const [x, w] = [Float64Array.from(data.data), weights.data];
  const out = new Float64Array(sizeOf(output.shape));
  const plane = outHeight * outWidth;
  for (let image = 0; image < batch; image++) {
    for (let k = 0; k < outChannels; k++) {
      const outAt = (image * outChannels + k) * plane;
      if (bias !== undefined) out.fill(bias.data[k]!, outAt, outAt + plane);
      const firstChannel = image * channels + Math.floor(k / outGroup) * inGroup;
      let weightAt = k * inGroup * rows * columns;
      for (let c = 0; c < inGroup; c++) {
        const inAt = (firstChannel + c) * height * width;
        for (let r = 0; r < rows; r++) {
          const [fromY, toY] = rowRanges[r]!;
          for (let s = 0; s < columns; s++) {
            const [fromX, toX] = columnRanges[s]!;
            const weight = w[weightAt++]!;
            const shift = s * dilations[1]! - pads[1]!;
            for (let oy = fromY; oy < toY; oy++) {
              const row = inAt + (oy * strideY + r * dilations[0]! - pads[0]!) * width + shift;
              const outRow = outAt + oy * outWidth;
              for (let ox = fromX; ox < toX; ox++) out[outRow + ox]! += weight * x[row + ox * strideX]!;
            }
          }
        }
      }
    }
  }
  return out;
}
