/**
 * Products of floats with whole numbers that stand for floats: constant weights of few bits, dequantised before a
 * MatMul or Gemm, stay in these, as those of MatMulNBits, whose blocks along the sum have scales.
 */
import { gcd } from '../../ir/index.js';
import { float32 } from '../../elements/float32.js';
import { elementType } from '../../elements/registry.js';
import { uint8 } from '../../elements/uint8.js';
import { broadcastStrides } from '../graph/operators/broadcast.js';
import { isTransposed } from '../graph/operators/products.js';
import type { GraphEdit, Rule } from '../graph/simplify/rule.js';
import type { ConstantTensor } from '../onnx/model.js';

/** Of a graph that is simple, once: behind the products whose data are whole numbers, too. */
export const weightOnlyProducts: Rule = (node, edit) => {
  if (node.op !== 'Gemm') return undefined;
  const [data, weights, bias] = node.inputs as readonly [string, string, string | undefined];
  const type = elementType(edit.typeOf(data).type);
  if (type.kind !== 'floating' || type.bytes > 4 || edit.producer(data, 'DequantizeLinear')) return undefined;
  const source = dequantisedBy(weights, edit);
  const packed = source && packedOf(source, isTransposed(node));
  if (!packed) return undefined;
  const { tensors, bits, block } = packed;
  const inputs = [data, ...tensors.map((tensor) => edit.constantNamed(tensor))];
  const product = { op: 'com.microsoft.MatMulNBits', inputs, attributes: { bits, block } };
  if (bias === undefined) return product;
  return { op: 'Add', inputs: [edit.emit(product.op, inputs, product.attributes), bias], attributes: {} };
};

/** What weights are of, if that is known; they may be multiplied by the factor of a product. */
function dequantisedBy(weights: string, edit: GraphEdit): Dequantised | undefined {
  const times = edit.producer(weights, 'Mul');
  const factor = times ? edit.constant(times.inputs[1]) : undefined;
  if (times && factor?.data.length !== 1) return undefined;
  const node = edit.producer(times ? times.inputs[0]! : weights, 'DequantizeLinear');
  const [numbers, scale, zero] = node?.inputs.map((input) => edit.constant(input)) ?? [];
  return numbers && scale && zero && { numbers, scale, zero, factor: factor?.data[0] ?? 1 };
}

interface Dequantised {
  readonly numbers: ConstantTensor;
  readonly scale: ConstantTensor;
  readonly zero: ConstantTensor;
  readonly factor: number;
}

interface Packed {
  /** Weights, scales and, where they are not the middle of the range, zero points. */
  readonly tensors: readonly ConstantTensor[];
  readonly bits: number;
  readonly block: number;
}

interface Known extends Dequantised {
  readonly inRows: boolean;
  readonly packed: Packed | undefined;
}

/** By numbers: the steps of a recurrent layer read the same, and are to find the same weights. */
const known = new WeakMap<ConstantTensor, Known[]>();

/** `inRows`: whether the weights of an output lie in a row. */
function packedOf(source: Dequantised, inRows: boolean): Packed | undefined {
  const { numbers, scale, zero, factor } = source;
  const all = known.get(numbers) ?? [];
  known.set(numbers, all);
  const before = all.find((one) => {
    return one.scale === scale && one.zero === zero && one.factor === factor && one.inRows === inRows;
  });
  if (before) return before.packed;
  const packed = pack(matrixOf(source, inRows));
  all.push({ ...source, inRows, packed });
  return packed;
}

/** Weights by output and place along the sum. */
interface Matrix {
  readonly outputs: number;
  readonly terms: number;
  readonly number: (output: number, term: number) => number;
  readonly scale: (output: number, term: number) => number;
  readonly zero: (output: number, term: number) => number;
}

