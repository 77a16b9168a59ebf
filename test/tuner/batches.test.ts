import { describe, expect, test } from '@jest/globals';
import { SpaceBuilder } from '../../src/space/builder.js';
import type { Space } from '../../src/space/space.js';
import { batchAfter, batchIn, firstBatchIn } from '../../src/tuner/batches.js';

function spaceOf(knobs: number): Space {
  const builder = new SpaceBuilder().choice('still', [1]);
  for (let knob = 0; knob < knobs; knob++) builder.choice(`knob_${knob}`, [1, 2]);
  return builder.build();
}

describe('batches', () => {
  test('the first grows with the knobs that have a choice, within limits', () => {
    expect([0, 4, 5, 8, 12].map((knobs) => firstBatchIn(spaceOf(knobs)))).toEqual([8, 12, 15, 16, 16]);
  });

  test('the first is small where others tell of the space', () => {
    const first = (toldOf: Parameters<typeof batchIn>[3]): number => batchIn(spaceOf(8), 0, {}, toldOf);
    expect([first('siblings'), first('history'), first(undefined)]).toEqual([4, 8, 16]);
    expect(batchIn(spaceOf(8), 0, { firstBatch: 5 }, 'siblings')).toBe(5);
  });

  test('are small at first, and then a share of what is known', () => {
    expect([0, 8, 32, 39, 40, 512].map(batchAfter)).toEqual([4, 4, 4, 4, 5, 64]);
  });
});
