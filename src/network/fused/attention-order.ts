/**
 * Attention reads heads and tokens as they lie: a Transpose that brings heads before tokens is part of it, and so is
 * what repeats heads of keys and values, one for each head of queries.
 */
import type { GraphNode } from '../graph/graph.js';
import { numbersOf, sameShape, textOf } from '../graph/operators/attributes.js';
import { reshaped } from '../graph/operators/reshape.js';
import type { GraphEdit, Replacement, Rule } from '../graph/simplify/rule.js';

export const ATTENTION = 'tune.ScaledDotProduct';

export const HEADS_FIRST = 'BHSD';
const TOKENS_FIRST = 'BSHD';

const SWAPPED = [0, 2, 1, 3];

export const attentionOrder: Rule = (node, edit) => {
  if (node.op !== ATTENTION) return undefined;
  const [own, asked = own] = textOf(node, 'order').split('-');
  const [query, key, data, ...bias] = node.inputs as readonly [string, string, string, ...string[]];
  if (asked === HEADS_FIRST) {
    const once = unrepeated(key, data, edit);
    if (once) return withInputs(node, [query, ...once, ...bias]);
    const [k, v] = [key, data].map((value) => tokensBefore(value, edit));
    if (k && v)
      return withInputs(
        node,
        [query, reshaped(edit, k.value, k.shape), reshaped(edit, v.value, v.shape), ...bias],
        own === TOKENS_FIRST ? TOKENS_FIRST : `${HEADS_FIRST}-${TOKENS_FIRST}`,
      );
  }
  const q = own === HEADS_FIRST ? tokensBefore(query, edit) : undefined;
  if (!q) return undefined;
  const order = asked === TOKENS_FIRST ? TOKENS_FIRST : `${TOKENS_FIRST}-${HEADS_FIRST}`;
  const { op, inputs, attributes } = withInputs(node, [reshaped(edit, q.value, q.shape), key, data, ...bias], order);
  // The transposition comes last, where another that follows takes it back.
  return { op: 'Transpose', inputs: [edit.emit(op, inputs, attributes)], attributes: { perm: SWAPPED } };
};

function withInputs(node: GraphNode, inputs: readonly string[], order = textOf(node, 'order')) {
  return { op: node.op, inputs, attributes: { ...Object.fromEntries(node.attributes), order } } satisfies Replacement;
}

interface Shaped {
  readonly value: string;
  readonly shape: readonly number[];
}

/** What a Transpose brought heads before tokens of, with four axes. */
function tokensBefore(value: string, edit: GraphEdit): Shaped | undefined {
  const transposed = edit.producer(withoutBatch(value, edit), 'Transpose');
  const perm = transposed && numbersOf(transposed, 'perm');
  if (perm?.join() !== SWAPPED.join() && perm?.join() !== '1,0,2') return undefined;
  const [b, h, s, d] = edit.shapeOf(value) as [number, number, number, number];
  return { value: transposed!.inputs[0]!, shape: [b, s, h, d] };
}

/** The value before a Reshape that gives it a batch of one. */
function withoutBatch(value: string, edit: GraphEdit): string {
  const [given] = edit.producer(value, 'Reshape')?.inputs ?? [];
  if (given === undefined) return value;
  const [from, to] = [edit.shapeOf(given), edit.shapeOf(value)];
  return from.length === 3 && sameShape([1, ...from], to) ? given : value;
}

/** Keys and values whose heads were each repeated as often, before that. */
function unrepeated(key: string, data: string, edit: GraphEdit): readonly [string, string] | undefined {
  const [k, v] = [key, data].map((value) => repeatedFrom(value, edit));
  if (!k || !v || k.shape[1] !== v.shape[1]) return undefined;
  return [reshaped(edit, k.value, k.shape), reshaped(edit, v.value, v.shape)];
}

/** [B, G, T, D] of a value of more heads, in each of which one of G lies several times in a row. */
function repeatedFrom(value: string, edit: GraphEdit): Shaped | undefined {
  const expanded = edit.producer(edit.producer(value, 'Reshape')?.inputs[0] ?? '', 'Expand');
  const whole = expanded && edit.shapeOf(expanded.outputs[0]!);
  const [b, heads, t, d] = edit.shapeOf(value) as [number, number, number, number];
  if (whole?.length !== 5) return undefined;
  const [groups, each] = [whole[1]!, whole[2]!];
  if (!sameShape(whole, [b, groups, each, t, d]) || groups * each !== heads) return undefined;
  const given = expanded!.inputs[0]!;
  return sameShape(edit.shapeOf(given), [b, groups, 1, t, d]) ? { value: given, shape: [b, groups, t, d] } : undefined;
}
