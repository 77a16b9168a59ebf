/**
 * Differentiable operations on matrices, a row an item. Each computes its result at once and notes on the tape how
 * gradients flow back. `operations` lists all of them with those of `losses.ts`; a test checks the gradients of each
 * against differences.
 */
import { attention } from './attention.js';
import { listwise, pairwise, squaredError } from './losses.js';
import { Matrix, type Tape } from './matrix.js';

/** x·weights + bias; `bias` is one row. Rows that are mostly 0, as those behind a relu, take less time. */
function dense(tape: Tape, x: Matrix, weights: Matrix, bias?: Matrix): Matrix {
  const [n, from, to] = [x.rows, x.columns, weights.columns];
  const out = new Matrix(n, to);
  for (let row = 0; row < n; row++) {
    const at = row * to;
    if (bias) out.data.set(bias.data, at);
    for (let k = 0; k < from; k++) {
      const factor = x.data[row * from + k]!;
      if (factor === 0) continue;
      for (let j = 0, w = k * to; j < to; j++, w++) out.data[at + j]! += factor * weights.data[w]!;
    }
  }
  tape.note(() => {
    const [g, gx, gw] = [out.gradient, x.gradient, weights.gradient];
    for (let row = 0; row < n; row++) {
      const at = row * to;
      if (bias) for (let j = 0; j < to; j++) bias.gradient[j]! += g[at + j]!;
      for (let k = 0; k < from; k++) {
        const factor = x.data[row * from + k]!;
        let sum = 0;
        for (let j = 0, w = k * to; j < to; j++, w++) {
          sum += g[at + j]! * weights.data[w]!;
          gw[w]! += factor * g[at + j]!;
        }
        gx[row * from + k]! += sum;
      }
    }
  });
  return out;
}

function add(tape: Tape, a: Matrix, b: Matrix): Matrix {
  const out = new Matrix(
    a.rows,
    a.columns,
    a.data.map((value, i) => value + b.data[i]!),
  );
  tape.note(() => {
    for (const input of [a, b]) out.gradient.forEach((g, i) => (input.gradient[i]! += g));
  });
  return out;
}

function relu(tape: Tape, x: Matrix): Matrix {
  const out = new Matrix(
    x.rows,
    x.columns,
    x.data.map((value) => (value > 0 ? value : 0)),
  );
  tape.note(() => {
    out.gradient.forEach((g, i) => (x.gradient[i]! += out.data[i]! > 0 ? g : 0));
  });
  return out;
}

/** Columns of several matrices side by side. */
function concat(tape: Tape, parts: readonly Matrix[]): Matrix {
  const columns = parts.reduce((sum, part) => sum + part.columns, 0);
  const { rows } = parts[0]!;
  const out = new Matrix(rows, columns);
  const each = (copy: (part: Matrix, from: number, to: number) => void): void => {
    for (let row = 0; row < rows; row++) {
      let at = row * columns;
      for (const part of parts) for (let j = 0; j < part.columns; j++, at++) copy(part, row * part.columns + j, at);
    }
  };
  each((part, from, to) => (out.data[to] = part.data[from]!));
  tape.note(() => {
    each((part, from, to) => (part.gradient[from]! += out.gradient[to]!));
  });
  return out;
}

/** The rows of these places, any of them as often as it is named: an embedding, where `x` is a table of weights. */
function gather(tape: Tape, x: Matrix, places: ArrayLike<number>): Matrix {
  const { columns } = x;
  const out = new Matrix(places.length, columns);
  const each = (copy: (from: number, to: number) => void): void => {
    for (let row = 0; row < places.length; row++)
      for (let j = 0, from = places[row]! * columns, to = row * columns; j < columns; j++) copy(from++, to++);
  };
  each((from, to) => (out.data[to] = x.data[from]!));
  tape.note(() => {
    each((from, to) => (x.gradient[from]! += out.gradient[to]!));
  });
  return out;
}

/** Row s is the sum of the rows whose segment is s, each times its factor; 0 where there are none. */
function segmentSum(
  tape: Tape,
  x: Matrix,
  segments: ArrayLike<number>,
  count: number,
  factors?: ArrayLike<number>,
): Matrix {
  const { columns } = x;
  const out = new Matrix(count, columns);
  const each = (copy: (from: number, to: number, factor: number) => void): void => {
    for (let row = 0; row < x.rows; row++) {
      const [to, factor] = [segments[row]! * columns, factors?.[row] ?? 1];
      for (let j = 0; j < columns; j++) copy(row * columns + j, to + j, factor);
    }
  };
  each((from, to, factor) => (out.data[to]! += factor * x.data[from]!));
  tape.note(() => {
    each((from, to, factor) => (x.gradient[from]! += factor * out.gradient[to]!));
  });
  return out;
}

