import { int64 } from '../../../../elements/int64.js';
import { defined } from '../../../../target/defined.js';
import { shapeText, sizeOf } from '../attributes.js';
import type { Operator, SourceNode } from '../operator.js';
import { counting, cut, extended, zerosOf } from '../parts.js';
import { reshaped } from '../reshape.js';
import { anglesAt, rotated } from '../rotary-embedding.js';
import { distances, joinHeads, scaledDotProduct, splitHeads, type DotProduct } from './scaled-dot-product.js';

/**
 * ONNX Runtime's attention of decoders: queries of several heads share a head of keys and values, which are written
 * into caches behind what these hold; causal, with rotary embedding, a window, a cap and a sink where they are asked
 * for (https://github.com/microsoft/onnxruntime/blob/main/docs/ContribOperators.md).
 */
export const groupedQueryAttention: Operator = {
  name: 'com.microsoft.GroupQueryAttention',
  inputs: [1, 12],
  outputs: 3,
  normalise: (node) => {
    checkAttributes(node);
    const [query, key, value] = headsOf(node);
    const past = pastOf(node, node.typeOf(query).shape[2]!);
    const [turnedQuery, turnedKey] = [query, key].map((one) => turned(node, one, past)) as [string, string];
    const [keys, values] = [withCache(node, 3, turnedKey, past), withCache(node, 4, value, past)];
    const { output } = scaledDotProduct(node, {
      ...withSink(node, { query: turnedQuery, key: keys, value: values, bias: biasOf(node, query, keys, past) }),
      scale: node.number('scale', 0) || 1 / Math.sqrt(node.typeOf(query).shape[3]!),
      softcap: node.number('softcap', 0),
    });
    return { values: [joinHeads(node, output), keys, values] };
  },
};

function checkAttributes(node: SourceNode): void {
  if (node.rank(0) !== 3) node.invalid(`its query is ${shapeText(node.shape(0))}`);
  if (node.number('qk_output', 0) !== 0) node.unsupported('with its scores as an output');
  for (const name of ['k_quant_type', 'v_quant_type'])
    if (node.text(name, 'NONE') !== 'NONE') node.unsupported('with caches in few bits');
}

/** Queries (B x H x S x D), keys and values (B x G x S x D), which may come in one value side by side. */
function headsOf(node: SourceNode): [string, string, string] {
  const [heads, groups] = [node.number('num_heads'), node.number('kv_num_heads')];
  if (heads % groups !== 0) node.invalid(`its kv_num_heads ${groups} does not divide its num_heads ${heads}`);
  if (node.has(1) !== node.has(2)) node.invalid('it has keys or values, not both');
  const counts = [heads, groups, groups];
  if (node.has(1))
    return counts.map((count, index) => splitHeads(node, node.input(index), count)) as [string, string, string];
  const all = splitHeads(node, node.input(0), heads + 2 * groups);
  return counts.map((count, index) => cut(node, all, 1, [0, heads, heads + groups][index]!, count)) as [
    string,
    string,
    string,
  ];
}

/** What the caches hold before this call. */
interface Past {
  /** Of each sequence, [B] of int64: how many tokens. */
  readonly lengths: string;
  /** How many, where all have so many and that is known ahead. */
  readonly known: number | undefined;
  /** Tokens that the caches have room for behind this call. */
  readonly room: number;
}

/** `rows`: tokens that come in, of each sequence. */
function pastOf(node: SourceNode, rows: number): Past {
  const [batch] = node.shape(0) as [number];
  const total = node.constantInput(6, 'a total_sequence_length').data[0]!;
  const held = node.has(3) ? node.shape(3)[2]! : 0;
  if (total < rows) node.invalid(`its total_sequence_length is ${total}, and its query has ${rows} tokens`);
  if (sizeOf(node.shape(5)) !== batch)
    node.invalid(`its seqlens_k is ${shapeText(node.shape(5))} for ${batch} sequences`);
  const room = Math.max(total, held);
  const all = (length: number): Past => {
    const data = new Float64Array(batch).fill(length);
    return { lengths: node.constant({ type: int64.name, shape: [batch], data }), known: length, room };
  };
  if (total === rows) return all(0);
  // A cache of one sequence that has no room to spare is full.
  if (batch === 1 && held + rows === total) return all(held);
  const last = node.emit('Cast', [reshaped(node, node.input(5), [batch])], { to: int64.name });
  const before = node.emit('Add', [last, node.scalar(1 - rows, int64.name)]);
  return { lengths: node.emit('Max', [before, node.scalar(0, int64.name)]), known: undefined, room };
}

