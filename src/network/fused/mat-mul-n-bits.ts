import { isWhole } from '../../elements/registry.js';
import { uint8 } from '../../elements/uint8.js';
import { float32 } from '../../elements/float32.js';
import { fieldOf } from '../graph/operators/packed-fields.js';
import { numberOf, shapeText, sizeOf } from '../graph/operators/attributes.js';
import { present, type Draft, type Normalised, type Operator, type SourceNode } from '../graph/operators/operator.js';
import { products } from '../graph/operators/products.js';
import type { ConstantTensor } from '../onnx/model.js';
import { allIn, kernelForm, operandOf, tailOf } from '../program/lower/anchor.js';
import type { FusedLayer } from './fused-layer.js';

const OPERATOR = 'com.microsoft.MatMulNBits';

/** Places of inputs of a model: A of [… x K], B packed, scale and zero point of each block, an order of K, a bias. */
const [B, SCALES, ZEROS, ORDER, BIAS] = [1, 2, 3, 4, 5];

/**
 * ONNX Runtime's product with weights of 2, 4 or 8 bits, constant: B is [N, blocks of K, bytes of a block], the first
 * element in the lowest bits. https://github.com/microsoft/onnxruntime/blob/main/docs/ContribOperators.md
 * Its canonical form has scales [N, blocks] and zero points of bytes [N, blocks], or none.
 */
export const matMulNBits: FusedLayer = {
  operators: [matMulNBitsOperator()],
  anchor: {
    tail: 'anything',
    channel: (rank) => rank - 1,
    forms: ({ anchor: node, tail }, { graph }) => {
      const [data, weights, scales, zeros] = node.inputs as [string, string, string, string | undefined];
      const { shape } = graph.values.get(data)!;
      const { epilogue, operands } = tailOf(tail);
      const options = {
        ...{ m: `${sizeOf(shape.slice(0, -1))}`, n: `${graph.values.get(weights)!.shape[0]!}`, k: `${shape.at(-1)!}` },
        ...{ bits: `${numberOf(node, 'bits')}`, block: `${numberOf(node, 'block')}` },
        ...{ zeros: `${zeros !== undefined}`, epilogue },
      };
      const constants = [weights, scales, ...(zeros === undefined ? [] : [zeros])];
      const inputs = [...[data, ...constants].map((value) => operandOf(value, graph)), ...operands];
      return [kernelForm('matmul_nbits', options, inputs, allIn('NCHW', inputs))];
    },
  },
};

function matMulNBitsOperator(): Operator {
  return {
    name: OPERATOR,
    inputs: [3, 6],
    normalise,
    canonical: {
      infer: (_, inputs) => {
        const { type, shape } = present(inputs, 0);
        return [{ type, shape: [...shape.slice(0, -1), present(inputs, B).shape[0]!] }];
      },
      work: (_, inputs) => present(inputs, 0).shape.at(-1)!,
      evaluate: (node, [a, weights, scales, zeros], _, convolver) => {
        const k = a!.shape.at(-1)!;
        const [m, n] = [sizeOf(a!.shape.slice(0, -1)), weights!.shape[0]!];
        const [bits, block] = [numberOf(node, 'bits'), numberOf(node, 'block')];
        const floats = asFloats(k, { weights: weights!, scales: scales!, zeros, bits, block });
        return [products({ count: 1, m, n, k }, a!.data, floats, convolver)];
      },
    },
  };
}

function normalise(node: SourceNode): Normalised {
  if (node.has(ORDER)) node.unsupported('with an order of its columns (g_idx)');
  const product = productOf(node, formatOf(node));
  if (!node.has(BIAS)) return product;
  return {
    op: 'Add',
    inputs: [node.emit(product.op, product.inputs, product.attributes), node.input(BIAS)],
    attributes: {},
  };
}

