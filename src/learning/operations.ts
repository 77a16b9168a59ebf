/**
 * Differentiable operations on matrices, a row an item. Each computes its result at once and notes on the tape how
 * gradients flow back. `operations` lists all of them with those of `losses.ts`; a test checks the gradients of each
 * against differences.
 */
import { attention } from './attention.js';
import { listwise, pairwise, relativeThroughput, squaredError } from './losses.js';
import { Matrix, type Tape } from './matrix.js';
import { proximal } from './policy-loss.js';
import { addProduct, transposed } from './product.js';

/** x·weights + bias; `bias` is one row. */
function dense(tape: Tape, x: Matrix, weights: Matrix, bias?: Matrix): Matrix {
  const [rows, inner, columns] = [x.rows, x.columns, weights.columns];
  const out = new Matrix(rows, columns);
  if (bias) for (let row = 0; row < rows; row++) out.data.set(bias.data, row * columns);
  addProduct(x.data, weights.data, out.data, { rows, inner, columns });
  tape.note(() => {
    const back = transposed(weights.data, inner, columns);
    addProduct(out.gradient, back, x.gradient, { rows, inner: columns, columns: inner });
    const across = transposed(x.data, rows, inner);
    addProduct(across, out.gradient, weights.gradient, { rows: inner, inner: rows, columns });
    if (bias) for (let row = 0; row < rows; row++) addTo(bias.gradient, 0, out.gradient, row * columns, columns);
  });
  return out;
}

/** to[at … at + count) += factor × from[first …). */
function addTo(to: Float64Array, at: number, from: Float64Array, first: number, count: number, factor = 1): void {
  for (let i = 0; i < count; i++) to[at + i]! += factor * from[first + i]!;
}

function add(tape: Tape, a: Matrix, b: Matrix): Matrix {
  const out = new Matrix(a.rows, a.columns, a.data.slice());
  addTo(out.data, 0, b.data, 0, b.data.length);
  tape.note(() => {
    for (const input of [a, b]) addTo(input.gradient, 0, out.gradient, 0, out.data.length);
  });
  return out;
}

function relu(tape: Tape, x: Matrix): Matrix {
  const out = new Matrix(x.rows, x.columns);
  const { length } = x.data;
  for (let i = 0; i < length; i++) if (x.data[i]! > 0) out.data[i] = x.data[i]!;
  tape.note(() => {
    for (let i = 0; i < length; i++) if (out.data[i]! > 0) x.gradient[i]! += out.gradient[i]!;
  });
  return out;
}

/** log(1 + e^x), which is positive. */
function softplus(tape: Tape, x: Matrix): Matrix {
  return elementwise(tape, x, (value) => Math.max(value, 0) + Math.log1p(Math.exp(-Math.abs(value))), logistic);
}

/** What a logarithm takes 0 for. */
const LEAST = 1e-12;

/** The natural logarithm of numbers that are not negative. */
function logarithm(tape: Tape, x: Matrix): Matrix {
  return elementwise(
    tape,
    x,
    (value) => Math.log(value + LEAST),
    (value) => 1 / (value + LEAST),
  );
}

function negative(tape: Tape, x: Matrix): Matrix {
  return elementwise(
    tape,
    x,
    (value) => -value,
    () => -1,
  );
}

function elementwise(tape: Tape, x: Matrix, of: (value: number) => number, slope: (value: number) => number): Matrix {
  const out = new Matrix(x.rows, x.columns, x.data.map(of));
  tape.note(() => {
    x.data.forEach((value, i) => (x.gradient[i]! += slope(value) * out.gradient[i]!));
  });
  return out;
}

/** The sum of each row of `x`, each number times that of `factors` in its place, which are no weights. */
function weighed(tape: Tape, x: Matrix, factors: Matrix): Matrix {
  const { rows, columns } = x;
  const out = new Matrix(rows, 1);
  x.data.forEach((value, i) => (out.data[Math.floor(i / columns)]! += value * factors.data[i]!));
  tape.note(() => {
    factors.data.forEach((factor, i) => (x.gradient[i]! += factor * out.gradient[Math.floor(i / columns)]!));
  });
  return out;
}

/** Columns of several matrices side by side. */
function concat(tape: Tape, parts: readonly Matrix[]): Matrix {
  const width = parts.reduce((sum, { columns }) => sum + columns, 0);
  const { rows } = parts[0]!;
  const out = new Matrix(rows, width);
  const each = (copy: (part: Matrix, first: number, at: number) => void): void => {
    for (let row = 0, at = 0; row < rows; row++)
      for (const part of parts) {
        copy(part, row * part.columns, at);
        at += part.columns;
      }
  };
  each((part, first, at) => {
    addTo(out.data, at, part.data, first, part.columns);
  });
  tape.note(() => {
    each((part, first, at) => {
      addTo(part.gradient, first, out.gradient, at, part.columns);
    });
  });
  return out;
}

/** The rows of these places, any of them as often as it is named: an embedding, where `x` is a table of weights. */
function gather(tape: Tape, x: Matrix, places: ArrayLike<number>): Matrix {
  const { columns } = x;
  const out = new Matrix(places.length, columns);
  for (let row = 0; row < places.length; row++) addTo(out.data, row * columns, x.data, places[row]! * columns, columns);
  tape.note(() => {
    for (let row = 0; row < places.length; row++)
      addTo(x.gradient, places[row]! * columns, out.gradient, row * columns, columns);
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
  const { rows, columns } = x;
  const out = new Matrix(count, columns);
  for (let row = 0; row < rows; row++)
    addTo(out.data, segments[row]! * columns, x.data, row * columns, columns, factors?.[row]);
  tape.note(() => {
    for (let row = 0; row < rows; row++)
      addTo(x.gradient, row * columns, out.gradient, segments[row]! * columns, columns, factors?.[row]);
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
  const gates = new Float64Array(3 * rows * columns);
  for (let row = 0, at = 0; row < rows; row++)
    for (let j = 0, z = 3 * at; j < columns; j++, at++, z++) {
      const [r, n] = [z + columns, z + 2 * columns];
      const update = (gates[z] = logistic(ofInput.data[z]! + ofState.data[z]!));
      const reset = (gates[r] = logistic(ofInput.data[r]! + ofState.data[r]!));
      const candidate = (gates[n] = Math.tanh(ofInput.data[n]! + reset * ofState.data[n]!));
      out.data[at] = candidate + update * (state.data[at]! - candidate);
    }
  tape.note(() => {
    const [gi, gs] = [ofInput.gradient, ofState.gradient];
    for (let row = 0, at = 0; row < rows; row++)
      for (let j = 0, z = 3 * at; j < columns; j++, at++, z++) {
        const [r, n] = [z + columns, z + 2 * columns];
        const [update, reset, candidate] = [gates[z]!, gates[r]!, gates[n]!];
        const g = out.gradient[at]!;
        const ofUpdate = g * (state.data[at]! - candidate) * update * (1 - update);
        const ofCandidate = g * (1 - update) * (1 - candidate * candidate);
        const ofReset = ofCandidate * ofState.data[n]! * reset * (1 - reset);
        gi[z]! += ofUpdate;
        gs[z]! += ofUpdate;
        gi[r]! += ofReset;
        gs[r]! += ofReset;
        gi[n]! += ofCandidate;
        gs[n]! += ofCandidate * reset;
        state.gradient[at]! += g * update;
      }
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
  softplus,
  logarithm,
  negative,
  weighed,
  concat,
  gather,
  segmentSum,
  layerNorm,
  gru,
  attention,
  squaredError,
  relativeThroughput,
  pairwise,
  listwise,
  proximal,
};
