/** What every operator of attention comes to: softmax(scale · Q · Kᵀ + bias) · V, in this one pattern. */
import { bool } from '../../../../elements/bool.js';
import { int64 } from '../../../../elements/int64.js';
import type { SourceNode } from '../operator.js';
import { concatenated } from '../parts.js';
import { reshaped } from '../reshape.js';

export interface DotProduct {
  /** B x H x S x D */
  readonly query: string;
  /** B x G x T x D, G a divisor of H: each is that of H / G queries in a row. */
  readonly key: string;
  /** B x G x T x E */
  readonly value: string;
  readonly scale: number;
  /** Scores are c·tanh(x / c) where it is above 0. */
  readonly softcap?: number;
  /** Added to the scores; broadcasts to B x H x S x T. A row that is -∞ alone gives zeros. */
  readonly bias?: string;
}

export interface Attended {
  /** B x H x S x E */
  readonly output: string;
  /** B x H x S x T each: the scaled product, behind the cap, with the bias, and behind the softmax. */
  readonly scores: readonly [product: string, capped: string, biased: string, shares: string];
}

export function scaledDotProduct(
  node: SourceNode,
  { query, key, value, scale, softcap = 0, bias }: DotProduct,
): Attended {
  const { type, shape } = node.typeOf(query);
  const [batch, heads, rows] = shape as [number, number, number, number];
  const [, groups, columns] = node.typeOf(key).shape as [number, number, number, number];
  const perGroup = (of: string, width: number): string =>
    reshaped(node, of, [batch, groups, (heads / groups) * rows, width]);
  const perHead = (of: string, width: number): string => reshaped(node, of, [batch, heads, rows, width]);
  const scaled = node.emit('Mul', [query, node.scalar(scale, type)]);
  const transposed = node.emit('Transpose', [key], { perm: [0, 1, 3, 2] });
  const product = perHead(node.emit('MatMul', [perGroup(scaled, shape[3]!), transposed]), columns);
  const capped = softcap > 0 ? withCap(node, product, softcap) : product;
  const biased = bias === undefined ? capped : node.emit('Add', [capped, bias]);
  const shares = guarded(node, node.emit('Softmax', [biased], { axis: 3 }), bias);
  const output = perHead(node.emit('MatMul', [perGroup(shares, columns), value]), node.typeOf(value).shape[3]!);
  return { output, scores: [product, capped, biased, shares] };
}

function withCap(node: SourceNode, scores: string, cap: number): string {
  const width = node.scalar(cap, node.typeOf(scores).type);
  return node.emit('Mul', [node.emit('Tanh', [node.emit('Div', [scores, width])]), width]);
}

/** Zeros where the bias leaves nothing of a row, of which the softmax is not a number. */
function guarded(node: SourceNode, shares: string, bias: string | undefined): string {
  if (bias === undefined) return shares;
  const { type, shape } = node.typeOf(bias);
  if (shape.length === 0) return shares;
  const largest = node.emit('ReduceMax', [bias], { axes: [shape.length - 1] });
  const isNothing = node.emit('Equal', [largest, node.scalar(-Infinity, type)]);
  if (node.constantOf(isNothing)?.data.every((holds) => holds === 0)) return shares;
  return node.emit('Where', [isNothing, node.scalar(0, type), shares]);
}

/** Truth as a bias: 0 where it holds, -∞ elsewhere; floats as they are. */
export function biasOf(node: SourceNode, mask: string, type: string): string {
  if (node.typeOf(mask).type !== bool.name) return mask;
  return node.emit('Where', [mask, node.scalar(0, type), node.scalar(-Infinity, type)]);
}

/** What a cache, an input that may be left out, holds before what comes in. */
export function withPast(node: SourceNode, cache: number, value: string): string {
  return node.has(cache) ? concatenated(node, [node.input(cache), value], 2) : value;
}

/** S x T: how far a key stands behind the place of a query. */
export function distances(node: SourceNode, rows: number, columns: number): string {
  const data = Float64Array.from({ length: rows * columns }, (_, at) => (at % columns) - Math.floor(at / columns));
  return node.constant({ type: int64.name, shape: [rows, columns], data });
}

/** B x S x (H D) as B x H x S x D. */
export function splitHeads(node: SourceNode, value: string, heads: number): string {
  const [batch, rows, width] = node.typeOf(value).shape as [number, number, number];
  if (!Number.isInteger(heads) || heads < 1 || width % heads !== 0)
    node.invalid(`${width} is no multiple of ${heads} heads`);
  const apart = reshaped(node, value, [batch, rows, heads, width / heads]);
  return node.emit('Transpose', [apart], { perm: [0, 2, 1, 3] });
}

/** B x H x S x D as B x S x (H D). */
export function joinHeads(node: SourceNode, value: string): string {
  const [batch, heads, rows, width] = node.typeOf(value).shape as [number, number, number, number];
  const turned = node.emit('Transpose', [value], { perm: [0, 2, 1, 3] });
  return reshaped(node, turned, [batch, rows, heads * width]);
}
