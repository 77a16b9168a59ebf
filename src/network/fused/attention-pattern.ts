/**
 * Attention as exporters, and ONNX's operators of it, spell it out: two products with a softmax between, of scaled
 * factors and a mask that is added.
 */
import { isWhole } from '../../elements/registry.js';
import type { GraphNode } from '../graph/graph.js';
import type { ConstantTensor } from '../onnx/model.js';
import { numberOf, sameShape } from '../graph/operators/attributes.js';
import { reshaped } from '../graph/operators/reshape.js';
import type { GraphEdit, Replacement, Rule } from '../graph/simplify/rule.js';
import { scalarOf } from '../graph/simplify/scalar.js';
import { ATTENTION, HEADS_FIRST } from './attention-order.js';
import { bandOf, type Band } from './band.js';

export const attentionPattern: Rule = (node, edit) => {
  if (node.op !== 'MatMul' || isWhole(edit.typeOf(node.outputs[0]!).type)) return undefined;
  const shares = sharesOf(node.inputs[0]!, edit);
  const product = shares && scoresOf(shares.scores, edit);
  if (!product) return undefined;
  if (shares.guard && !isGuardOf(shares.guard, product.added, edit)) return undefined;
  const shape = scoresShape(edit.shapeOf(shares.scores));
  const parts = shape && operandsOf(product.scores, node, shape, edit);
  if (!parts) return undefined;
  const { band, others } = withoutBand(product.added, shape, edit);
  const bias = totalOf(others, shape, edit);
  const scale = product.scale * parts.scale;
  return replacement(node, { ...parts, bias }, { ...product, ...shares, ...band, scale }, edit);
};

type Extents4 = readonly [number, number, number, number];

interface Shares {
  readonly scores: string;
  /** What says which rows are -∞ alone, which become zeros. */
  readonly guard?: Guard;
}

/**
 * Which rows become zeros: those whose shares are NaN, taken for those of scores that are -∞ alone; those of a bias
 * that are; or a list.
 */
type Guard = 'shares' | { readonly bias: string } | { readonly nothing: ConstantTensor };

/** What a softmax along the last axis is of, whose shares may be reshaped, and guarded against rows without any. */
function sharesOf(value: string, edit: GraphEdit): Shares | undefined {
  const own = regrouped(value, edit);
  if (own === undefined) return undefined;
  if (edit.isReadOnce(own) && edit.producer(own, 'Softmax')) return ofSoftmax(own, edit);
  const where = readBy(own, edit, 'Where');
  if (!where) return undefined;
  const [condition, zero, guarded] = where.inputs as readonly [string, string, string];
  const guard = scalarOf(zero, edit) === 0 ? guardOf(condition, guarded, edit) : undefined;
  const shares = guard && ofSoftmax(guarded, edit);
  return shares && { ...shares, guard };
}

/** By what the shares, which nothing else reads, become zeros. */
function guardOf(condition: string, shares: string, edit: GraphEdit): Guard | undefined {
  const isNaN = readBy(condition, edit, 'IsNaN');
  if (isNaN) return isNaN.inputs[0] === shares && edit.isReadTwice(shares) ? 'shares' : undefined;
  if (!edit.isReadOnce(shares)) return undefined;
  const nothing = edit.constant(condition);
  if (nothing) return { nothing };
  const isNothing = edit.producer(condition, 'Equal');
  const largest = isNothing && edit.producer(isNothing.inputs[0]!, 'ReduceMax');
  if (!largest || scalarOf(isNothing.inputs[1], edit) !== -Infinity) return undefined;
  return { bias: largest.inputs[0]! };
}

/** Whether the rows that become zeros are those whose scores, or the bias that is added to them, are -∞ alone. */
function isGuardOf(guard: Guard, [added, ...more]: readonly Added[], edit: GraphEdit): boolean {
  if (guard === 'shares') return true;
  if (!added || more.length > 0) return false;
  if ('bias' in guard) return unexpanded(guard.bias, edit) === unexpanded(added.value, edit);
  const { nothing } = guard;
  const constant = edit.constant(added.value);
  if (!constant) return false;
  const width = constant.shape.at(-1) ?? 1;
  const isNothing = Array.from({ length: constant.data.length / width }, (_, row) =>
    constant.data.subarray(row * width, (row + 1) * width).every((score) => score === -Infinity),
  );
  return nothing.data.length === isNothing.length && nothing.data.every((is, row) => (is !== 0) === isNothing[row]);
}

