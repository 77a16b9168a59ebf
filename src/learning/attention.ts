import { Matrix, type Tape } from './matrix.js';

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
  const { rows, columns } = query;
  const out = new Matrix(rows, columns);
  const width = columns / heads;
  const scale = 1 / Math.sqrt(width);
  const kept: Float64Array[] = [];
  const each = (visit: (first: number, count: number, column: number, place: number) => void): void => {
    for (let s = 0, place = 0; s + 1 < starts.length; s++)
      for (let head = 0; head < heads; head++) visit(starts[s]!, starts[s + 1]! - starts[s]!, head * width, place++);
  };
  const dot = (a: Float64Array, i: number, b: Float64Array, j: number): number => {
    let sum = 0;
    for (let k = 0; k < width; k++) sum += a[i + k]! * b[j + k]!;
    return sum;
  };
  each((first, count, column) => {
    const shares = new Float64Array(count * count);
    kept.push(shares);
    const at = (row: number): number => (first + row) * columns + column;
    for (let i = 0; i < count; i++) {
      const own = shares.subarray(i * count, (i + 1) * count);
      for (let j = 0; j < count; j++) own[j] = scale * dot(query.data, at(i), key.data, at(j));
      softmax(own);
      for (let j = 0; j < count; j++)
        for (let k = 0; k < width; k++) out.data[at(i) + k]! += own[j]! * value.data[at(j) + k]!;
    }
  });
  tape.note(() => {
    const g = out.gradient;
    each((first, count, column, place) => {
      const shares = kept[place]!;
      const at = (row: number): number => (first + row) * columns + column;
      for (let i = 0; i < count; i++) {
        const ofShares = Float64Array.from({ length: count }, (_, j) => dot(g, at(i), value.data, at(j)));
        const mean = ofShares.reduce((sum, own, j) => sum + own * shares[i * count + j]!, 0);
        for (let j = 0; j < count; j++) {
          const share = shares[i * count + j]!;
          const ofScore = scale * share * (ofShares[j]! - mean);
          for (let k = 0; k < width; k++) {
            value.gradient[at(j) + k]! += share * g[at(i) + k]!;
            query.gradient[at(i) + k]! += ofScore * key.data[at(j) + k]!;
            key.gradient[at(j) + k]! += ofScore * query.data[at(i) + k]!;
          }
        }
      }
    });
  });
  return out;
}

/** Makes numbers positive with the sum 1, in place. */
export function softmax(values: Float64Array): void {
  const most = values.reduce((a, b) => Math.max(a, b), -Infinity);
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += values[i] = Math.exp(values[i]! - most);
  for (let i = 0; i < values.length; i++) values[i]! /= sum;
}
