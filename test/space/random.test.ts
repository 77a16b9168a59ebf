import { describe, expect, test } from '@jest/globals';
import { Random } from '../../src/space/random.js';

function take(random: Random, count: number): number[] {
  return Array.from({ length: count }, () => random.int(1_000_000));
}

describe('Random', () => {
  test('the same seed gives the same numbers, pinned so that old runs can be repeated', () => {
    expect(take(new Random(7), 3)).toEqual(take(new Random(7), 3));
    expect(take(new Random(1), 4)).toMatchInlineSnapshot(`
     [
       745641,
       341138,
       877494,
       404348,
     ]
    `);
    expect(new Random(1).float()).toMatchInlineSnapshot(`0.10112060868484662`);
  });

  test('neighbouring seeds give unrelated first numbers', () => {
    const firsts = Array.from({ length: 2000 }, (_, seed) => new Random(seed).int(1000));
    const steps = firsts.slice(1).map((value, place) => Math.abs(value - firsts[place]!));
    const mean = steps.reduce((sum, step) => sum + step, 0) / steps.length;
    expect(mean).toBeGreaterThan(300); // |a - b| of independent uniform numbers has the mean 333
    expect(mean).toBeLessThan(366);
  });

  test('seeds beyond 32 bits differ, negative ones work, and what is no number is refused', () => {
    expect(take(new Random(2 ** 32 + 5), 4)).not.toEqual(take(new Random(5), 4));
    expect(take(new Random(-5), 4)).not.toEqual(take(new Random(5), 4));
    expect(() => new Random(NaN)).toThrow(RangeError);
  });

  test('int and float are uniform in their ranges', () => {
    const random = new Random(3);
    const counts = new Int32Array(10);
    let sum = 0;
    for (let draw = 0; draw < 100_000; draw++) {
      counts[random.int(10)]!++;
      const float = random.float();
      if (float < 0 || float >= 1) throw new Error(`${float} is outside of [0, 1)`);
      sum += float;
    }
    for (const count of counts) expect(Math.abs(count - 10_000)).toBeLessThan(500); // five sigma
    expect(Math.abs(sum / 100_000 - 0.5)).toBeLessThan(0.005);
  });

  test('int reaches beyond 32 bits', () => {
    const random = new Random(4);
    const draws = Array.from({ length: 200 }, () => random.int(2 ** 53));
    expect(draws.every((draw) => Number.isSafeInteger(draw) && draw >= 0)).toBe(true);
    expect(Math.max(...draws)).toBeGreaterThan(2 ** 52);
  });

  test.each([0, -1, 1.5, NaN])('when int is asked for [0, %p) then it throws', (n) => {
    expect(() => new Random(0).int(n)).toThrow(RangeError);
  });

  test('shuffle permutes in place, every order alike', () => {
    const random = new Random(5);
    const counts = new Map<string, number>();
    for (let round = 0; round < 6000; round++) {
      const list = [1, 2, 3];
      random.shuffle(list);
      counts.set(list.join(''), (counts.get(list.join('')) ?? 0) + 1);
    }
    expect([...counts.keys()].toSorted()).toEqual(['123', '132', '213', '231', '312', '321']);
    for (const count of counts.values()) expect(Math.abs(count - 1000)).toBeLessThan(150);
  });

  test('pick takes every item of a list, and refuses an empty one', () => {
    const random = new Random(6);
    expect(new Set(Array.from({ length: 100 }, () => random.pick(['a', 'b', 'c'])))).toEqual(new Set(['a', 'b', 'c']));
    expect(() => random.pick([])).toThrow(RangeError);
  });
});
