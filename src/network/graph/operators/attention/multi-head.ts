import { int64 } from '../../../../elements/int64.js';
import { defined } from '../../../../target/defined.js';
import { shapeText } from '../attributes.js';
import { withInputs, type Operator, type SourceNode } from '../operator.js';
import { at, concatenated, counting, cut, stacked } from '../parts.js';
import { dequantised } from '../quantisation.js';
import { reshaped } from '../reshape.js';
import { distances, joinHeads, scaledDotProduct, splitHeads, withPast } from './scaled-dot-product.js';

/** ONNX Runtime's attention over values of three axes; of keys that are padding, scores are far below all others. */
const multiHeadAttention: Operator = {
  name: 'com.microsoft.MultiHeadAttention',
  inputs: [1, 10],
  outputs: 3,
  normalise: (node) => {
    if (node.has(8) || node.has(9)) node.unsupported('with a buffer that calls share');
    const heads = node.number('num_heads');
    const given = operandsOf(node);
    const shapes = given.map((own) => node.typeOf(own).shape);
    const widths = shapes.map((shape) => (shape.length === 3 ? shape[2]! : 0));
    const [query, key, value] = given.map((own, index) => {
      if (shapes[index]!.length === 4) return own;
      const before = widths.slice(0, index).reduce((sum, width) => sum + width, 0);
      const bias = node.has(3) ? cut(node, node.input(3), 0, before, widths[index]!) : undefined;
      return splitHeads(node, bias === undefined ? own : node.emit('Add', [own, bias]), heads);
    }) as [string, string, string];
    const [keys, values] = [withPast(node, 6, key), withPast(node, 7, value)];
    const output = attended(node, { query, key: keys, value: values, padding: node.inputs[4], bias: node.inputs[5] });
    return { values: [output, keys, values] };
  },
};

/** Queries, keys and values, each B x S x (H D) or B x H x S x D; some may come in one, B x S x H x 3 x D. */
function operandsOf(node: SourceNode): readonly string[] {
  const parts = (input: number, count: number): string[] => {
    const [batch, rows, heads, packed, width] = node.shape(input) as [number, number, number, number, number];
    if (packed !== count) node.invalid(`its input ${input} is ${shapeText(node.shape(input))}`);
    const value = node.input(input);
    return Array.from({ length: count }, (_, i) => reshaped(node, at(node, value, i, 3), [batch, rows, heads * width]));
  };
  const packed = [0, 1].find((input) => node.has(input) && node.rank(input) === 5);
  if (packed !== undefined) return [...(packed === 1 ? [node.input(0)] : []), ...parts(packed, 3 - packed)];
  return [0, 1, 2].map((input) => node.input(input));
}

/** ONNX Runtime's attention that has the weights of queries, keys and values side by side. */
const attention: Operator = {
  name: 'com.microsoft.Attention',
  inputs: [2, 7],
  outputs: 2,
  normalise: (node) => {
    if (node.number('do_rotary', 0) !== 0) node.unsupported('with a rotary embedding');
    if (node.number('past_present_share_buffer', 0) !== 0) node.unsupported('with a buffer that calls share');
    const heads = node.number('num_heads');
    const width = node.shape(1).at(-1)!;
    const sizes = node.optionalNumbers('qkv_hidden_sizes') ?? [width / 3, width / 3, width / 3];
    const product = node.emit('MatMul', [node.input(0), node.input(1)]);
    const all = node.has(2) ? node.emit('Add', [product, node.input(2)]) : product;
    const [query, key, value] = sizes.map((size, i) => {
      const before = sizes.slice(0, i).reduce((sum, one) => sum + one, 0);
      return splitHeads(node, cut(node, all, 2, before, size), heads);
    }) as [string, string, string];
    // Keys and values share a cache.
    const [keys, values] = [key, value].map((own, which) => {
      return node.has(4) ? concatenated(node, [at(node, node.input(4), which), own], 2) : own;
    }) as [string, string];
    const output = attended(node, { query, key: keys, value: values, padding: node.inputs[3], bias: node.inputs[5] });
    return { values: [output, stacked(node, [keys, values])] };
  },
};

