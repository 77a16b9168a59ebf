import { Matrix } from '../learning/matrix.js';
import { operations } from '../learning/operations.js';
import type { Net } from './neural/net.js';
import { hidden } from './neural/parts.js';

const { concat, dense, logarithm, negative, relativeThroughput, segmentSum, softplus, weighed } = operations;

const HIDDEN = 24;

/** What softplus makes 1 of. */
const UNIT = Math.log(Math.E - 1);

/**
 * Halide's cost model (Adams et al., SIGGRAPH 2019) at our size: of each statement a net makes a positive coefficient
 * for each hand-written term of its cost; the terms, weighed and added up over statements, are the time of the config.
 * The score is the logarithm of the throughput. Before training all coefficients are 1.
 */
export const coefficients: Net = {
  name: 'coefficients',
  rate: 0.03,
  evaluations: 64,
  givesScores: true,
  embed(tape, weights, batch) {
    // Where a view has no terms, one that is the same for all leaves all to the net.
    const constant = new Matrix(batch.configs.length, 1, new Float64Array(batch.configs.length).fill(1));
    const terms = concat(tape, [batch.terms, constant]);
    const state = hidden(tape, weights, 'statement', batch.numbers, HIDDEN);
    const own = weights.constant('coefficients', HIDDEN, terms.columns);
    const bias = weights.constant('coefficients bias', 1, terms.columns, UNIT);
    const positive = softplus(tape, dense(tape, state, own, bias));
    const cost = segmentSum(tape, weighed(tape, positive, terms), batch.configs, batch.count);
    return negative(tape, logarithm(tape, cost));
  },
  loss: (tape, scores, labels) => relativeThroughput(tape, scores, labels),
};
