import { sameShape, shapeText } from '../attributes.js';
import { dequantised, dynamically } from '../quantisation.js';
import type { SourceNode } from '../operator.js';
import { cut } from '../parts.js';
import type { Matrix } from './gates.js';
import { lstmCell } from './lstm.js';
import { recurrent, type Direction } from './sequence.js';

/** Places of the scales and the zero points of W and R: [directions], or one for each output. */
const [W_SCALE, R_SCALE] = [8, 10];

/**
 * ONNX Runtime's LSTM on weights of bytes, which have the inputs first. What they are multiplied by, the whole input
 * and the state before each step, is quantised over its own range.
 */
export const dynamicQuantizeLstm = recurrent({
  ...lstmCell,
  name: 'com.microsoft.DynamicQuantizeLSTM',
  inputs: 12,
  matrices: (node, part) => [matrixOf(node, part, 1, W_SCALE), matrixOf(node, part, 2, R_SCALE)],
});

function matrixOf(node: SourceNode, part: Direction['part'], place: number, scale: number): Matrix {
  const [directions, , outputs] = node.shape(place) as [number, number, number];
  for (const input of [scale, scale + 1].filter((one) => node.has(one)))
    if (![[directions], [directions, outputs]].some((shape) => sameShape(shape, node.shape(input))))
      node.invalid(
        `input ${input} is ${shapeText(node.shape(input))}, and must be ${directions} or ${directions}x${outputs}`,
      );
  const by = part(scale) ?? node.invalid(`input ${scale} is missing`);
  return quantisedMatrix(node, { weights: part(place)!, scale: by, zero: part(scale + 1) });
}

interface QuantisedWeights {
  readonly weights: string;
  readonly scale: string;
  readonly zero: string | undefined;
}

function quantisedMatrix(node: SourceNode, { weights, scale, zero }: QuantisedWeights): Matrix {
  /** Of a scale or a zero point for each output. */
  const partOf = (value: string, first: number, count: number): string =>
    node.typeOf(value).shape.length === 0 ? value : cut(node, value, 0, first, count);
  return {
    outputs: node.typeOf(weights).shape[1]!,
    part: (first, count) =>
      quantisedMatrix(node, {
        weights: cut(node, weights, 1, first, count),
        scale: partOf(scale, first, count),
        zero: zero && partOf(zero, first, count),
      }),
    product: (rows, bias) => {
      const own = dynamically(node, rows);
      const given = [dequantised(node, own.quantised, own), dequantised(node, weights, { scale, zero }, { axis: -1 })];
      const product = node.emit('MatMul', given);
      return bias ? node.emit('Add', [product, bias]) : product;
    },
  };
}
