/**
 * Operators of whole numbers that stand for floats, of ONNX and of ONNX Runtime (com.microsoft): what they are of
 * floats, between DequantizeLinear and QuantizeLinear. Scales and zero points are as in
 * https://github.com/microsoft/onnxruntime/blob/main/docs/ContribOperators.md.
 */
import { int32 } from '../../../elements/int32.js';
import { elementType, isWhole } from '../../../elements/registry.js';
import { mostTerms } from '../../../operator/sum-length.js';
import { alike, contributed } from './contributed.js';
import { conv } from './conv.js';
import { dequantised, dequantizeLinear, dynamically, quantised, quantizeLinear } from './quantisation.js';
import { gemm, matMul } from './products.js';
import { averagePool, maxPool } from './pools.js';
import { withChannelsLastIfSet, withChannelsLast } from './channels-last.js';
import { axisOf, sizeOf } from './attributes.js';
import { spatialOf } from './window.js';
import { normalised, type Draft, type Operator, type SourceNode } from './operator.js';

/** Places of a value, its scale and its zero point among inputs. */
type Places = readonly [value: number, scale: number, zero: number];

function floatsAt(node: SourceNode, [value, scale, zero]: Places, axis = 0): string {
  return dequantised(node, node.input(value), { scale: node.input(scale), zero: node.inputs[zero] }, { axis });
}

/**
 * The result of a node as whole numbers of the scale and the zero point at these places; without a zero point of the
 * type of its data, which is at place `data`.
 */
function as(node: SourceNode, value: string, scale: number, zero: number, data = 0): Draft {
  const given = node.inputs[zero] ?? node.scalar(0, node.type(data).type);
  return quantised(node, value, { scale: node.input(scale), zero: given });
}

/** A bias of whole numbers, in units of the scales of what is multiplied. */
function biasOf(node: SourceNode, place: number, scales: readonly [number, number], alpha = 1): string | undefined {
  if (!node.has(place)) return undefined;
  const [a, b] = scales.map((input) => node.input(input)) as [string, string];
  const unit = node.emit('Mul', [a, b]);
  const scale = alpha === 1 ? unit : node.emit('Mul', [unit, node.scalar(alpha)]);
  return dequantised(node, node.input(place), { scale, zero: undefined }, { axis: -1 });
}

/** Refuses sums of products that int32 may not hold, and products of anything but bytes. */
function checkSums(node: SourceNode, data: number, terms: number): void {
  const { type } = node.type(data);
  if (!isWhole(type) || elementType(type).bytes > 1) node.invalid(`it multiplies ${type}, and its data must be bytes`);
  if (terms > mostTerms(type))
    node.unsupported(`with sums of ${terms} products of ${type}, where int32 holds those of ${mostTerms(type)}`);
}

/** Whole numbers less their zero point, as floats. */
function lessZero(node: SourceNode, value: number, zero: number, axis: number): string {
  return dequantised(node, node.input(value), { scale: node.scalar(1), zero: node.inputs[zero] }, { axis });
}

const asInt32 = (value: string): Draft => ({ op: 'Cast', inputs: [value], attributes: { to: int32.name } });

const qLinearConv: Operator = {
  name: 'QLinearConv',
  inputs: [8, 9],
  normalise: (node) => {
    checkSums(node, 0, sizeOf(node.shape(3).slice(1)));
    const weights = floatsAt(node, [3, 4, 5], 0);
    const sums = withChannelsLastIfSet(node, floatsAt(node, [0, 1, 2]), (data) =>
      normalised(conv, node, [data, weights, biasOf(node, 8, [1, 4])]),
    );
    return as(node, sums, 6, 7);
  },
};

const convInteger: Operator = {
  name: 'ConvInteger',
  inputs: [2, 4],
  normalise: (node) => {
    checkSums(node, 0, sizeOf(node.shape(1).slice(1)));
    return asInt32(normalised(conv, node, [lessZero(node, 0, 2, 0), lessZero(node, 1, 3, 0)]));
  },
};

const qLinearMatMul: Operator = {
  name: 'QLinearMatMul',
  inputs: [8, 8],
  normalise: (node) => {
    checkSums(node, 0, node.shape(0).at(-1) ?? 1);
    const [a, b] = [floatsAt(node, [0, 1, 2], -2), floatsAt(node, [3, 4, 5], -1)];
    return as(node, normalised(matMul, node, [a, b]), 6, 7);
  },
};

const matMulInteger: Operator = {
  name: 'MatMulInteger',
  inputs: [2, 4],
  normalise: (node) => {
    checkSums(node, 0, node.shape(0).at(-1) ?? 1);
    return asInt32(normalised(matMul, node, [lessZero(node, 0, 2, -2), lessZero(node, 1, 3, -1)]));
  },
};