/** Every row with mean 0 and variance 1, then scaled and shifted by one row each (Ba et al., 2016). */
function layerNorm(tape: Tape, x: Matrix, scale: Matrix, shift: Matrix): Matrix {
  const { rows, columns } = x;
  const out = new Matrix(rows, columns);
  const normal = new Float64Array(rows * columns);
  const inverse = new Float64Array(rows);
  for (let row = 0, at = 0; row < rows; row++, at += columns) {
    let [mean, square] = [0, 0];
    for (let j = 0; j < columns; j++) mean += x.data[at + j]! / columns;
    for (let j = 0; j < columns; j++) square += (x.data[at + j]! - mean) ** 2 / columns;
    inverse[row] = 1 / Math.sqrt(square + 1e-5);
    for (let j = 0; j < columns; j++) {
      normal[at + j] = (x.data[at + j]! - mean) * inverse[row]!;
      out.data[at + j] = normal[at + j]! * scale.data[j]! + shift.data[j]!;
    }
  }
  tape.note(() => {
    for (let row = 0, at = 0; row < rows; row++, at += columns) {
      let [mean, along] = [0, 0];
      for (let j = 0; j < columns; j++) {
        const g = out.gradient[at + j]!;
        scale.gradient[j]! += g * normal[at + j]!;
        shift.gradient[j]! += g;
        mean += (g * scale.data[j]!) / columns;
        along += (g * scale.data[j]! * normal[at + j]!) / columns;
      }
      for (let j = 0; j < columns; j++) {
        const g = out.gradient[at + j]! * scale.data[j]!;
        x.gradient[at + j]! += inverse[row]! * (g - mean - normal[at + j]! * along);
      }
    }
  });
  return out;
}

/**
 * A gated recurrent unit's new state (Cho et al., 2014), from what its dense layers give of the input and of the state:
 * update gate, reset gate and candidate side by side in each.
 */
function gru(tape: Tape, ofInput: Matrix, ofState: Matrix, state: Matrix): Matrix {
  const { rows, columns } = state;
  const out = new Matrix(rows, columns);
  const [update, reset, candidate] = [0, 1, 2].map(() => new Float64Array(rows * columns)) as [
    Float64Array,
    Float64Array,
    Float64Array,
  ];
  const each = (visit: (at: number, z: number, r: number, n: number) => void): void => {
    for (let row = 0; row < rows; row++)
      for (let j = 0, z = row * 3 * columns; j < columns; j++, z++)
        visit(row * columns + j, z, z + columns, z + 2 * columns);
  };
  each((at, z, r, n) => {
    update[at] = logistic(ofInput.data[z]! + ofState.data[z]!);
    reset[at] = logistic(ofInput.data[r]! + ofState.data[r]!);
    candidate[at] = Math.tanh(ofInput.data[n]! + reset[at]! * ofState.data[n]!);
    out.data[at] = candidate[at]! + update[at]! * (state.data[at]! - candidate[at]!);
  });
  tape.note(() => {
    const [gi, gs] = [ofInput.gradient, ofState.gradient];
    each((at, z, r, n) => {
      const g = out.gradient[at]!;
      const [u, s, c] = [update[at]!, reset[at]!, candidate[at]!];
      const ofUpdate = g * (state.data[at]! - c) * u * (1 - u);
      const ofCandidate = g * (1 - u) * (1 - c * c);
      const ofReset = ofCandidate * ofState.data[n]! * s * (1 - s);
      gi[z]! += ofUpdate;
      gs[z]! += ofUpdate;
      gi[r]! += ofReset;
      gs[r]! += ofReset;
      gi[n]! += ofCandidate;
      gs[n]! += ofCandidate * s;
      state.gradient[at]! += g * u;
    });
  });
  return out;
}

function logistic(x: number): number {
  return 1 / (1 + Math.exp(-x));
}

export const operations = {
  dense,
  add,
  relu,
  concat,
  gather,
  segmentSum,
  layerNorm,
  gru,
  attention,
  squaredError,
  pairwise,
  listwise,
};
