import { describe, expect, test } from '@jest/globals';
import { pairwiseAccuracy, spearman, topShare } from '../../bench/learned/judge.js';
import type { Row } from '../../src/model/model.js';

function rows(...scores: readonly number[]): readonly Row[] {
  return scores.map((score) => ({ features: new Float32Array(1), score, group: '' }));
}

describe('how well predictions order rows', () => {
  test.each([
    [[0.1, 0.5, 1], [1, 2, 3], 1, 1],
    [[0.1, 0.5, 1], [3, 2, 1], 0, -1],
    [[0.1, 0.5, 1], [1, 3, 2], 2 / 3, 0.5],
    [[0.1, 0.5, 1], [7, 7, 7], 0.5, 0],
    [[0.4, 0.4, 0.4], [1, 2, 3], 0.5, 0],
    [[1], [1], 0.5, 0],
    [[], [], 0.5, 0],
  ])('of scores %j predictions %j', (scores, predicted, pairs, correlation) => {
    expect(pairwiseAccuracy(rows(...scores), Float64Array.from(predicted))).toBeCloseTo(pairs, 12);
    expect(spearman(rows(...scores), Float64Array.from(predicted))).toBeCloseTo(correlation, 12);
  });

  test('the best of the k that are liked most', () => {
    expect(topShare(rows(0.2, 1, 0.7), Float64Array.of(3, 1, 2), 2)).toBe(0.7);
  });
});
