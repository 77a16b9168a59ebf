/**
 * Products of whole numbers that stand for floats: DequantizeLinear of data and of weights before a Conv, MatMul or
 * Gemm, which one kernel computes on the whole numbers.
 */
import { int8 } from '../../elements/int8.js';
import { elementType } from '../../elements/registry.js';
import { mostTerms } from '../../operator/sum-length.js';
import { valueType, weightsOf, type DType } from '../../ir/tensor.js';
import { shortened } from '../../target/visible.js';
import type { Graph, GraphNode } from '../graph/graph.js';
import { sizeOf } from '../graph/operators/attributes.js';
import { isTransposed } from '../graph/operators/products.js';
import { perChannel } from '../graph/simplify/affine.js';
import type { GraphEdit } from '../graph/simplify/rule.js';
import type { ConstantTensor } from '../onnx/model.js';

export interface QuantisedProduct {
  /** The value that stands for the data, and its type. */
  readonly data: string;
  readonly type: DType;
  /** The number that stands for 0 in it. */
  readonly zero: number;
  /** int8, less their zero points: 0 stands for 0. */
  readonly weights: ConstantTensor;
  /** By channel of the output: what a sum of one stands for, and the sums of the weights. */
  readonly units: readonly number[];
  readonly sums: readonly number[];
  /** The nodes that it takes the place of, besides the product. */
  readonly sources: readonly GraphNode[];
}

/** What is known of values. */
export interface Known {
  readonly constants: Pick<Graph['constants'], 'get' | 'has'>;
  readonly values: Pick<Graph['values'], 'get'>;
}

/** By value, the node that makes it. */
type Producers = ReadonlyMap<string, GraphNode>;

export function producersIn({ nodes }: Pick<Graph, 'nodes'>): Producers {
  return new Map(nodes.flatMap((node) => node.outputs.map((output) => [output, node] as const)));
}

export function knownTo(edit: GraphEdit): Known {
  return {
    constants: { get: (value) => edit.constant(value), has: (value) => edit.constant(value) !== undefined },
    values: { get: (value) => edit.typeOf(value) },
  };
}

/** Undefined of a node that is no such product, or that no kernel computes so. */
export function quantisedProduct(node: GraphNode, graph: Known, producers: Producers): QuantisedProduct | undefined {
  const product = productOfBytes(node, graph, producers);
  return product && termsOf(product) <= mostTerms(product.type) ? product : undefined;
}

function termsOf({ weights, units }: QuantisedProduct): number {
  return weights.data.length / units.length;
}

/** A sentence for each product of bytes that floats compute, since int32 may not hold its sums. */
export function tooLongNotes(graph: Graph): readonly string[] {
  const producers = producersIn(graph);
  return graph.nodes.flatMap((node) => {
    const product = productOfBytes(node, graph, producers);
    if (!product || termsOf(product) <= mostTerms(product.type)) return [];
    return [
      `Node "${shortened(node.name)}" sums ${termsOf(product)} products of ${product.type}, and int32 holds ` +
        `${mostTerms(product.type)}: it is computed in ${valueType}`,
    ];
  });
}

/** As `quantisedProduct`, however long its sums are. */
function productOfBytes(node: GraphNode, graph: Known, producers: Producers): QuantisedProduct | undefined {
  const axis = channelAxisOf(node, graph);
  const sources = node.inputs.slice(0, 2).map((input) => dequantisedBy(input!, producers));
  const [data, weights] = sources;
  if (axis === undefined || !data || !weights) return undefined;
  const [value, scale, zero] = data.inputs as [string, string, string];
  const [unit, offset] = [scale, zero].map((one) => graph.constants.get(one)?.data);
  const { type } = graph.values.get(value)!;
  const own = weightsIn(weights, axis, graph);
  if (unit?.length !== 1 || offset?.length !== 1 || !isMultiplied(type) || !own) return undefined;
  const units = own.units.map((one) => unit[0]! * one);
  return { data: value, type, zero: offset[0]!, ...own, units, sources: [data, weights] };
}

function dequantisedBy(value: string, producers: Producers): GraphNode | undefined {
  const node = producers.get(value);
  return node?.op === 'DequantizeLinear' ? node : undefined;
}

