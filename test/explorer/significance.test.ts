import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { studentTTwoSided } from '../../src/explorer/student-t.js';
import { welchTest } from '../../src/explorer/welch.js';

describe("Student's t", () => {
  const t = fc.double({ min: 0, max: 50, noNaN: true });

  test('with one, two and four degrees of freedom it is what the closed forms say', () => {
    fc.assert(
      fc.property(t, (t) => {
        const root = Math.sqrt(4 + t * t);
        expect(studentTTwoSided(t, 1)).toBeCloseTo(1 - (2 / Math.PI) * Math.atan(t), 7);
        expect(studentTTwoSided(t, 2)).toBeCloseTo(1 - t / Math.sqrt(2 + t * t), 7);
        expect(studentTTwoSided(t, 4)).toBeCloseTo(1 - (t / root) * (1 + 2 / root ** 2), 7);
      }),
    );
  });

  test.each([
    [12.7062047, 1],
    [2.2281389, 10],
    [2.0422725, 30],
    [1.9839715, 100],
    [1.96, 1e6],
  ])('t = %d is the bound of 5 %% with %d degrees of freedom, as the tables have it', (t, freedom) => {
    expect(studentTTwoSided(t, freedom)).toBeCloseTo(0.05, 5);
    expect(studentTTwoSided(-t, freedom)).toBe(studentTTwoSided(t, freedom));
  });

  test('falls as t grows, from 1 to 0', () => {
    fc.assert(
      fc.property(t, fc.double({ min: 0.5, max: 1000, noNaN: true }), (t, freedom) => {
        expect(studentTTwoSided(0, freedom)).toBe(1);
        expect(studentTTwoSided(t + 1, freedom)).toBeLessThan(studentTTwoSided(t, freedom));
        expect(studentTTwoSided(Infinity, freedom)).toBe(0);
      }),
    );
  });
});

describe("Welch's test", () => {
  // The expected values are those of scipy.stats.ttest_ind(a, b, equal_var=False).
  test.each([
    [
      [27.5, 21, 19, 23.6, 17, 17.9, 16.9, 20.1, 21.9, 22.6, 23.1, 19.6, 19, 21.7, 21.4],
      [27.1, 22, 20.8, 23.4, 23.4, 23.5, 25.8, 22, 24.8, 20.2, 21.9, 22.1, 22.9, 30.5, 24.2],
      0.008303425483,
    ],
    [[1, 1.1, 0.9], [1.2, 1.3], 0.049416256863],
    [[1e-3, 1.01e-3, 0.99e-3, 1e-3], [1.1e-3, 1.09e-3, 1.12e-3], 0.002185854282],
  ])('%j against %j', (a, b, expected) => {
    expect(welchTest(a, b)).toBeCloseTo(expected, 9);
    expect(welchTest(b, a)).toBeCloseTo(expected, 9);
  });

  test('when neither sample varies then different means are certain and equal ones say nothing', () => {
    expect(welchTest([1, 1], [2, 2])).toBe(0);
    expect(welchTest([2, 2], [2, 2, 2])).toBe(1);
    expect(welchTest([1, 3], [2, 2])).toBe(1);
  });
});
