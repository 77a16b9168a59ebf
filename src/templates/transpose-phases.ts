/**
 * The phases of a transposed convolution along one dimension: which taps of the kernel read which input elements there.
 */
import { add, constant, div, gcd, max, mod, scale, subtract } from '../ir/index.js';
import { evaluate } from '../ir/index-facts.js';
import type { Index } from '../ir/index.js';

/**
 * One dimension of a transposed convolution. Output y takes input i through tap k where y + pad = i * stride + k *
 * dilation.
 */
export interface Dimension {
  readonly input: number;
  readonly output: number;
  readonly kernel: number;
  readonly stride: number;
  readonly dilation: number;
  readonly pad: number;
}

/**
 * Phase a of `count` holds the outputs y = q * count + a, for q in [0, extent); the last of these may lie beyond the
 * output.
 */
export interface Phases {
  readonly count: number;
  readonly extent: number;
  /** Taps of one phase are `period` apart: it is (k mod period) that belongs to a phase. */
  readonly period: number;
  /** The most taps that a phase has. */
  readonly maxTaps: number;
  /** Zeros that must lie before and after the input so that every phase can read what it asks for. */
  readonly before: number;
  readonly after: number;
  /** How many taps phase a has. */
  readonly taps: (a: Index) => Index;
  /** Its j-th tap, as a place in the kernel. */
  readonly tap: (a: Index, j: Index) => Index;
  /** The input element that its j-th tap reads at q. */
  readonly source: (a: Index, q: Index, j: Index) => Index;
}

export function phasesAlong(d: Dimension): Phases {
  const common = gcd(d.stride, d.dilation);
  const period = d.stride / common;
  const inverse = inverseOf(d.dilation / common, period);
  const extent = Math.ceil(d.output / d.stride);
  // k * dilation = y + pad (mod stride) has solutions where `common` divides y + pad: one in each period.
  const place = (a: Index): Index => add(a, constant(d.pad));
  const first = (a: Index): Index => mod(scale(div(place(a), common), inverse), period);
  const tap = (a: Index, j: Index): Index => add(first(a), scale(j, period));
  const taps = (a: Index): Index => {
    const count = div(subtract(constant(d.kernel - 1 + period), first(a)), period);
    return max(constant(0), subtract(count, scale(mod(place(a), common), d.kernel)));
  };
  const source = (a: Index, q: Index, j: Index): Index => {
    const last = div(subtract(place(a), scale(first(a), d.dilation)), d.stride);
    return subtract(add(q, last), scale(j, d.dilation / common));
  };

  const numberOf = (index: Index): number => evaluate(index, () => 0);
  const used = Array.from({ length: Math.min(d.stride, d.output) }, (_, a) => constant(a));
  const counts = used.map((a) => numberOf(taps(a)));
  const reads = used.flatMap((a) => {
    const count = numberOf(taps(a));
    return count === 0 ? [] : [0, count - 1].map((j) => numberOf(source(a, constant(0), constant(j))));
  });
  return {
    ...{ count: d.stride, extent, period, taps, tap, source },
    maxTaps: counts.reduce((a, b) => Math.max(a, b), 1),
    before: reads.reduce((most, read) => Math.max(most, -read), 0),
    after: reads.reduce((most, read) => Math.max(most, read + extent - d.input), 0),
  };
}

/** The x in [0, n) with a * x = 1 (mod n), for a and n without a common divisor; 0 for n = 1. */
function inverseOf(a: number, n: number): number {
  let x = 0;
  while ((a * x) % n !== 1 % n) x++;
  return x;
}
