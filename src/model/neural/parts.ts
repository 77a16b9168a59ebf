/** What several nets are built of. */
import { vocabulary } from '../../features/layout.js';
import { Matrix, type Tape } from '../../learning/matrix.js';
import { operations } from '../../learning/operations.js';
import type { Weights } from '../../learning/weights.js';
import type { NodeBatch } from './node-batch.js';

const { add, dense, gather, layerNorm, relu, attention } = operations;

/** x·weights + bias, under a name. */
export function linear(tape: Tape, weights: Weights, name: string, x: Matrix, columns: number): Matrix {
  return dense(tape, x, weights.matrix(name, x.columns, columns), weights.constant(`${name} bias`, 1, columns));
}

/** The same, and what is negative cut off. */
export function hidden(tape: Tape, weights: Weights, name: string, x: Matrix, columns: number): Matrix {
  return relu(tape, linear(tape, weights, name, x, columns));
}

/** A state of each node: of its numbers, plus an embedding of each of its words. */
export function embedNodes(tape: Tape, weights: Weights, batch: NodeBatch, columns: number): Matrix {
  const ofNumbers = linear(tape, weights, 'numbers', batch.numbers, columns);
  const sum = batch.words.reduce(
    (state, words, i) => add(tape, state, gather(tape, weights.matrix(`words ${i}`, vocabulary, columns), words)),
    ofNumbers,
  );
  return relu(tape, sum);
}

/** Self-attention over each sequence, added to what it is given, and normalised. */
export function attend(
  tape: Tape,
  weights: Weights,
  name: string,
  x: Matrix,
  starts: ArrayLike<number>,
  heads: number,
): Matrix {
  const [query, key, value] = ['query', 'key', 'value'].map((part) =>
    dense(tape, x, weights.matrix(`${name} ${part}`, x.columns, x.columns)),
  );
  const seen = attention(tape, query!, key!, value!, starts, heads);
  return normal(tape, weights, name, add(tape, x, seen));
}

/** A hidden layer that is added to what it is given. */
export function residual(tape: Tape, weights: Weights, name: string, x: Matrix): Matrix {
  return add(tape, x, hidden(tape, weights, name, x, x.columns));
}

function normal(tape: Tape, weights: Weights, name: string, x: Matrix): Matrix {
  return layerNorm(
    tape,
    x,
    weights.constant(`${name} scale`, 1, x.columns, 1),
    weights.constant(`${name} shift`, 1, x.columns),
  );
}
