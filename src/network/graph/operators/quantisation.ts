/**
 * QuantizeLinear and DequantizeLinear: a whole number x of scale s and zero point z stands for (x - z) s. In a graph
 * both have three inputs: the scale and the zero point broadcast to the first.
 */
import { elementType, isWhole } from '../../../elements/registry.js';
import { int64 } from '../../../elements/int64.js';
import { uint8 } from '../../../elements/uint8.js';
import type { DType } from '../../../ir/tensor.js';
import type { ConstantTensor } from '../../onnx/model.js';
import type { GraphNode, ValueType } from '../graph.js';
import { axisOf, sameShape, shapeText, sizeOf, textOf } from './attributes.js';
import { broadcastShape, expandedTo, mapped, mapPairs } from './broadcast.js';
import { invalid } from './errors.js';
import { present, type Draft, type InputType, type Normalised, type Operator, type SourceNode } from './operator.js';
import { reshaped } from './reshape.js';
import { round } from './unary.js';

/** The scale and the zero point of a node, as they broadcast to a value. */
export interface Quantised {
  readonly scale: string;
  readonly zero: string;
}

export const dequantizeLinear: Operator = {
  name: 'DequantizeLinear',
  inputs: [2, 3],
  normalise: (node) => {
    const { scale, zero } = alongAxis(node, node.type(0).type);
    const floats = { op: 'DequantizeLinear', inputs: [node.input(0), scale, zero], attributes: {} };
    const code = node.number('output_dtype', 0);
    if (code === 0) return floats;
    const { name } = node.typeNumbered(code);
    return { op: 'Cast', inputs: [node.emit(floats.op, floats.inputs)], attributes: { to: name } };
  },
  canonical: {
    keeps: true,
    infer: (node, inputs) => {
      const [value, scale, zero] = operandsOf(node, inputs);
      if (value.type !== zero.type)
        invalid(node, `its zero point is of ${zero.type}, and what it dequantises of ${value.type}`);
      return [{ type: scale.type, shape: value.shape }];
    },
    evaluate: (_, [value, scale, zero], [output]) => {
      const { shape } = output!;
      const isMoved = zero!.data.some((number) => number !== 0);
      const moved = isMoved ? { ...output!, data: mapPairs(shape, value!, zero!, (x, z) => x - z) } : value!;
      return [mapPairs(shape, moved, scale!, (x, s) => Math.fround(x * Math.fround(s)))];
    },
  },
};

/**
 * `to`: the type of the output. Rounds to nearest, ties to even, before the zero point is added; saturates. No number
 * is the least of the type, as in ONNX Runtime.
 */
export const quantizeLinear: Operator = {
  name: 'QuantizeLinear',
  inputs: [2, 3],
  normalise: (node) => {
    const to = typeOf(node);
    const { scale, zero } = alongAxis(node, to);
    return { op: 'QuantizeLinear', inputs: [node.input(0), scale, zero], attributes: { to } };
  },
  canonical: {
    // What a network with bytes may be off by has their steps in it.
    jumps: false,
    infer: (node, inputs) => {
      const [value, , zero] = operandsOf(node, inputs);
      const to = textOf(node, 'to');
      if (zero.type !== to) invalid(node, `its zero point is of ${zero.type}, and its output of ${to}`);
      return [{ type: to, shape: value.shape }];
    },
    evaluate: (node, [value, scale, zero], [output]) => {
      const [s, z] = [expandedTo(scale!, output!.shape), expandedTo(zero!, output!.shape)];
      const [least, largest] = elementType(textOf(node, 'to')).limits;
      const quantised = (x: number, i: number): number => {
        const steps = round(Math.fround(Math.fround(x) / Math.fround(s[i]!))) + z[i]!;
        return steps > least ? Math.min(steps, largest) : least;
      };
      return [mapped(value!.data, quantised)];
    },
  },
};

/** The type that a QuantizeLinear gives: that of its zero point, or what an attribute says, or uint8. */
function typeOf(node: SourceNode): DType {
  const code = node.number('output_dtype', 0);
  const said = code === 0 ? uint8 : node.typeNumbered(code);
  const type = node.has(2) ? node.type(2).type : said.name;
  return isWhole(type) ? type : node.unsupported(`to ${type}`);
}

/** Scale and zero point (0 where there is none, of a type), for all elements, along an axis, or in blocks along it. */
function alongAxis(node: SourceNode, type: DType): Quantised {
  const zero = node.has(2) ? node.input(2) : node.scalar(0, type);
  const scale = node.input(1);
  checkScale(node, node.constantOf(scale));
  const along = { axis: node.number('axis', 1), block: node.number('block_size', 0) };
  return { scale: spread(node, scale, node.input(0), along), zero: spread(node, zero, node.input(0), along) };
}

