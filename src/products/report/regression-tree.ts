import type { Random } from '../../space/random.js';

/** Rows of places of knobs' values, and what each came to. */
export interface Samples {
  /** How many values each knob has. */
  readonly sizes: readonly number[];
  /** Row-major, rows × knobs. */
  readonly digits: Uint16Array;
  readonly targets: Float64Array;
}

/** One part of a grid: of each knob the values that it allows, and what is expected there. */
export interface Box {
  /** Of each knob a flag for each value. */
  readonly allowed: readonly Uint8Array[];
  readonly mean: number;
}

/** A leaf has at least so many rows. */
const LEAST_ROWS = 3;
const DEEPEST = 16;
/** Of the knobs that a split may choose from. */
const SHARE = 5 / 6;

/**
 * The leaves of a regression tree (Breiman et al., Classification and Regression Trees, 1984), which divide the grid. A
 * split puts the values of a knob in the order of their means and cuts there, which is the best of all ways to divide
 * them (section 8.8 there); values without a row go to the larger part. Each split sees a random choice of the knobs.
 */
export function leavesOf(samples: Samples, rows: readonly number[], random: Random): Box[] {
  const all = samples.sizes.map((size) => new Uint8Array(size).fill(1));
  return grow(samples, rows, all, random, 0);
}

/** Where a row is, of boxes that divide the grid. */
export function boxAt(boxes: readonly Box[], { sizes, digits }: Samples, row: number): Box {
  return boxes.find(({ allowed }) => allowed.every((flags, knob) => flags[digits[row * sizes.length + knob]!] === 1))!;
}

interface Split {
  readonly knob: number;
  /** A flag for each value that goes left. */
  readonly left: Uint8Array;
  readonly gain: number;
}

function grow(
  samples: Samples,
  rows: readonly number[],
  allowed: readonly Uint8Array[],
  random: Random,
  depth: number,
): Box[] {
  const split =
    depth < DEEPEST && rows.length >= 2 * LEAST_ROWS ? bestSplit(samples, rows, allowed, random) : undefined;
  if (!split) return [{ allowed, mean: meanOf(samples.targets, rows) }];
  const { knob, left } = split;
  const isLeft = (row: number): boolean => left[samples.digits[row * samples.sizes.length + knob]!] === 1;
  const part = (side: 0 | 1): Uint8Array[] =>
    allowed.map((flags, k) => (k === knob ? flags.map((flag, v) => flag & +(left[v] === side)) : flags));
  return [
    ...grow(samples, rows.filter(isLeft), part(1), random, depth + 1),
    ...grow(
      samples,
      rows.filter((row) => !isLeft(row)),
      part(0),
      random,
      depth + 1,
    ),
  ];
}

function bestSplit(
  samples: Samples,
  rows: readonly number[],
  allowed: readonly Uint8Array[],
  random: Random,
): Split | undefined {
  let best: Split | undefined;
  const knobs = samples.sizes.map((_, knob) => knob);
  random.shuffle(knobs);
  for (const knob of knobs.slice(0, Math.ceil(SHARE * knobs.length))) {
    const split = splitOf(samples, rows, knob, allowed[knob]!);
    if (split && split.gain > (best?.gain ?? 1e-12)) best = split;
  }
  return best;
}

/** The cut of one knob that lowers the sum of squares most, if there is one. */
function splitOf(
  { sizes, digits, targets }: Samples,
  rows: readonly number[],
  knob: number,
  allowed: Uint8Array,
): Split | undefined {
  const counts = new Uint32Array(sizes[knob]!);
  const sums = new Float64Array(sizes[knob]!);
  let total = 0;
  for (const row of rows) {
    const value = digits[row * sizes.length + knob]!;
    counts[value]!++;
    sums[value]! += targets[row]!;
    total += targets[row]!;
  }
  const present = Array.from(counts.keys()).filter((value) => counts[value]! > 0);
  present.sort((a, b) => sums[a]! / counts[a]! - sums[b]! / counts[b]!);
  let [count, sum, cut, gain, larger] = [0, 0, 0, 0, 0];
  for (const [place, value] of present.slice(0, -1).entries()) {
    count += counts[value]!;
    sum += sums[value]!;
    const rest = rows.length - count;
    if (count < LEAST_ROWS || rest < LEAST_ROWS) continue;
    const found = sum ** 2 / count + (total - sum) ** 2 / rest - total ** 2 / rows.length;
    if (found > gain) [cut, gain, larger] = [place + 1, found, +(count >= rest)];
  }
  if (cut === 0) return undefined;
  const left = Uint8Array.from(allowed, (flag, value) => +(flag === 1 && counts[value] === 0 && larger === 1));
  for (const value of present.slice(0, cut)) left[value] = 1;
  return { knob, left, gain };
}

function meanOf(targets: Float64Array, rows: readonly number[]): number {
  return rows.reduce((sum, row) => sum + targets[row]!, 0) / rows.length;
}
