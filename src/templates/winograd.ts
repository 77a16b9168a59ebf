/**
 * The matrices of Winograd's minimal filtering F(m, r): m outputs of a correlation with r taps by m + r - 1
 * multiplications, output = AT ((G kernel) * (BT data)), by the Cook-Toom construction (Winograd, Arithmetic Complexity
 * of Computations, 1980; Lavin and Gray, CVPR 2016) over the first points of 0, 1, -1, 1/2, -2, 2, -1/2 and infinity:
 * errors grow with the powers of points and of their inverses.
 */
import type { Matrix } from '../ir/tensor.js';

export interface Transforms {
  /** Multiplications: m + r - 1. */
  readonly points: number;
  /** AT, m rows: products → outputs. */
  readonly output: Matrix;
  /** G, m + r - 1 rows: taps → factors. */
  readonly kernel: Matrix;
  /** BT, m + r - 1 rows: inputs → factors. */
  readonly input: Matrix;
}

const finite = [0, 1, -1, 1 / 2, -2, 2, -1 / 2];

/** The largest m + r - 1 that there are points for; float32 would not carry more. */
export const maxPoints = finite.length + 1;

/**
 * How much larger the rounding errors of F(m, r) are than those of the products that it adds up, both as root mean
 * squares over random data and taps; in two dimensions the product of both (Barabasz, Anderson, Soodhalter and Gregg,
 * Error Analysis and Improving the Accuracy of Winograd Convolution for Deep Neural Networks, TOMS 2020).
 */
export function amplification(m: number, r: number): number {
  const { output, input, kernel } = winograd(m, r);
  const variances = output.map((row) =>
    row.reduce((sum, weight, a) => sum + weight ** 2 * squares(input[a]!) * squares(kernel[a]!), 0),
  );
  return Math.sqrt(Math.max(...variances) / r);
}

/** Outputs of a tile, rows and columns: F(tile_h × tile_w, kernel). */
export interface Tile {
  readonly tile_h: number;
  readonly tile_w: number;
}

/**
 * The largest error of an element to be expected of a tile, relative to max(|want|, rms(want)): the roundings of the
 * transforms, a random walk over the channels. `npm run bench:winograd` compares it with the errors of kernels.
 */
export function expectedErrors(kernel: readonly [number, number], channels: number): (tile: Tile) => number {
  const amplifications = (taps: number): number[] =>
    Array.from({ length: maxPoints - taps + 1 }, (_, i) => amplification(i + 1, taps));
  const [down, across] = [amplifications(kernel[0]), amplifications(kernel[1])];
  const walk = 3 * 2 ** -24 * Math.sqrt(channels);
  return ({ tile_h, tile_w }) => walk * down[tile_h - 1]! * across[tile_w - 1]!;
}

function squares(row: readonly number[]): number {
  return row.reduce((sum, x) => sum + x ** 2, 0);
}

/** Those that were asked for: every config of a search wants some of the same few. */
const made = new Map<string, Transforms>();

/** F(m, r). Throws RangeError when m + r - 1 is above `maxPoints`. */
export function winograd(m: number, r: number): Transforms {
  const points = m + r - 1;
  if (points > maxPoints) throw new RangeError(`F(${m},${r}) needs ${points} points; there are ${maxPoints}`);
  const key = `${m},${r}`;
  const transforms = made.get(key) ?? cookToom(m, r);
  made.set(key, transforms);
  return transforms;
}

function cookToom(m: number, r: number): Transforms {
  const points = m + r - 1;
  const at = finite.slice(0, points - 1);
  const powers = (count: number): Matrix => at.map((a) => Array.from({ length: count }, (_, k) => a ** k));
  const unit = (length: number): number[] => Array.from({ length }, (_, k) => (k === length - 1 ? 1 : 0));
  const others = at.map((_, j) => at.filter((_, l) => l !== j));
  const scales = at.map((a) => at.reduce((product, b) => (b === a ? product : product * (a - b)), 1));
  return {
    points,
    output: transposed([...powers(m), unit(m)]),
    kernel: [...powers(r).map((row, j) => row.map((x) => x / scales[j]!)), unit(r)],
    input: [...others.map((rest) => [...polynomial(rest), 0]), polynomial(at)],
  };
}

/** Coefficients of the product of (x - root), lowest power first. */
function polynomial(roots: readonly number[]): number[] {
  return roots.reduce<number[]>(
    (p, root) => Array.from({ length: p.length + 1 }, (_, k) => (p[k - 1] ?? 0) - root * (p[k] ?? 0)),
    [1],
  );
}

function transposed(matrix: Matrix): Matrix {
  return matrix[0]!.map((_, column) => matrix.map((row) => row[column]!));
}
