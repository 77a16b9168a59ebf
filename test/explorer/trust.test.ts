import { describe, expect, test } from '@jest/globals';
import { trustIn } from '../../src/explorer/trust.js';

const rising = (n: number): number[] => Array.from({ length: n }, (_, i) => i + 1);

describe('trust in a source', () => {
  test('is neither none nor full before anything was tried', () => {
    expect(trustIn([], [])).toBeGreaterThan(0.1);
    expect(trustIn([], [])).toBeLessThan(0.6);
  });

  test('rises with trials that agree, and is gone with trials that contradict', () => {
    const some = trustIn(rising(8), rising(8));
    expect(some).toBeGreaterThan(trustIn([], []));
    expect(trustIn(rising(32), rising(32))).toBeGreaterThanOrEqual(some);
    expect(trustIn(rising(8), rising(8).reverse())).toBe(0);
  });

  test('is gone where most of the order agrees, and what is best is not what was said to be', () => {
    const measured = rising(16);
    const predicted = measured.map((value) => (value > 14 ? value - 14.5 : value));
    expect(trustIn(predicted, measured)).toBe(0);
    // The same swap among the worst.
    expect(
      trustIn(
        measured.map((value) => (value < 3 ? value + 2.5 : value)),
        measured,
      ),
    ).toBeGreaterThan(0.5);
  });

  test.each([
    ['predicts the same of all', rising(8).map(() => 1), rising(8)],
    ['is asked of trials that all failed', rising(8), rising(8).map(() => 0)],
    ['is asked of a single trial', [1], [1]],
  ])('is no more than it was, and a number, if it %s', (_, predicted, measured) => {
    const trust = trustIn(predicted, measured);
    expect(trust).toBeGreaterThanOrEqual(0);
    expect(trust).toBeLessThanOrEqual(trustIn([], []));
  });

  test('depends on orders alone', () => {
    const [predicted, measured] = [[3, 1, 2, 5, 4, 8, 6, 7], rising(8)];
    const stretched = trustIn(
      predicted.map((score) => 2 * score - 7),
      measured.map((value) => value ** 3),
    );
    expect(stretched).toBe(trustIn(predicted, measured));
  });
});
