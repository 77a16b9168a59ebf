/**
 * attention: out[b, h, i, e] = sum over j of p[b, h, i, j] * V[b, g, j, e], where p is the softmax along j of
 * scale * (sum over c of Q[b, h, i, c] * K[b, g, j, c]) + bias (Vaswani et al., NIPS 2017). Each of the `groups` heads
 * of K and V is that of heads / groups heads of Q in a row. In memory tokens lie in heads (BHSD) or heads in tokens
 * (BSHD); of two orders, the first is that of Q and of the output, the second that of K and V. Where it is causal, the
 * first query sees the first `causal` keys and each one more than the one before; of a window only the last of these.
 */
import { z } from 'zod';
import { apply, at, compute, expBelow, input, over, plus, reduce, sum, times } from '../ir/compute.js';
import { add, constant, subtract, type Index } from '../ir/index.js';
import type { Computation, Tensor, Value } from '../ir/tensor.js';
import { constantValue, select } from '../ir/value.js';
import { UsageError } from '../target/errors.js';
import { choiceField, decimalField, extentField, offsetField, switchField } from './fields.js';
import { defineFloatOperator } from './float-operator.js';
import { groupsOf } from './shape.js';

const schema = z.object({
  batch: extentField('--batch <n>', 'sequences', '1'),
  heads: extentField('--heads <n>', 'heads of the queries'),
  groups: extentField('--groups <n>', 'heads of keys and values, which divide those of the queries'),
  queries: extentField('--queries <n>', 'tokens that ask'),
  keys: extentField('--keys <n>', 'tokens that are asked'),
  width: extentField('--width <n>', 'channels of a head of queries and keys'),
  values: extentField('--values <n>', 'channels of a head of values'),
  order: choiceField('--order <order>', 'BHSD or BSHD, or of queries and of keys: BHSD-BSHD, BSHD-BHSD', [
    'BHSD',
    ...(['BSHD', 'BHSD-BSHD', 'BSHD-BHSD'] as const),
  ]),
  bias: choiceField('--bias <axes>', 'added to the scores: its axes, some of b, h, q, and k, as in bias-hqk', [
    'none',
    ...(['bias-k', 'bias-qk', 'bias-hk', 'bias-hqk', 'bias-bk', 'bias-bqk', 'bias-bhk', 'bias-bhqk'] as const),
  ]),
  masked: switchField('masked', 'a row whose bias is -inf alone gives zeros', 'no row of the bias is -inf alone'),
  scale: decimalField('--scale <s>', 'factor of the products', '1'),
  softcap: decimalField('--softcap <c>', 'scores are c tanh(x / c); 0 for scores as they are', '0'),
  causal: offsetField(
    '--causal <n>',
    'keys that the first query sees, each next one another: 1 for as many queries as keys; 0: each sees all',
    [0, 2 ** 24],
    'causal',
  ),
  window: offsetField('--window <n>', 'of these, it sees the last n alone; 0: all', [0, 2 ** 24], 'window'),
});

export type AttentionShape = Readonly<z.infer<typeof schema>>;

/** BERT-base, ViT-B/16, and eight heads for each one of keys and values. */
const workloads = {
  'bert.attention-128': { heads: '12', groups: '12', queries: '128', keys: '128', width: '64', values: '64' },
  'vit.attention': { heads: '12', groups: '12', queries: '197', keys: '197', width: '64', values: '64' },
  'llama3.decode-1024': { heads: '32', groups: '8', queries: '1', keys: '1024', width: '128', values: '128' },
};