/** Refuses a scale that stands for nothing. */
function checkScale(node: SourceNode, scale: ConstantTensor | undefined): void {
  const wrong = scale?.data.find((s) => !(s > 0 && s < Infinity));
  if (wrong !== undefined) node.invalid(`a scale of it is ${wrong}, and scales are positive`);
}

/** Numbers for each block along an axis as numbers for each element. */
function inBlocks(node: SourceNode, value: string, extent: number, axis: number, block: number): string {
  const indices = Float64Array.from({ length: extent }, (_, i) => Math.floor(i / block));
  const repeats = node.constant({ type: int64.name, shape: [extent], data: indices });
  return node.emit('Gather', [value, repeats], { axis });
}

/** Along which axis there are several scales: one for each element, or each block of so many. */
interface Along {
  readonly axis: number;
  readonly block?: number;
}

/** One number, or a number for each place along an axis of another value, as they broadcast to that. */
function spread(node: SourceNode, value: string, of: string, { axis, block = 0 }: Along): string {
  const [shape, data] = [node.typeOf(value).shape, node.typeOf(of).shape];
  if (sizeOf(shape) === 1) return reshaped(node, value, []);
  if (shape.length === data.length && block === 0) return value;
  const place = axisOf(node, axis, data.length);
  if (shape.length === data.length) return inBlocks(node, value, data[place]!, place, block);
  if (shape.length !== 1) node.invalid(`it has scales or zero points of ${shapeText(shape)}, and one axis has such`);
  return reshaped(node, value, [shape[0]!, ...data.slice(place + 1).map(() => 1)]);
}

/** A value that stands for floats, as these. Zero points may be left out. */
export function dequantised(
  node: SourceNode,
  value: string,
  { scale, zero }: { readonly scale: string; readonly zero: string | undefined },
  along: Along = { axis: 0 },
): string {
  checkScale(node, node.constantOf(scale));
  const given = zero ?? node.scalar(0, node.typeOf(value).type);
  const operands = [scale, given].map((one) => spread(node, one, value, along));
  return node.emit('DequantizeLinear', [value, ...operands]);
}

/** Floats as whole numbers, of the type of the zero point. */
export function quantised(node: SourceNode, value: string, { scale, zero }: Quantised): Draft {
  checkScale(node, node.constantOf(scale));
  const operands = [scale, zero].map((one) => reshaped(node, one, []));
  return { op: 'QuantizeLinear', inputs: [value, ...operands], attributes: { to: node.typeOf(zero).type } };
}

function operandsOf(node: GraphNode, inputs: readonly InputType[]): readonly [ValueType, ValueType, ValueType] {
  const all = [present(inputs, 0), present(inputs, 1), present(inputs, 2)] as const;
  const [value, scale, zero] = all;
  const whole = broadcastShape([value.shape, scale.shape, zero.shape]);
  if (whole === undefined || !sameShape(whole, value.shape))
    invalid(
      node,
      `scales of ${shapeText(scale.shape)} and zero points of ${shapeText(zero.shape)} are not those of ${shapeText(value.shape)}`,
    );
  return all;
}

/** Between the least and the largest element, and 0: uint8, whose scale and zero point are known when it runs. */
export const dynamicQuantizeLinear: Operator = {
  name: 'DynamicQuantizeLinear',
  inputs: [1, 1],
  outputs: 3,
  normalise: (node): Normalised => {
    const { quantised, scale, zero } = dynamically(node, node.input(0));
    return { values: [quantised, scale, zero] };
  },
};

/** A value as uint8 over its own range, and the scale and the zero point of that. */
export function dynamically(node: SourceNode, value: string): Quantised & { readonly quantised: string } {
  const axes = node.typeOf(value).shape.map((_, axis) => axis);
  const none = node.scalar(0);
  const extreme = (reduce: string, with0: string): string =>
    node.emit(with0, [reshaped(node, node.emit(reduce, [value], { axes }), []), none]);
  const [most, least] = [extreme('ReduceMax', 'Max'), extreme('ReduceMin', 'Min')];
  const range = node.emit('Sub', [most, least]);
  const isFlat = node.emit('Equal', [range, none]);
  // Of zeros alone ONNX divides by 0; as ONNX Runtime has it, their scale is 1.
  const scale = node.emit('Where', [isFlat, node.scalar(1), node.emit('Div', [range, node.scalar(255)])]);
  const steps = node.emit('Div', [node.emit('Sub', [none, least]), scale]);
  const rounded = node.emit('Round', [node.emit('Clip', [steps], { min: 0, max: 255 })]);
  const zero = node.emit('Cast', [rounded], { to: uint8.name });
  return { quantised: node.emit('QuantizeLinear', [value, scale, zero], { to: uint8.name }), scale, zero };
}