/** Without the bias. Zero points between whole numbers are those of a product with floats. */
function productOf(node: SourceNode, format: Format): Draft {
  const { inputs, outputs, bits, blockSize, blocks } = format;
  const weights = sized(node, B, 'B', [outputs, blocks, (blockSize * bits) / 8], uint8.name);
  const scales = sized(node, SCALES, 'scales', [outputs, blocks], float32.name);
  const zeros = zeroPointsOf(node, format);
  const blocked = { weights, scales, zeros, bits, block: blockSize };
  if (zeros?.data.every((zero) => Number.isInteger(zero) && zero >= 0 && zero <= 255) === false) {
    node.checkSize([inputs, outputs], float32.name);
    const data = new Float32Array(asFloats(inputs, blocked));
    const floats = node.constant({ type: float32.name, shape: [inputs, outputs], data });
    return { op: 'MatMul', inputs: [node.input(0), floats], attributes: {} };
  }
  const constants = [weights, scales, ...(zeros ? [zeros] : [])].map((tensor) => node.constant(tensor));
  return { op: OPERATOR, inputs: [node.input(0), ...constants], attributes: { bits, block: blockSize } };
}

/** Of weights in few bits, blocks along K of which each has a scale. */
interface Format {
  readonly inputs: number;
  readonly outputs: number;
  readonly bits: number;
  readonly blockSize: number;
  /** Blocks of an output. */
  readonly blocks: number;
}

function formatOf(node: SourceNode): Format {
  const [inputs, outputs, bits] = [node.number('K'), node.number('N'), node.number('bits', 4)];
  const blockSize = node.number('block_size');
  if (![2, 4, 8].includes(bits)) node.invalid(`its weights have ${bits} bits, and must have 2, 4 or 8`);
  if (!Number.isInteger(blockSize) || blockSize < 16 || Math.log2(blockSize) % 1 !== 0)
    node.invalid(`its block_size is ${blockSize}, and must be a power of two from 16 on`);
  if (node.shape(0).at(-1) !== inputs) node.invalid(`K is ${inputs}, and its data are ${shapeText(node.shape(0))}`);
  return { inputs, outputs, bits, blockSize, blocks: Math.ceil(inputs / blockSize) };
}

/** The zero point of each block; undefined where it is the middle of the range. */
function zeroPointsOf(node: SourceNode, { outputs, blocks, bits }: Format): ConstantTensor | undefined {
  if (!node.has(ZEROS)) return undefined;
  const shape = [outputs, blocks];
  if (!isWhole(node.type(ZEROS).type)) return sized(node, ZEROS, 'zero_points', shape, uint8.name);
  const bytes = Math.ceil((blocks * bits) / 8);
  const { data } = sized(node, ZEROS, 'zero_points', [outputs, bytes], uint8.name);
  const each = Float32Array.from({ length: outputs * blocks }, (_, i) =>
    fieldOf(data, Math.floor(i / blocks) * bytes, i % blocks, bits),
  );
  return { type: uint8.name, shape, data: each };
}

/** A constant input as elements of a type, in a shape of as many. */
function sized(node: SourceNode, place: number, what: string, shape: readonly number[], type: string): ConstantTensor {
  const found = node.constantInput(place, what);
  const [size, expected] = [sizeOf(found.shape), sizeOf(shape)];
  if (size !== expected) node.invalid(`its ${what} have ${size} elements, not ${expected}`);
  return { type, shape, data: found.data };
}

/** Weights with the scale and zero point of each block. */
interface Blocked {
  readonly weights: ConstantTensor;
  readonly scales: ConstantTensor;
  readonly zeros: ConstantTensor | undefined;
  readonly bits: number;
  readonly block: number;
}

/** The weights as floats, k x N. */
function asFloats(k: number, blocked: Blocked): Float64Array {
  const n = blocked.weights.shape[0]!;
  const floats = new Float64Array(k * n);
  // A few columns at a time fill whole lines of memory.
  const columns = Array.from({ length: Math.min(8, n) }, () => new Float64Array(k));
  for (let first = 0; first < n; first += columns.length) {
    const some = columns.slice(0, n - first);
    some.forEach((column, j) => {
      unpackColumn(blocked, first + j, column);
    });
    for (let i = 0; i < k; i++) for (let j = 0; j < some.length; j++) floats[i * n + first + j] = some[j]![i]!;
  }
  return floats;
}

/** The weights of an output as floats. */
function unpackColumn({ weights, scales, zeros, bits, block }: Blocked, output: number, column: Float64Array): void {
  const [, blocks, bytes] = weights.shape as [number, number, number];
  for (let i = 0; i < column.length; i++) {
    const at = output * blocks + Math.floor(i / block);
    const zero = zeros ? zeros.data[at]! : 2 ** (bits - 1);
    column[i] = (fieldOf(weights.data, at * bytes, i % block, bits) - zero) * scales.data[at]!;
  }
}
