/** LSTM, GRU and RNN as ONNX defines them, in double precision: sequence by sequence, step by step. */

export interface RecurrentCase {
  readonly op: 'LSTM' | 'GRU' | 'RNN';
  readonly steps: number;
  readonly batch: number;
  readonly inputs: number;
  readonly hidden: number;
  readonly direction: 'forward' | 'reverse' | 'bidirectional';
  /** Row-major, as ONNX has them with layout 0; undefined where they are left out. */
  readonly x: readonly number[];
  readonly w: readonly number[];
  readonly r: readonly number[];
  readonly b?: readonly number[] | undefined;
  readonly lengths?: readonly number[] | undefined;
  readonly h?: readonly number[] | undefined;
  readonly c?: readonly number[] | undefined;
  readonly p?: readonly number[] | undefined;
  readonly clip?: number | undefined;
  readonly isCoupled?: boolean | undefined;
  readonly isLinearBeforeReset?: boolean | undefined;
  /** Of all directions. */
  readonly activations: readonly ((x: number) => number)[];
}

export interface RecurrentResult {
  readonly y: readonly number[];
  readonly h: readonly number[];
  readonly c: readonly number[];
}

const gatesOf = { LSTM: 4, GRU: 3, RNN: 1 } as const;

export function referenceOf(given: RecurrentCase): RecurrentResult {
  const { steps, batch, hidden, direction } = given;
  const directions = direction === 'bidirectional' ? ['forward', 'reverse'] : [direction];
  const D = directions.length;
  const y = new Array<number>(steps * D * batch * hidden).fill(0);
  const [h, c] = [0, 1].map(() => new Array<number>(D * batch * hidden).fill(0)) as [number[], number[]];
  for (const [d, way] of directions.entries())
    for (let n = 0; n < batch; n++) {
      const length = given.lengths?.[n] ?? steps;
      const from = (d * batch + n) * hidden;
      let state = { h: part(given.h, from, hidden), c: part(given.c, from, hidden) };
      for (let i = 0; i < length; i++) {
        const t = way === 'forward' ? i : length - 1 - i;
        state = stepOf(given, d, given.x.slice((t * batch + n) * given.inputs), state);
        state.h.forEach((value, j) => (y[((t * D + d) * batch + n) * hidden + j] = value));
      }
      state.h.forEach((value, j) => (h[from + j] = value));
      state.c.forEach((value, j) => (c[from + j] = value));
    }
  return { y, h, c };
}

function part(all: readonly number[] | undefined, from: number, size: number): number[] {
  return Array.from({ length: size }, (_, i) => all?.[from + i] ?? 0);
}

interface State {
  readonly h: number[];
  readonly c: number[];
}

function stepOf(given: RecurrentCase, d: number, x: readonly number[], { h, c }: State): State {
  const { op, inputs, hidden, w, r, b, p, clip = Infinity } = given;
  const gates = gatesOf[op];
  const each = op === 'LSTM' ? 3 : op === 'GRU' ? 2 : 1;
  const [f, g, last] = given.activations.slice(d * each, (d + 1) * each) as ((x: number) => number)[];
  const bounded = (value: number): number => Math.min(Math.max(value, -clip), clip);
  const places = Array.from({ length: hidden }, (_, j) => j);
  const ofInput = (gate: number, j: number): number => {
    const row = (d * gates + gate) * hidden + j;
    const bias = b?.[d * 2 * gates * hidden + gate * hidden + j] ?? 0;
    return dot(w, row * inputs, x, inputs) + bias;
  };
  const ofState = (gate: number, j: number, state: readonly number[]): number => {
    const row = (d * gates + gate) * hidden + j;
    const bias = b?.[d * 2 * gates * hidden + (gates + gate) * hidden + j] ?? 0;
    return dot(r, row * hidden, state, hidden) + bias;
  };
  const sum = (gate: number, j: number): number => ofInput(gate, j) + ofState(gate, j, h);
  const seen = (gate: number, j: number): number => p?.[(d * 3 + gate) * hidden + j] ?? 0;
  if (op === 'RNN') return { h: places.map((j) => f!(bounded(sum(0, j)))), c };
  if (op === 'GRU') {
    const reset = places.map((j) => f!(bounded(sum(1, j))));
    const scaled = h.map((value, j) => reset[j]! * value);
    const after = places.map((j) => {
      const z = f!(bounded(sum(0, j)));
      const state = given.isLinearBeforeReset === true ? reset[j]! * ofState(2, j, h) : ofState(2, j, scaled);
      return (1 - z) * g!(bounded(ofInput(2, j) + state)) + z * h[j]!;
    });
    return { h: after, c };
  }
  const cell = places.map((j) => {
    const input = f!(bounded(sum(0, j) + seen(0, j) * c[j]!));
    const forget = given.isCoupled === true ? 1 - input : f!(bounded(sum(2, j) + seen(2, j) * c[j]!));
    return forget * c[j]! + input * g!(bounded(sum(3, j)));
  });
  const after = places.map((j) => f!(bounded(sum(1, j) + seen(1, j) * cell[j]!)) * last!(cell[j]!));
  return { h: after, c: cell };
}

function dot(a: readonly number[], from: number, b: readonly number[], size: number): number {
  let sum = 0;
  for (let i = 0; i < size; i++) sum += a[from + i]! * b[i]!;
  return sum;
}
