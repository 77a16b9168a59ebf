import { bool } from '../../../../elements/bool.js';
import { int64 } from '../../../../elements/int64.js';
import { sameShape, shapeText } from '../attributes.js';
import type { Operator, SourceNode } from '../operator.js';
import { counting, extended } from '../parts.js';
import { reshaped } from '../reshape.js';
import { biasOf, distances, joinHeads, scaledDotProduct, splitHeads, withPast } from './scaled-dot-product.js';

/** Attention (from version 23 on), with all of its masks, windows, caches and outputs. */
export const attention: Operator = {
  name: 'Attention',
  inputs: [3, 7],
  outputs: 4,
  normalise: (node) => {
    const isFlat = node.rank(0) === 3;
    const heads = (index: number, name: string): string =>
      isFlat ? splitHeads(node, node.input(index), node.number(name)) : node.input(index);
    const query = heads(0, 'q_num_heads');
    const key = withPast(node, 4, heads(1, 'kv_num_heads'));
    const value = withPast(node, 5, heads(2, 'kv_num_heads'));
    checkShapes(node, [query, key, value]);
    const width = node.typeOf(query).shape[3]!;
    const { output, scores } = scaledDotProduct(node, {
      ...{ query, key, value },
      scale: node.number('scale', 1 / Math.sqrt(width)),
      softcap: node.number('softcap', 0),
      ...biasFrom(node, query, key),
    });
    const mode = node.number('qk_matmul_output_mode', 0);
    const shown = scores[mode] ?? node.invalid(`its qk_matmul_output_mode is ${mode}`);
    return { values: [isFlat ? joinHeads(node, output) : output, key, value, shown] };
  },
};

function checkShapes(node: SourceNode, values: readonly [string, string, string]): void {
  const [query, key, value] = values.map((one) => node.typeOf(one).shape) as [number[], number[], number[]];
  const goTogether =
    [query, key, value].every((shape) => shape.length === 4 && shape[0] === query[0]) &&
    query[3] === key[3] &&
    sameShape(key.slice(0, 3), value.slice(0, 3)) &&
    query[1]! % key[1]! === 0;
  if (!goTogether)
    node.invalid(`its query is ${shapeText(query)}, its key ${shapeText(key)}, and its value ${shapeText(value)}`);
}

/** What masks and windows add to the scores, if there are any. */
function biasFrom(node: SourceNode, query: string, key: string): { readonly bias?: string } {
  const { type, shape } = node.typeOf(query);
  const [rows, columns] = [shape[2]!, node.typeOf(key).shape[2]!];
  const given = node.has(3) ? paddedMask(node, node.input(3), columns) : undefined;
  const isFloat = given !== undefined && node.typeOf(given).type !== bool.name;
  const conditions = [...(given === undefined || isFloat ? [] : [given]), ...conditionsOf(node, rows, columns)];
  const [first, ...others] = conditions;
  const allowed = first && others.reduce((all, one) => node.emit('And', [all, one]), first);
  const ofConditions = allowed && biasOf(node, allowed, type);
  const biases = [...(isFloat ? [given] : []), ...(ofConditions === undefined ? [] : [ofConditions])];
  if (biases.length === 0) return {};
  return { bias: biases.reduce((sum, one) => node.emit('Add', [sum, one])) };
}

/** A mask may be of fewer keys than there are: none of the others counts. */
function paddedMask(node: SourceNode, mask: string, columns: number): string {
  const { type, shape } = node.typeOf(mask);
  return extended(node, mask, shape.length - 1, columns, type === bool.name ? 0 : -Infinity);
}

/**
 * Which keys a query may see, each as truth that broadcasts to B x H x S x T. Query i stands at i + offset among the
 * keys: behind those of the cache, or the last of those that are no padding.
 */
function conditionsOf(node: SourceNode, rows: number, columns: number): readonly string[] {
  const valid = node.has(6) ? reshaped(node, node.input(6), [...node.shape(6), 1, 1, 1]) : undefined;
  const past = node.has(4) ? node.shape(4)[2]! : 0;
  const isCausal = node.number('is_causal', 0) !== 0;
  const [left, right] = [node.number('left_window_size', -1), node.number('right_window_size', -1)];
  const moved = (by: number): string =>
    valid === undefined || node.has(4)
      ? node.scalar(past + by, int64.name)
      : node.emit('Add', [valid, node.scalar(by - rows, int64.name)]);
  // Key j counts where j - i is between bounds.
  const ahead = distances(node, rows, columns);
  const conditions = isCausal ? [node.emit('LessOrEqual', [ahead, moved(0)])] : [];
  if (left >= 0) conditions.push(node.emit('GreaterOrEqual', [ahead, moved(-left)]));
  if (right >= 0) conditions.push(node.emit('LessOrEqual', [ahead, moved(right)]));
  if (valid !== undefined) conditions.push(node.emit('Less', [counting(node, columns), valid]));
  return conditions;
}
