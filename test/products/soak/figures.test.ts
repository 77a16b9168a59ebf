import { describe, expect, test } from '@jest/globals';
import { mapCauses } from '../../../src/measure/causes.js';
import { figuresOf, spreadOf, verdictOn } from '../../../src/products/soak/figures.js';
import type { Run } from '../../../src/products/soak/fresh-run.js';
import { Random } from '../../../src/space/random.js';

/** Runs that took so long, each `apart` slower beside itself. */
function runsOf(seconds: readonly number[], apart = 0): Run[] {
  return seconds.map((one) => ({
    seconds: one,
    beside: one * (1 + apart),
    disturbed: 0,
    missed: 0,
    causes: mapCauses(() => 0),
    noisy: false,
  }));
}

describe('what runs of one kernel tell', () => {
  test('four are too few', () => {
    expect(figuresOf(runsOf([1, 1, 1, 1]))).toBeUndefined();
    expect(verdictOn(null)).toBe('unknown');
  });

  test('where all are alike there is no spread and no drift', () => {
    const figures = figuresOf(runsOf([2, 2, 2, 2, 2]))!;
    expect(figures).toEqual({ median: 2, spread: 0, drift: 0, across_runs: 0, side_by_side: 0 });
    expect(verdictOn(figures)).toBe('steady');
  });

  test('where runs differ but both in each are alike, only times of two runs cannot be compared', () => {
    const figures = figuresOf(runsOf(Array.from({ length: 30 }, (_, i) => (i % 2 === 0 ? 1 : 1.05))))!;
    expect(figures.across_runs).toBeCloseTo(0.05);
    expect(figures.side_by_side).toBe(0);
    expect(verdictOn(figures)).toBe('uneven');
  });

  test('where both in a run differ, nothing can be compared, whichever of them is slower', () => {
    for (const apart of [0.1, -1 / 11])
      expect(figuresOf(runsOf([1, 1, 1, 1, 1], apart))!.side_by_side).toBeCloseTo(0.1);
  });

  test('a machine that becomes slower drifts, and its two runs are far apart', () => {
    const figures = figuresOf(runsOf(Array.from({ length: 90 }, (_, i) => 1 + i / 300)))!;
    expect(figures.drift).toBeCloseTo(0.2, 1);
    expect(figuresOf(runsOf([1.2, 1.2, 1.1, 1.1, 1, 1]))!.drift).toBeCloseTo(1 / 1.2 - 1);
    expect(verdictOn(figures)).toBe('noisy');
  });

  test('95 % of differences between equal kernels stay below what counts as one, of many runs, too', () => {
    const random = new Random(1);
    const draw = (): number => 1 + 0.1 * random.float();
    const seconds = Array.from({ length: 5000 }, draw);
    const { across_runs } = figuresOf(runsOf(seconds))!;
    const fresh = Array.from({ length: 20_000 }, () => [draw(), draw()] as const);
    const below = fresh.filter(([a, b]) => Math.max(a, b) / Math.min(a, b) - 1 <= across_runs).length;
    expect(below / fresh.length).toBeGreaterThan(0.92);
    expect(below / fresh.length).toBeLessThan(0.98);
  });

  test('the spread is that of the deciles', () => {
    expect(spreadOf([1, 1, 1, 1, 1, 1, 1, 1, 1, 9])).toBeLessThan(5);
    expect(spreadOf(Array.from({ length: 101 }, (_, i) => 100 + i))).toBeCloseTo(80 / 150, 2);
  });
});