/** Expanded rows are -∞ alone where those before are. */
function unexpanded(value: string, edit: GraphEdit): string {
  return edit.producer(value, 'Expand')?.inputs[0] ?? value;
}

function ofSoftmax(value: string, edit: GraphEdit): Shares | undefined {
  const node = edit.producer(value, 'Softmax');
  const isLast = node && numberOf(node, 'axis') === edit.shapeOf(value).length - 1;
  return isLast && edit.isReadOnce(node.inputs[0]!) ? { scores: node.inputs[0]! } : undefined;
}

interface Scores {
  /** The value of the product of queries and keys. */
  readonly scores: string;
  readonly scale: number;
  readonly softcap: number;
  readonly added: readonly Added[];
}

/** What is added to scores, which have a shape there. */
interface Added {
  readonly value: string;
  readonly shape: readonly number[];
}

/** The product behind masks, a cap and factors; scores may be looked at as windows of others between masks. */
function scoresOf(value: string, edit: GraphEdit, added: readonly Added[] = []): Scores | undefined {
  const product = cappedOf(value, added, edit);
  if (product) return product;
  const node = edit.producer(value, 'Reshape', 'Add');
  const shape = edit.shapeOf(value);
  const isOwn = (scores: string): boolean =>
    edit.isReadOnce(scores) && sameShape(edit.shapeOf(scores).slice(-2), shape.slice(-2));
  if (node?.op === 'Reshape') return isOwn(node.inputs[0]!) ? scoresOf(node.inputs[0]!, edit, added) : undefined;
  for (const [scores, other] of [node?.inputs ?? [], node?.inputs.toReversed() ?? []]) {
    if (scores === undefined || !isOwn(scores) || !sameShape(edit.shapeOf(scores), shape)) continue;
    const found = scoresOf(scores, edit, [...added, { value: other!, shape }]);
    if (found) return found;
  }
  return undefined;
}

function cappedOf(value: string, added: readonly Added[], edit: GraphEdit): Scores | undefined {
  const { value: inner, factor } = unscaled(value, edit);
  const tanh = readBy(inner, edit, 'Tanh');
  const capped = tanh && factor > 0 ? unscaled(tanh.inputs[0]!, edit) : undefined;
  const product = regrouped(capped?.value ?? inner, edit);
  if (product === undefined || !readBy(product, edit, 'MatMul')) return undefined;
  // c tanh(s x) is c tanh((s c) x / c).
  const scale = capped ? capped.factor * factor : factor;
  return { scores: product, scale, softcap: capped ? factor : 0, added };
}

/** [B, H, S, T] of scores that have three or four axes. */
function scoresShape(shape: readonly number[]): Extents4 | undefined {
  if (shape.length !== 3 && shape.length !== 4) return undefined;
  return [1, ...shape].slice(-4) as unknown as Extents4;
}

interface Operands {
  readonly query: string;
  readonly key: string;
  readonly data: string;
  readonly scale: number;
}

/** What is multiplied, of four axes each; undefined where heads do not go together. */
function operandsOf(scores: string, node: GraphNode, shape: Extents4, edit: GraphEdit): Operands | undefined {
  const [left, right] = edit.producer(scores, 'MatMul')!.inputs as readonly [string, string];
  const [batch, heads, rows, keys] = shape;
  const [query, key, data] = [unscaled(left, edit), unscaled(right, edit), node.inputs[1]!];
  const [k, v] = [edit.shapeOf(key.value), edit.shapeOf(data)];
  const [depth, width] = [k.at(-2)!, v.at(-1)!];
  const groups = groupsOf(k, batch, heads);
  if (groups === undefined || groups !== groupsOf(v, batch, heads) || v.at(-2) !== keys) return undefined;
  const plain = regrouped(query.value, edit) ?? query.value;
  const inner = unscaled(plain, edit);
  return {
    query: reshaped(edit, inner.value, [batch, heads, rows, depth]),
    key: edit.emit('Transpose', [reshaped(edit, key.value, [batch, groups, depth, keys])], { perm: [0, 1, 3, 2] }),
    data: reshaped(edit, data, [batch, groups, keys, width]),
    scale: query.factor * inner.factor * key.factor,
  };
}

