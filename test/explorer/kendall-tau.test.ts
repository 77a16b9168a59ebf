import { describe, expect, test } from '@jest/globals';
import { kendallTau } from '../../src/explorer/kendall-tau.js';

describe('agreement of two orders', () => {
  test.each([
    ['the same order', [1, 2, 3], [10, 20, 30], 1],
    ['the opposite order', [1, 2, 3], [3, 2, 1], -1],
    ['one pair of three exchanged', [1, 2, 3], [1, 3, 2], 1 / 3],
    ['ties on one side', [1, 2, 3], [1, 1, 2], 2 / Math.sqrt(6)],
    ['all ties', [1, 2, 3], [5, 5, 5], 0],
    ['nothing', [], [], 0],
  ])('%s', (_, a, b, tau) => {
    expect(kendallTau(a, b)).toBeCloseTo(tau, 12);
  });
});