/** The same with data and weights of bytes. */
const quantisedAttention: Operator = {
  name: 'com.microsoft.QAttention',
  inputs: [5, 9],
  outputs: 2,
  normalise: (node) => {
    const [data, weights, bias, scale, weightScale, mask, zero, weightZero, past] = node.inputs;
    const floats = [
      dequantised(node, data!, { scale: scale!, zero }),
      dequantised(node, weights!, { scale: weightScale!, zero: weightZero }, { axis: 1 }),
    ];
    return attention.normalise(withInputs(node, [...floats, bias, mask, past]));
  },
};

interface Heads {
  /** B x H x S x D */
  readonly query: string;
  readonly key: string;
  readonly value: string;
  /** Which keys count: B x T or B x S x T; or where those of each row end, B, and behind these where they start. */
  readonly padding: string | undefined;
  readonly bias: string | undefined;
}

function attended(node: SourceNode, { query, key, value, padding, bias }: Heads): string {
  const { type, shape } = node.typeOf(query);
  const [rows, columns] = [shape[2]!, node.typeOf(key).shape[2]!];
  const biases = [
    ...(padding === undefined ? [] : [paddingBias(node, padding, columns, type)]),
    ...(node.number('unidirectional', 0) === 0 ? [] : [causalBias(node, rows, columns, type)]),
    ...(bias === undefined ? [] : [bias]),
  ];
  const scale = node.number('scale', 0) || 1 / Math.sqrt(shape[3]!);
  const sum = biases.length === 0 ? undefined : biases.reduce((all, one) => node.emit('Add', [all, one]));
  return joinHeads(node, scaledDotProduct(node, { query, key, value, scale, ...defined({ bias: sum }) }).output);
}

function paddingBias(node: SourceNode, padding: string, columns: number, type: string): string {
  const { shape } = node.typeOf(padding);
  const zero = node.scalar(0, type);
  const filter = node.scalar(node.number('mask_filter_value', -10000), type);
  if (shape.length === 1) return node.emit('Where', [isOutside(node, padding, columns), filter, zero]);
  if (shape.length > 3 || shape.at(-1) !== columns) node.unsupported(`with a mask of ${shapeText(shape)}`);
  const apart = reshaped(node, padding, shape.length === 2 ? [shape[0]!, 1, 1, columns] : shape.toSpliced(1, 0, 1));
  const isPadding = node.emit('Equal', [apart, node.scalar(0, node.typeOf(padding).type)]);
  return node.emit('Where', [isPadding, filter, zero]);
}

/** Whether each key is at or behind the end of its row, or before its start; starts stand behind all ends. */
function isOutside(node: SourceNode, ends: string, columns: number): string {
  const [count] = node.typeOf(ends).shape;
  const batch = node.shape(0)[0]!;
  if (count !== batch && count !== 2 * batch) node.unsupported(`with a mask of ${count!} for ${batch} rows`);
  const places = counting(node, columns);
  const part = (start: number): string => reshaped(node, cut(node, ends, 0, start, batch), [batch, 1, 1, 1]);
  const isBehind = node.emit('GreaterOrEqual', [places, part(0)]);
  return count === batch ? isBehind : node.emit('Or', [isBehind, node.emit('Less', [places, part(batch)])]);
}

function causalBias(node: SourceNode, rows: number, columns: number, type: string): string {
  const isLater = node.emit('Greater', [distances(node, rows, columns), node.scalar(columns - rows, int64.name)]);
  return node.emit('Where', [isLater, node.scalar(-Infinity, type), node.scalar(0, type)]);
}

export const runtimeAttentions: readonly Operator[] = [multiHeadAttention, attention, quantisedAttention];