export const attention = defineFloatOperator<AttentionShape>({
  name: 'attention',
  summary: 'softmax(scale · Q · Kᵀ + bias) · V, head by head',
  shape: schema,
  workloads: Object.fromEntries(
    Object.entries(workloads).map(([name, shape]) => [name, { ...shape, scale: `${Number(shape.width) ** -0.5}` }]),
  ),
  implied: ({ heads, width }) => ({
    ...(heads === undefined ? {} : { groups: heads }),
    ...(width === undefined ? {} : { values: width }),
  }),
  describe: (s) => {
    const extents = [s.batch, s.heads, s.groups, s.queries, s.keys, s.width, s.values].join('x');
    const cap = s.softcap === 0 ? '' : `-c${textOf(s.softcap)}`;
    return `${extents}-s${textOf(s.scale)}${cap}${s.masked ? '-masked' : ''}`;
  },
  undescribe: (name) => {
    const extents = ['batch', 'heads', 'groups', 'queries', 'keys', 'width', 'values'].map((n) => `(?<${n}>\\d+)`);
    const number = '[-+.\\de_]+?';
    const pattern = `^${extents.join('x')}-s(?<scale>${number})(-c(?<cap>${number}))?(?<mask>-masked)?$`;
    const found = groupsOf(new RegExp(pattern).exec(name));
    if (!found) return undefined;
    const { cap, mask, ...rest } = found;
    return { ...rest, softcap: cap ?? '0', masked: mask === undefined ? 'false' : 'true' };
  },
  log: {
    order: [
      ...(['batch', 'heads', 'groups', 'queries', 'keys', 'width', 'values'] as const),
      ...(['order', 'bias', 'masked', 'scale', 'softcap'] as const),
    ],
    later: ['causal', 'window'],
  },
  check: (shape) => {
    const { heads, groups, masked, bias, softcap, queries, keys, causal = 0, window = 0 } = shape;
    if (heads % groups !== 0)
      throw new UsageError(`--groups ${groups} does not divide --heads ${heads}: give a divisor of it`);
    if (masked && bias === 'none') throw new UsageError('--masked is said of a bias: give --bias, or leave it out');
    if (softcap < 0) throw new UsageError(`--softcap ${softcap} is below 0: give a number above it, or leave it out`);
    if (window > 0 && causal === 0)
      throw new UsageError('--window is said of the keys before a query: give --causal, or leave it out');
    if (seenBy(shape, queries - 1).from >= keys)
      throw new UsageError(
        `--window ${window} has no key for the last query: give one above ${causal + queries - 1 - keys}`,
      );
  },
  flops: (shape) => {
    const { batch, heads, width, values } = shape;
    return 2 * batch * heads * pairsSeen(shape) * (width + values);
  },
  computation,
});

export const attentionShape = attention.shapeOf;

/** Which keys a query sees. */
export function seenBy(
  { keys, causal = 0, window = 0 }: Pick<AttentionShape, 'keys' | 'causal' | 'window'>,
  query: number,
): { readonly from: number; readonly to: number } {
  if (causal === 0) return { from: 0, to: keys };
  return { from: window === 0 ? 0 : Math.max(0, causal + query - window), to: Math.min(keys, causal + query) };
}

/** Pairs of a query and a key that it sees, of a head. */
export function pairsSeen(shape: Pick<AttentionShape, 'queries' | 'keys' | 'causal' | 'window'>): number {
  const { queries } = shape;
  const seen = Array.from({ length: shape.causal ? queries : 1 }, (_, query) => seenBy(shape, query));
  return seen.reduce((sum, { from, to }) => sum + to - from, 0) * (queries / seen.length);
}

function textOf(value: number): string {
  return String(value).replace('e+', 'e');
}

/** Whether heads lie in tokens: of queries and output, and of keys and values. */
export function tokensFirst({ order }: Pick<AttentionShape, 'order'>): { readonly q: boolean; readonly k: boolean } {
  const [q, k = q] = order.split('-');
  return { q: q === 'BSHD', k: k === 'BSHD' };
}