/** Keys or values behind those of a cache. */
function withCache(node: SourceNode, cache: number, value: string, { lengths, known, room }: Past): string {
  const [batch, groups, rows, width] = node.typeOf(value).shape as [number, number, number, number];
  const held = node.has(cache) ? node.shape(cache)[2]! : 0;
  if (held > 0 && shapeText(node.shape(cache)) !== shapeText([batch, groups, held, width]))
    node.invalid(`its cache is ${shapeText(node.shape(cache))}, not ${shapeText([batch, groups, held, width])}`);
  if (known !== undefined && known + rows === room) {
    return known === 0 ? value : node.emit('Concat', [cut(node, node.input(cache), 2, 0, known), value], { axis: 2 });
  }
  const given = extended(node, held === 0 ? value : node.input(cache), 2, room);
  return node.emit('TensorScatter', [given, value, lengths], { axis: 2, mode: 'linear' });
}

/** Queries or keys, turned by the angles of their places. */
function turned(node: SourceNode, value: string, { lengths }: Past): string {
  if (node.number('do_rotary', 0) === 0) return value;
  const [batch, , rows] = node.typeOf(value).shape as [number, number, number];
  const own = () => node.emit('Add', [reshaped(node, lengths, [batch, 1]), counting(node, rows)]);
  const positions = node.has(9) ? node.input(9) : own();
  const [cosine, sine] = [7, 8].map((table) => anglesAt(node, node.input(table), positions)) as [string, string];
  return rotated(node, value, { cosine, sine, heads: 0, isInterleaved: node.number('rotary_interleaved', 0) !== 0 });
}

/** A query sees the keys up to its own place, of a window those near it. */
function biasOf(node: SourceNode, query: string, keys: string, past: Past): string | undefined {
  const { type, shape } = node.typeOf(query);
  const [batch, , rows] = shape as [number, number, number];
  const columns = node.typeOf(keys).shape[2]!;
  const ahead = distances(node, rows, columns);
  const lengths = reshaped(node, past.lengths, [batch, 1, 1, 1]);
  const window = node.number('local_window_size', -1);
  const isSeen = node.emit('LessOrEqual', [ahead, lengths]);
  const isNear = () => node.emit('Greater', [ahead, node.emit('Sub', [lengths, node.scalar(window, int64.name)])]);
  const counts = window < 0 ? isSeen : node.emit('And', [isSeen, isNear()]);
  const places = node.emit('Where', [counts, node.scalar(0, type), node.scalar(-Infinity, type)]);
  if (node.has(10)) return node.emit('Add', [places, extended(node, node.input(10), 3, columns)]);
  return node.constantOf(places)?.data.every((added) => added === 0) === true ? undefined : places;
}

interface Heads extends Pick<DotProduct, 'query' | 'key' | 'value'> {
  readonly bias: string | undefined;
}

/** Of rows with a sink, one key more: of zeros, whose score is the sink's, and from which nothing comes. */
function withSink(node: SourceNode, { bias, ...heads }: Heads): Omit<DotProduct, 'scale'> {
  const sink = sinkOf(node, heads.query);
  if (sink === undefined) return { ...heads, ...defined({ bias }) };
  const { type, shape } = node.typeOf(heads.query);
  const columns = node.typeOf(heads.key).shape[2]!;
  const scores = zerosOf(node, [1, shape[1]!, shape[2]!, columns], type);
  const own = bias === undefined ? scores : node.emit('Add', [bias, scores]);
  const last = node.emit('Add', [sink, zerosOf(node, [node.typeOf(own).shape[0]!, 1, shape[2]!, 1], type)]);
  const [key, value] = [heads.key, heads.value].map((one) => extended(node, one, 2, columns + 1)) as [string, string];
  return { query: heads.query, key, value, bias: node.emit('Concat', [own, last], { axis: 3 }) };
}

/** 1 x H x 1 x 1: the score of the sink. */
function sinkOf(node: SourceNode, query: string): string | undefined {
  const { type, shape } = node.typeOf(query);
  if (node.has(11)) return reshaped(node, node.input(11), [1, shape[1]!, 1, 1]);
  const data = new Float32Array(shape[1]!);
  return node.number('smooth_softmax', 0) === 0
    ? undefined
    : node.constant({ type, shape: [1, shape[1]!, 1, 1], data });
}