function matrixOf({ numbers, scale, zero, factor }: Dequantised, inRows: boolean): Matrix {
  const { shape } = numbers;
  const reader = (tensor: ConstantTensor, times: number): Matrix['number'] => {
    const [first, second] = broadcastStrides(tensor.shape, shape) as [number, number];
    const [ofOutput, ofTerm] = inRows ? [first, second] : [second, first];
    return (output, term) => times * tensor.data[output * ofOutput + term * ofTerm]!;
  };
  const [outputs, terms] = inRows ? [shape[0]!, shape[1]!] : [shape[1]!, shape[0]!];
  return { outputs, terms, number: reader(numbers, 1), scale: reader(scale, factor), zero: reader(zero, 1) };
}

/** Undefined where blocks are short, so that floats are little more, or numbers have more than eight bits. */
function pack(matrix: Matrix): Packed | undefined {
  const length = blockOf(matrix);
  const field = fieldOf(matrix);
  if (!field || length < Math.min(SHORTEST, matrix.terms)) return undefined;
  const { bits, least } = field;
  const [inByte, { outputs, terms }] = [8 / bits, matrix];
  if (length < terms && length % inByte !== 0) return undefined;
  const block = Math.ceil(length / inByte) * inByte;
  const [blocks, bytes] = [Math.ceil(terms / block), block / inByte];
  const weights = new Float32Array(outputs * blocks * bytes);
  for (let output = 0; output < outputs; output++)
    for (let term = 0; term < terms; term++)
      weights[output * blocks * bytes + Math.floor(term / inByte)]! +=
        (matrix.number(output, term) - least) * 2 ** ((term % inByte) * bits);
  const perBlock = (of: Matrix['number']): Float32Array =>
    Float32Array.from({ length: outputs * blocks }, (_, i) => of(Math.floor(i / blocks), (i % blocks) * block));
  const zeros = perBlock((output, term) => matrix.zero(output, term) - least);
  const isMiddle = zeros.every((zero) => zero === 2 ** (bits - 1));
  const shape = [outputs, blocks];
  const tensors = [
    { type: uint8.name, shape: [outputs, blocks, bytes], data: weights },
    { type: float32.name, shape, data: perBlock(matrix.scale) },
    ...(isMiddle ? [] : [{ type: uint8.name, shape, data: zeros }]),
  ];
  return { tensors, bits, block };
}

/** ONNX Runtime's shortest blocks. */
const SHORTEST = 16;

/** The longest blocks along the sum in which scales and zero points are the same. */
function blockOf({ outputs, terms, scale, zero }: Matrix): number {
  let block = terms;
  for (let term = 1; term < terms && block > 1; term++) {
    for (let output = 0; output < outputs; output++) {
      const isSame = (of: Matrix['number']): boolean => of(output, term) === of(output, term - 1);
      if (isSame(scale) && isSame(zero)) continue;
      block = gcd(block === terms ? term : block, term);
      break;
    }
  }
  return block;
}

/** The fewest bits that hold all numbers, and the number that 0 stands for; zero points are bytes then. */
function fieldOf({
  outputs,
  terms,
  number,
  zero,
}: Matrix): { readonly bits: number; readonly least: number } | undefined {
  const ends = [Infinity, -Infinity, Infinity, -Infinity] as [number, number, number, number];
  for (let output = 0; output < outputs; output++)
    for (let term = 0; term < terms; term++) {
      const [one, point] = [number(output, term), zero(output, term)];
      ends[0] = Math.min(ends[0], one);
      ends[1] = Math.max(ends[1], one);
      ends[2] = Math.min(ends[2], point);
      ends[3] = Math.max(ends[3], point);
    }
  const [low, high, lowest, highest] = ends;
  const fields = [2, 4, 8].flatMap((bits) => [-(2 ** (bits - 1)), 0].map((least) => ({ bits, least })));
  return fields.find(
    ({ bits, least }) => low >= least && high < least + 2 ** bits && lowest >= least && highest <= least + 255,
  );
}
