import { Matrix, type Tape } from './matrix.js';
import { addProduct, transposed } from './product.js';

/**
 * Scaled dot-product self-attention (Vaswani et al., 2017). Rows of sequence s are [starts[s], starts[s + 1]); columns
 * are divided among the heads. Every row of a sequence sees all of its rows.
 */
export function attention(
  tape: Tape,
  query: Matrix,
  key: Matrix,
  value: Matrix,
  starts: ArrayLike<number>,
  heads: number,
): Matrix {
  const out = new Matrix(query.rows, query.columns);
  const width = query.columns / heads;
  const scale = 1 / Math.sqrt(width);
  for (let s = 0; s + 1 < starts.length; s++)
    for (let head = 0; head < heads; head++) {
      const part: Part = { first: starts[s]!, count: starts[s + 1]! - starts[s]!, column: head * width, width };
      const { count } = part;
      const square = { rows: count, inner: width, columns: count };
      const tall = { rows: count, inner: count, columns: width };
      const [q, k, v] = [query, key, value].map(({ data, columns }) => taken(data, columns, part));
      const shares = new Float64Array(count * count);
      addProduct(q!, transposed(k!, count, width), shares, square);
      for (let i = 0; i < shares.length; i++) shares[i]! *= scale;
      for (let i = 0; i < count; i++) softmax(shares.subarray(i * count, (i + 1) * count));
      const result = new Float64Array(count * width);
      addProduct(shares, v!, result, tall);
      give(out.data, out.columns, part, result);
      tape.note(() => {
        const g = taken(out.gradient, out.columns, part);
        const [ofQuery, ofKey, ofValue] = [q!, k!, v!].map(({ length }) => new Float64Array(length));
        addProduct(transposed(shares, count, count), g, ofValue!, tall);
        const ofScores = new Float64Array(count * count);
        addProduct(g, transposed(v!, count, width), ofScores, square);
        for (let i = 0; i < count; i++) throughSoftmax(ofScores, shares, i * count, count, scale);
        addProduct(ofScores, k!, ofQuery!, tall);
        addProduct(transposed(ofScores, count, count), q!, ofKey!, tall);
        give(query.gradient, query.columns, part, ofQuery!);
        give(key.gradient, key.columns, part, ofKey!);
        give(value.gradient, value.columns, part, ofValue!);
      });
    }
  return out;
}

/** Some rows and columns of a matrix. */
interface Part {
  readonly first: number;
  readonly count: number;
  readonly column: number;
  readonly width: number;
}

function taken(data: Float64Array, columns: number, { first, count, column, width }: Part): Float64Array {
  const own = new Float64Array(count * width);
  for (let row = 0; row < count; row++)
    for (let j = 0; j < width; j++) own[row * width + j] = data[(first + row) * columns + column + j]!;
  return own;
}

/** Adds a part to where it was taken. */
function give(data: Float64Array, columns: number, { first, count, column, width }: Part, own: Float64Array): void {
  for (let row = 0; row < count; row++)
    for (let j = 0; j < width; j++) data[(first + row) * columns + column + j]! += own[row * width + j]!;
}

/** Makes gradients of shares those of the scores, before these were scaled, in place. */
function throughSoftmax(g: Float64Array, shares: Float64Array, first: number, count: number, scale: number): void {
  let mean = 0;
  for (let i = first; i < first + count; i++) mean += g[i]! * shares[i]!;
  for (let i = first; i < first + count; i++) g[i] = scale * shares[i]! * (g[i]! - mean);
}

/** Makes numbers positive with the sum 1, in place. */
export function softmax(values: Float64Array): void {
  let [most, sum] = [-Infinity, 0];
  for (const value of values) if (value > most) most = value;
  for (let i = 0; i < values.length; i++) sum += values[i] = Math.exp(values[i]! - most);
  for (let i = 0; i < values.length; i++) values[i]! /= sum;
}