const qGemm = contributed('QGemm', [6, 9], (node) => {
  const isTransposed = node.number('transB', 0) !== 0;
  const alpha = node.number('alpha', 1);
  const [a, b] = [floatsAt(node, [0, 1, 2]), floatsAt(node, [3, 4, 5], isTransposed ? 0 : 1)];
  const product = normalised(gemm, node, [a, b, biasOf(node, 6, [1, 4], alpha)]);
  return node.has(7) ? as(node, product, 7, 8) : { op: 'Identity', inputs: [product], attributes: {} };
});

/** Of two values, each with a scale and a zero point of its own. */
function pairwise(op: 'Add' | 'Mul'): Operator {
  const of = (node: SourceNode): string => node.emit(op, [floatsAt(node, [0, 1, 2]), floatsAt(node, [3, 4, 5])]);
  return contributed(`QLinear${op}`, [7, 8], (node) => as(node, of(node), 6, 7), { optional: [2, 5] });
}

/** Of one value; all but the global pool may leave out its zero point. */
function single(op: string, of: (node: SourceNode, value: string) => string, optional = [2]): Operator {
  const made = (node: SourceNode): string => of(node, floatsAt(node, [0, 1, 2]));
  return contributed(`QLinear${op}`, [4, 5], (node) => as(node, made(node), 3, 4), { optional });
}

const nhwcMaxPool = contributed('NhwcMaxPool', [1, 1], (node) => ({
  values: [withChannelsLast(node, node.input(0), (images) => normalised(maxPool, node, [images]))],
}));

const concat = contributed('QLinearConcat', [5, Infinity], (node) => {
  if (node.inputs.length % 3 !== 2) node.invalid(`it has ${node.inputs.length} inputs, not three for each part`);
  const parts = Array.from({ length: (node.inputs.length - 2) / 3 }, (_, i) => 2 + 3 * i);
  const values = parts.map((at) => floatsAt(node, [at, at + 1, at + 2]));
  const axis = axisOf(node, node.number('axis'), node.rank(2));
  return as(node, node.emit('Concat', values, { axis }), 0, 1, 2);
});

const where = contributed('QLinearWhere', [9, 9], (node) => {
  const values = [floatsAt(node, [1, 2, 3]), floatsAt(node, [4, 5, 6])];
  return as(node, node.emit('Where', [node.input(0), ...values]), 7, 8, 1);
});

function plusBias(node: SourceNode, product: string, place: number): Draft {
  if (!node.has(place)) return { op: 'Identity', inputs: [product], attributes: {} };
  return { op: 'Add', inputs: [product, node.input(place)], attributes: {} };
}

const dynamicQuantizeMatMul = contributed('DynamicQuantizeMatMul', [3, 5], (node) => {
  const own = dynamically(node, node.input(0));
  const product = normalised(matMul, node, [dequantised(node, own.quantised, own), floatsAt(node, [1, 2, 3], -1)]);
  return plusBias(node, product, 4);
});

const matMulIntegerToFloat = contributed('MatMulIntegerToFloat', [4, 7], (node) => {
  const product = normalised(matMul, node, [floatsAt(node, [0, 2, 4], -2), floatsAt(node, [1, 3, 5], -1)]);
  return plusBias(node, product, 6);
});

export const quantisedOperators: readonly Operator[] = [
  ...[quantizeLinear, dequantizeLinear, qLinearConv].map((standard) => alike(standard)),
  ...[qLinearConv, convInteger, qLinearMatMul, matMulInteger, qGemm, pairwise('Add'), pairwise('Mul')],
  single('Sigmoid', (node, value) => node.emit('Sigmoid', [value])),
  single('LeakyRelu', (node, value) => node.emit('LeakyRelu', [value], { alpha: node.number('alpha', 0.01) })),
  single(
    'GlobalAveragePool',
    (node, value) => {
      const axes = spatialOf(node, 0).map((_, axis) => axis + 2);
      return withChannelsLastIfSet(node, value, (images) => node.emit('ReduceMean', [images], { axes }));
    },
    [],
  ),
  single('AveragePool', (node, value) =>
    withChannelsLastIfSet(node, value, (images) => normalised(averagePool, node, [images])),
  ),
  single('Softmax', (node, value) => {
    const { shape } = node.typeOf(value);
    const axis = axisOf(node, node.number('axis', -1), shape.length);
    if (node.number('opset', 13) < 13 && sizeOf(shape.slice(axis + 1)) > 1) node.unsupported('of several axes');
    return node.emit('Softmax', [value], { axis });
  }),
  ...[nhwcMaxPool, concat, where, dynamicQuantizeMatMul, matMulIntegerToFloat],
];
