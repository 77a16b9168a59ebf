import { describe, expect, test } from '@jest/globals';
import { batchAfter, batchIn } from '../../src/tuner/batches.js';

describe('batches', () => {
  test('the first is small, smaller beside siblings, and what the settings say', () => {
    expect([batchIn(0, {}), batchIn(0, {}, true)]).toEqual([8, 4]);
    expect([false, true].map((hasSiblings) => batchIn(0, { firstBatch: 24, batchSize: 12 }, hasSiblings))).toEqual([
      24, 24,
    ]);
    expect(batchIn(24, { firstBatch: 24, batchSize: 12 })).toBe(12);
  });

  test('are small at first, and then a share of what is known', () => {
    expect([0, 8, 32, 39, 40, 512].map(batchAfter)).toEqual([4, 4, 4, 4, 5, 64]);
  });
});