function computation(shape: AttentionShape): Computation {
  const { batch, groups, queries, keys, width, values, scale, softcap, masked } = shape;
  const each = shape.heads / groups;
  const first = tokensFirst(shape);
  const rows = [batch, groups, each, queries];
  const asked = (name: string, channels: number) =>
    input(name, first.k ? [batch, keys, groups, channels] : [batch, groups, keys, channels]);
  const askedAt = (tensor: Tensor, b: Index, g: Index, j: Index, c: Index): Value =>
    first.k ? at(tensor, b, j, g, c) : at(tensor, b, g, j, c);
  const query = input('Q', first.q ? [batch, queries, groups, each, width] : [...rows, width]);
  const [key, value] = [asked('K', width), asked('V', values)];
  const [bias, hidden] = [biasOf(shape), hiddenOf(shape)];

  const scores = sum(
    'scores',
    [...rows, keys],
    ['b', 'g', 'r', 'i', 'j'],
    { c: width },
    ([b, g, r, i, j], { c }) =>
      times(first.q ? at(query, b, i, g, r, c) : at(query, b, g, r, i, c), askedAt(key, b, g, j, c)),
    (product, axes) => {
      const scaled = scale === 1 ? product : times(product, constantValue(scale));
      const capped =
        softcap === 0
          ? scaled
          : times(apply('tanh', times(scaled, constantValue(1 / softcap))), constantValue(softcap));
      const biased = bias ? plus(capped, bias.at(axes)) : capped;
      return hidden ? plus(biased, hidden(axes)) : biased;
    },
  );
  const rowAxes = ['b', 'g', 'r', 'i'] as const;
  const largest = reduce('max', 'largest', rows, rowAxes, { j: keys }, (row, { j }) => at(scores, ...row, j));
  const powers = compute('powers', [...rows, keys], ['b', 'g', 'r', 'i', 'j'], ([b, g, r, i, j]) =>
    expBelow(at(scores, b, g, r, i, j), at(largest, b, g, r, i)),
  );
  const total = sum('total', rows, rowAxes, { j: keys }, (row, { j }) => at(powers, ...row, j));
  const weighted = (row: Row, e: Index, j: Index): Value =>
    times(at(powers, ...row, j), askedAt(value, row[0], row[1], j, e));
  const shares = (all: Value, row: Row): Value => {
    const quotient = over(all, at(total, ...row));
    // A row whose scores are -inf alone has powers that are no numbers.
    return masked ? apply('kept', quotient, apply('greater', at(largest, ...row), constantValue(-Infinity))) : quotient;
  };
  const output = first.q
    ? sum(
        ...(['out', [batch, queries, groups, each, values], ['b', 'i', 'g', 'r', 'e'], { j: keys }] as const),
        ([b, i, g, r, e], { j }) => weighted([b, g, r, i], e, j),
        (all, [b, i, g, r]) => shares(all, [b, g, r, i]),
      )
    : sum(
        ...(['out', [...rows, values], ['b', 'g', 'r', 'i', 'e'], { j: keys }] as const),
        ([b, g, r, i, e], { j }) => weighted([b, g, r, i], e, j),
        (all, [b, g, r, i]) => shares(all, [b, g, r, i]),
      );
  return { inputs: [query, key, value, ...(bias ? [bias.tensor] : [])], output, constants: [] };
}

type Row = readonly [b: Index, g: Index, r: Index, i: Index];

/**
 * What is added to the scores of keys that a query does not see: -inf. Whether it sees one depends on how far apart
 * they are, so that these numbers are as many as queries and keys.
 */
function hiddenOf({ queries, keys, causal = 0, window = 0 }: AttentionShape): Bias['at'] | undefined {
  if (causal === 0) return undefined;
  const last = queries - 1;
  const tensor = compute('hidden', [last + keys], ['t'], ([t]) => {
    const behind = subtract(constant(causal + last - 1), t);
    const within = subtract(constant(window - 1), behind);
    return select([behind, ...(window === 0 ? [] : [within])], constantValue(0), constantValue(-Infinity));
  });
  return ([, , , i, j]) => at(tensor, subtract(add(j, constant(last)), i));
}

interface Bias {
  readonly tensor: Tensor;
  readonly at: (axes: readonly [...Row, j: Index]) => Value;
}

function biasOf({ bias, batch, heads, groups, queries, keys }: AttentionShape): Bias | undefined {
  if (bias === 'none') return undefined;
  const letters = bias.slice('bias-'.length);
  const extents = { b: [batch], h: [groups, heads / groups], q: [queries], k: [keys] };
  const has = (letter: string): boolean => letters.includes(letter);
  const tensor = input(
    'bias',
    Object.entries(extents).flatMap(([letter, own]) => (has(letter) ? own : [])),
  );
  return {
    tensor,
    at: ([b, g, r, i, j]) =>
      at(tensor, ...(has('b') ? [b] : []), ...(has('h') ? [g, r] : []), ...(has('q') ? [i] : []), j),
  };
}
