import { seenBy, type AttentionShape } from '../../operator/attention.js';
import type { ConstantTensor } from '../onnx/model.js';
import type { GraphNode } from '../graph/graph.js';
import { numberOf, textOf } from '../graph/operators/attributes.js';
import { broadcastStrides, strided } from '../graph/operators/broadcast.js';
import { graphOperator } from '../graph/operators/by-procedure.js';
import { present, type InputType, type Values } from '../graph/operators/operator.js';
import { products } from '../graph/operators/products.js';
import type { Convolver } from '../graph/convolver.js';
import { allIn, kernelForm, operandOf, type Anchor } from '../program/lower/anchor.js';
import { ATTENTION, attentionOrder } from './attention-order.js';
import { attentionPattern } from './attention-pattern.js';
import type { FusedLayer } from './fused-layer.js';

/**
 * ScaledDotProduct: softmax(scale · Q · Kᵀ + bias) · V of Q [B, H, S, D], K [B, G, T, D], V [B, G, T, E] and a bias of
 * [B, H, S, T], whose extents but the last may be 1; with `order` BSHD tokens come before heads. `causal` and `window`
 * are those of the operator `attention`. No model has it: its pattern makes it.
 */
export const attention: FusedLayer = {
  operators: [
    graphOperator(ATTENTION, [3, 4], {
      infer: (node, inputs) => {
        const { type, shape } = present(inputs, 0);
        return [{ type, shape: [...shape.slice(0, -1), extentsOf(node, inputs).values] }];
      },
      work: (node, inputs) => {
        const { keys, width, values } = extentsOf(node, inputs);
        return Math.ceil((keys * (width + values)) / values);
      },
      evaluate: (node, inputs, _, convolver) => [evaluate(node, inputs, convolver)],
    }),
  ],
  pattern: (node, edit) => attentionPattern(node, edit) ?? attentionOrder(node, edit),
  anchor: anchor(),
};

type Shape = readonly number[];
type Extents = Pick<AttentionShape, 'batch' | 'heads' | 'groups' | 'queries' | 'keys' | 'width' | 'values'>;

function extentsOf(node: GraphNode, inputs: readonly InputType[]): Extents {
  const [q, k, v] = [0, 1, 2].map((place) => present(inputs, place).shape) as [Shape, Shape, Shape];
  const first = tokensFirst(node);
  const [batch, heads, queries, width] = inHeads(q, first.q);
  const [, groups, keys] = inHeads(k, first.k);
  const values = v.at(-1)!;
  return { batch, heads, groups, queries, keys, width, values };
}

function tokensFirst(node: GraphNode): { readonly q: boolean; readonly k: boolean } {
  const [q, k = q] = textOf(node, 'order').split('-');
  return { q: q === 'BSHD', k: k === 'BSHD' };
}

/** Extents as of heads that have tokens. */
function inHeads([b, x, y, d]: readonly number[], first: boolean): [number, number, number, number] {
  return first ? [b!, y!, x!, d!] : [b!, x!, y!, d!];
}

function evaluate(
  node: GraphNode,
  inputs: readonly (ConstantTensor | undefined)[],
  convolver: Convolver | undefined,
): Values {
  const [q, k, v, bias] = inputs as [ConstantTensor, ConstantTensor, ConstantTensor, ConstantTensor | undefined];
  const { batch, heads, groups, queries, keys, width, values } = extentsOf(node, inputs);
  const first = tokensFirst(node);
  const rows = (heads / groups) * queries;
  const [scale, cap] = [numberOf(node, 'scale'), numberOf(node, 'softcap')];
  const count = batch * groups;
  const query = arranged(q.data, [batch, heads, queries, width], first.q);
  const key = transposed(arranged(k.data, [batch, groups, keys, width], first.k), count, keys, width);
  const scores = products({ count, m: rows, n: keys, k: width }, query, key, convolver);
  const shape = [batch, heads, queries, keys];
  const added = bias && strided(bias.data, shape, broadcastStrides(bias.shape, shape));
  for (let i = 0; i < scores.length; i++) {
    const scaled = scores[i]! * scale;
    scores[i] = (cap > 0 ? cap * Math.tanh(scaled / cap) : scaled) + (added?.[i] ?? 0);
  }
  for (let at = 0; at < scores.length; at += keys) {
    const row = scores.subarray(at, at + keys);
    const seen = seenBy(
      { keys, causal: numberOf(node, 'causal'), window: numberOf(node, 'window') },
      (at / keys) % queries,
    );
    row.fill(-Infinity, 0, seen.from).fill(-Infinity, seen.to);
    toShares(row, node);
  }
  const value = arranged(v.data, [batch, groups, keys, values], first.k);
  const out = products({ count, m: rows, n: values, k: keys }, scores, value, convolver);
  const inTokens = (): Values => strided(out, [batch, queries, heads, values], tokenStrides(heads, queries, values));
  return first.q ? inTokens() : out;
}

/** In place. A row that is -∞ alone comes to zeros where the node says so. */
function toShares(row: Float64Array, node: GraphNode): void {
  const largest = row.reduce((most, score) => Math.max(most, score), -Infinity);
  if (largest === -Infinity && numberOf(node, 'masked') !== 0) {
    row.fill(0);
    return;
  }
  let total = 0;
  for (let j = 0; j < row.length; j++) total += row[j] = Math.exp(row[j]! - largest);
  for (let j = 0; j < row.length; j++) row[j]! /= total;
}

/** As heads of tokens, `shape`, from that or from tokens of heads. */
function arranged(data: Values, shape: readonly [number, number, number, number], first: boolean): Values {
  const [, heads, tokens, channels] = shape;
  return first ? strided(data, shape, tokenStrides(tokens, heads, channels)) : data;
}

/** Strides along four axes of elements of which the second and third are swapped, with their extents in memory. */
function tokenStrides(second: number, third: number, channels: number): number[] {
  return [second * third * channels, channels, third * channels, 1];
}

function transposed(data: Values, count: number, rows: number, columns: number): Values {
  return strided(data, [count, columns, rows], [rows * columns, 1, columns]);
}

function anchor(): Anchor {
  return {
    tail: 'nothing',
    forms: ({ anchor: node }, { graph }) => {
      const given = node.inputs.map((input) => graph.values.get(input!));
      const options = {
        ...Object.fromEntries(Object.entries(extentsOf(node, given)).map(([name, extent]) => [name, `${extent}`])),
        ...{ order: textOf(node, 'order'), bias: biasOf(given[3]), masked: `${numberOf(node, 'masked') !== 0}` },
        ...{ scale: `${numberOf(node, 'scale')}`, softcap: `${numberOf(node, 'softcap')}` },
        ...{ causal: `${numberOf(node, 'causal')}`, window: `${numberOf(node, 'window')}` },
      };
      const inputs = node.inputs.map((input) => operandOf(input!, graph));
      return [kernelForm('attention', options, inputs, allIn('NCHW', inputs))];
    },
  };
}

/** The axes along which a bias differs, but that of keys always. */
function biasOf(bias: InputType): string {
  if (!bias) return 'none';
  const outer = ['b', 'h', 'q'].filter((_, axis) => bias.shape[axis]! > 1);
  return `bias-${outer.join('')}k`;
}