/** Along which axis of its weights the channels of a product go; undefined of what is none with a constant bias. */
export function channelAxisOf(node: GraphNode, { values, constants }: Known): number | undefined {
  const [, weights, bias] = node.inputs;
  if (bias !== undefined && !constants.has(bias)) return undefined;
  if (node.op === 'Conv') return 0;
  if (node.op === 'Gemm') return isTransposed(node) ? 0 : 1;
  return node.op === 'MatMul' && values.get(weights!)!.shape.length === 2 ? 1 : undefined;
}

/** Whether there are kernels for bytes of a type as data. */
export function isMultiplied(type: DType): boolean {
  const { kind, bytes, kernels } = elementType(type);
  return kind === 'whole' && bytes === 1 && kernels !== undefined && weightsOf(type) === int8.name;
}

type Weights = Pick<QuantisedProduct, 'weights' | 'units' | 'sums'>;

interface Quantised {
  readonly scale: ConstantTensor;
  readonly zero: ConstantTensor;
  readonly axis: number;
  readonly weights: Weights | undefined;
}

/** By numbers: the steps of a recurrent layer read the same, and are to find the same weights. */
const quantised = new WeakMap<ConstantTensor, Quantised[]>();

/** Undefined where they are not known, not bytes, have other scales than one for each channel, or do not fit int8. */
export function weightsIn(node: GraphNode, axis: number, { constants }: Known): Weights | undefined {
  const [numbers, scale, zero] = node.inputs.map((input) => constants.get(input!));
  if (!numbers || !scale || !zero) return undefined;
  const found = quantised.get(numbers) ?? [];
  quantised.set(numbers, found);
  const before = found.find((one) => one.scale === scale && one.zero === zero && one.axis === axis);
  if (before) return before.weights;
  const bytes = bytesIn(node, axis, { constants });
  const weights = bytes && inInt8(bytes, axis);
  found.push({ scale, zero, axis, weights });
  return weights;
}

function inInt8({ numbers, units, zeros }: Bytes, axis: number): Weights | undefined {
  const { shape, type } = numbers;
  const isMoved = type !== int8.name || zeros.some((zero) => zero !== 0);
  const data = isMoved ? new Float32Array(numbers.data) : numbers.data;
  const sums = units.map(() => 0);
  const behind = sizeOf(shape.slice(axis + 1));
  const [least, largest] = int8.limits;
  for (let start = 0; start < data.length; start += behind) {
    const channel = (start / behind) % shape[axis]!;
    const zero = zeros[channel]!;
    let sum = 0;
    for (let at = start; at < start + behind; at++) {
      const number = data[at]! - zero;
      if (number < least || number > largest) return undefined;
      if (isMoved) data[at] = number;
      sum += number;
    }
    sums[channel]! += sum;
  }
  return { weights: { type: int8.name, shape, data }, units, sums };
}

/** Numbers of a byte, and by channel the scale and the zero point by which they stand for floats. */
export interface Bytes {
  readonly numbers: ConstantTensor;
  readonly units: readonly number[];
  readonly zeros: readonly number[];
}

/** As `weightsIn`, whatever their distance from the zero point. */
export function bytesIn(
  { inputs }: GraphNode,
  axis: number,
  { constants }: Pick<Known, 'constants'>,
): Bytes | undefined {
  const [numbers, scale, zero] = inputs.map((input) => constants.get(input!));
  if (!numbers || !scale || !zero || elementType(numbers.type).bytes > 1) return undefined;
  const [units, zeros] = [scale, zero].map((one) => perChannel(one, numbers.shape.length, axis, numbers.shape[axis]!));
  return units && zeros && { numbers, units: [...units], zeros: [...zeros] };
}

/** The types of data whose products are computed as whole numbers. */
export function multipliedTypes(graph: Graph): readonly DType[] {
  return [...new Set(Array.from(quantisedProducts(graph).values(), ({ type }) => type))];
}

export function quantisedProducts(graph: Graph): ReadonlyMap<GraphNode, QuantisedProduct> {
  const producers = producersIn(graph);
  return new Map(
    graph.nodes.flatMap((node) => {
      const product = quantisedProduct(node, graph, producers);
      return product ? [[node, product] as const] : [];
    }),
  );
}