/** Heads of keys: those of the scores, groups of them, or one for all. */
function groupsOf(shape: readonly number[], batch: number, heads: number): number | undefined {
  const [b, groups] = [1, ...shape.slice(0, -2)].slice(-2) as [number, number];
  const isOwn = (shape.length === 3 || shape.length === 4) && b === batch;
  return isOwn && heads % groups === 0 ? groups : undefined;
}

/** The first band among what is added, which hides keys without being read, and the others. */
function withoutBand(
  added: readonly Added[],
  [, , rows, keys]: Extents4,
  edit: GraphEdit,
): { readonly band: Band; readonly others: readonly Added[] } {
  const bands = added.map(({ value }) => {
    const constant = edit.constant(value);
    return constant && bandOf(constant, rows, keys);
  });
  const place = bands.findIndex((band) => band !== undefined);
  return { band: bands[place] ?? { causal: 0, window: 0 }, others: added.filter((_, i) => i !== place) };
}

/** All that is added, as [B, H, S, T] with extents of 1 where it is the same; keys are there. */
function totalOf(added: readonly Added[], shape: Extents4, edit: GraphEdit): string | undefined {
  const each = added.map(({ value, shape: own }) => {
    const isSame = sameShape([1, ...own].slice(-4), shape);
    const whole = (): string => edit.emit('Reshape', [edit.emit('Expand', [value], { shape: own })], { shape });
    return biasOf(isSame ? value : whole(), shape, edit);
  });
  return each.length === 0 ? undefined : each.reduce((a, b) => edit.emit('Add', [a, b]));
}

function biasOf(value: string, shape: Extents4, edit: GraphEdit): string {
  const own = edit.shapeOf(value);
  const four = [1, 1, 1, 1, ...own].slice(-4);
  const whole = reshaped(edit, value, four);
  return four[3] === shape[3] ? whole : edit.emit('Expand', [whole], { shape: [...four.slice(0, 3), shape[3]] });
}

interface Given extends Omit<Operands, 'scale'> {
  readonly bias: string | undefined;
}

function replacement(
  node: GraphNode,
  { query, key, data, bias }: Given,
  { scale, softcap, guard, causal, window }: Pick<Scores, 'scale' | 'softcap'> & Pick<Shares, 'guard'> & Band,
  edit: GraphEdit,
): Replacement {
  // Of a band every row sees a key.
  const isMasked = guard !== undefined && bias !== undefined;
  const attributes = { scale, softcap, masked: isMasked ? 1 : 0, order: HEADS_FIRST, causal, window };
  const attended = edit.emit(ATTENTION, [query, key, data, ...(bias === undefined ? [] : [bias])], attributes);
  return reshape(attended, edit.shapeOf(node.outputs[0]!), edit);
}

function reshape(value: string, shape: readonly number[], edit: GraphEdit): Replacement {
  return sameShape(edit.shapeOf(value), shape)
    ? { values: [value] }
    : { op: 'Reshape', inputs: [value], attributes: { shape } };
}

/** The value before a Reshape that puts heads of a group in a row, or itself; undefined before others. */
function regrouped(value: string, edit: GraphEdit): string | undefined {
  const node = readBy(value, edit, 'Reshape');
  if (!node) return value;
  const [before, behind] = [edit.shapeOf(node.inputs[0]!), edit.shapeOf(value)];
  const isSame = before.length === 4 && behind.length === 4 && before[0] === behind[0] && before[3] === behind[3];
  const [more, fewer] = [Math.max(before[1]!, behind[1]!), Math.min(before[1]!, behind[1]!)];
  return isSame && more % fewer === 0 ? node.inputs[0] : undefined;
}

function unscaled(value: string, edit: GraphEdit): { readonly value: string; readonly factor: number } {
  const node = edit.producer(value, 'Mul');
  const factor = node && edit.constant(node.inputs[1]);
  if (factor?.data.length !== 1 || !sameShape(edit.shapeOf(node!.inputs[0]!), edit.shapeOf(value)))
    return { value, factor: 1 };
  const inner = unscaled(node!.inputs[0]!, edit);
  return { value: inner.value, factor: inner.factor * factor.data[0]! };
}

/** What makes a value that one alone reads, if it is of the operator. */
function readBy(value: string, edit: GraphEdit, op: string): GraphNode | undefined {
  return edit.isReadOnce(value) ? edit.producer(value, op) : undefined;
}
