/** Masks that are a band along the diagonal: causal ones, and windows of them. */
import type { ConstantTensor } from '../onnx/model.js';

/** The first query sees the first `causal` keys, each next one another; of these only the last `window`, 0: all. */
export interface Band {
  readonly causal: number;
  readonly window: number;
}

/** Query i sees from..to. */
interface Seen {
  readonly from: number;
  readonly to: number;
}

/**
 * The band that a mask leaves of queries × keys, the last two axes of it: 0 there, and what no score makes up for
 * elsewhere. Undefined of other masks; `causal` is 0 of one that hides nothing.
 */
export function bandOf({ shape, data }: ConstantTensor, queries: number, keys: number): Band | undefined {
  const isOne = shape.slice(0, -2).every((extent) => extent === 1) && data.length === queries * keys;
  const rows = isOne ? Array.from({ length: queries }, (_, i) => seenIn(data.subarray(i * keys, (i + 1) * keys))) : [];
  const seen = rows.filter((row) => row !== undefined);
  if (!isOne || seen.length < queries) return undefined;
  const end = seen.findIndex(({ to }) => to < keys);
  const causal = end === -1 ? keys : seen[end]!.to - end;
  const start = seen.findIndex(({ from }) => from > 0);
  const window = start === -1 ? 0 : causal + start - seen[start]!.from;
  const isBand = seen.every(({ from, to }, i) => {
    return to === Math.min(keys, causal + i) && from === (window === 0 ? 0 : Math.max(0, causal + i - window));
  });
  if (causal < 1 || !isBand) return undefined;
  return { causal: causal === keys && window === 0 ? 0 : causal, window };
}

/** Undefined of a row that sees nothing, or keys apart, or whose scores are moved. */
function seenIn(row: ConstantTensor['data']): Seen | undefined {
  const from = row.findIndex((added) => added === 0);
  const to = row.findLastIndex((added) => added === 0) + 1;
  const isSeen = (j: number): boolean => j >= from && j < to;
  return from >= 0 && row.every((added, j) => (isSeen(j) ? added === 0 : added <= LEAST)) ? { from, to } : undefined;
}

/** Above the least of the floats as wide as float32, bfloat16 among them, which exporters write for -∞. */
const LEAST = -3.3e38;
