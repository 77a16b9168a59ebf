import { isWhole } from '../../../elements/registry.js';
import type { ConstantTensor } from '../../onnx/model.js';
import { shapeText, sizeOf } from './attributes.js';
import type { Operator, SourceNode } from './operator.js';

/** Places of the inputs: A of [… x K], B packed, a scale and a zero point for each block, an order of K, a bias. */
const [B, SCALES, ZEROS, ORDER, BIAS] = [1, 2, 3, 4, 5];

/** Of weights in few bits, blocks along K of which each has a scale. */
interface Format {
  readonly inputs: number;
  readonly outputs: number;
  readonly bits: number;
  readonly blockSize: number;
  /** Blocks of an output. */
  readonly blocks: number;
}

/**
 * ONNX Runtime's product with weights of 2, 4 or 8 bits, constant: B is [N, blocks of K, bytes of a block], the first
 * element in the lowest bits. https://github.com/microsoft/onnxruntime/blob/main/docs/ContribOperators.md
 */
export const matMulNBits: Operator = {
  name: 'com.microsoft.MatMulNBits',
  inputs: [3, 6],
  normalise: (node) => {
    if (node.has(ORDER)) node.unsupported('with an order of its columns (g_idx)');
    const format = formatOf(node);
    const { inputs, outputs } = format;
    node.checkSize([inputs, outputs], 'float32');
    const weights = node.constant({ type: 'float32', shape: [inputs, outputs], data: weightsOf(node, format) });
    const product = node.emit('MatMul', [node.input(0), weights]);
    if (!node.has(BIAS)) return { op: 'Identity', inputs: [product], attributes: {} };
    return { op: 'Add', inputs: [product, node.input(BIAS)], attributes: {} };
  },
};

function formatOf(node: SourceNode): Format {
  const [inputs, outputs, bits] = [node.number('K'), node.number('N'), node.number('bits', 4)];
  const blockSize = node.number('block_size');
  if (![2, 4, 8].includes(bits)) node.invalid(`its weights have ${bits} bits, and must have 2, 4 or 8`);
  if (!Number.isInteger(blockSize) || blockSize < 16 || Math.log2(blockSize) % 1 !== 0)
    node.invalid(`its block_size is ${blockSize}, and must be a power of two from 16 on`);
  if (node.shape(0).at(-1) !== inputs) node.invalid(`K is ${inputs}, and its data are ${shapeText(node.shape(0))}`);
  return { inputs, outputs, bits, blockSize, blocks: Math.ceil(inputs / blockSize) };
}

/** As floats: K x N. */
function weightsOf(node: SourceNode, { inputs, outputs, bits, blockSize, blocks }: Format): Float32Array {
  const blockBytes = (blockSize * bits) / 8;
  const packed = sized(node, B, 'B', outputs * blocks * blockBytes);
  const scales = sized(node, SCALES, 'scales', outputs * blocks);
  const zeroOf = zerosOf(node, { outputs, bits, blocks });
  const data = new Float32Array(inputs * outputs);
  for (let n = 0; n < outputs; n++)
    for (let k = 0; k < inputs; k++) {
      const [block, within] = [Math.floor(k / blockSize), k % blockSize];
      const start = (n * blocks + block) * blockBytes;
      data[k * outputs + n] =
        (bitsAt(packed.data, start, within, bits) - zeroOf(n, block)) * scales.data[n * blocks + block]!;
    }
  return data;
}

/** The zero point of a block: of the type of the scales, or in as few bits as the weights; the middle without any. */
function zerosOf(
  node: SourceNode,
  { outputs, bits, blocks }: Pick<Format, 'outputs' | 'bits' | 'blocks'>,
): (output: number, block: number) => number {
  if (!node.has(ZEROS)) return () => 2 ** (bits - 1);
  if (!isWhole(node.type(ZEROS).type)) {
    const { data } = sized(node, ZEROS, 'zero_points', outputs * blocks);
    return (output, block) => data[output * blocks + block]!;
  }
  const bytes = Math.ceil((blocks * bits) / 8);
  const { data } = sized(node, ZEROS, 'zero_points', outputs * bytes);
  return (output, block) => bitsAt(data, output * bytes, block, bits);
}

function sized(node: SourceNode, place: number, what: string, size: number): ConstantTensor {
  const found = node.constantInput(place, what);
  if (sizeOf(found.shape) !== size) node.invalid(`its ${what} have ${sizeOf(found.shape)} elements, not ${size}`);
  return found;
}

/** One of the elements that are packed from a byte on. */
function bitsAt(bytes: ConstantTensor['data'], start: number, place: number, bits: number): number {
  const first = place * bits;
  return (bytes[start + Math.floor(first / 8)]! >> (first % 8)) & (2 ** bits - 1);
}
