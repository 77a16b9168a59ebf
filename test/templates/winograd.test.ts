import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { CpuTarget } from '../../src/backend/cpu/target.js';
import { conv2d } from '../../src/operator/conv2d.js';
import { Random } from '../../src/space/random.js';
import { conv2dWinograd } from '../../src/templates/conv2d-winograd.js';
import { typesOf } from '../../src/templates/refusal.js';
import { amplification, maxPoints, winograd } from '../../src/templates/winograd.js';
import { avx512, avx512bf16 } from '../support/targets.js';

const sizes = Array.from({ length: 6 }, (_, m) => m + 1).flatMap((m) =>
  Array.from({ length: maxPoints - m + 1 }, (_, r) => [m, r + 1] as const),
);

const dot = (a: readonly number[], b: readonly number[]): number => a.reduce((sum, x, i) => sum + x * b[i]!, 0);

/** Outputs of a correlation by F(m, r), every intermediate value rounded. */
function filtered(m: number, data: readonly number[], taps: readonly number[], round: (x: number) => number): number[] {
  const { output, kernel, input } = winograd(m, taps.length);
  const by = (row: readonly number[], values: readonly number[]): number =>
    row.reduce((sum, x, i) => round(sum + round(x * values[i]!)), 0);
  const products = input.map((row, a) => round(by(row, data) * by(kernel[a]!, taps)));
  return output.map((row) => by(row, products));
}

function correlation(m: number, data: readonly number[], taps: readonly number[]): number[] {
  return Array.from({ length: m }, (_, i) => dot(taps, data.slice(i, i + taps.length)));
}

describe.each(sizes)('F(%d,%d)', (m, r) => {
  test('computes a correlation', () => {
    const numbers = (length: number): fc.Arbitrary<number[]> =>
      fc.array(fc.integer({ min: -9, max: 9 }), { minLength: length, maxLength: length });
    fc.assert(
      fc.property(numbers(m + r - 1), numbers(r), (data, taps) => {
        const want = correlation(m, data, taps);
        filtered(m, data, taps, (x) => x).forEach((got, i) => {
          expect(got).toBeCloseTo(want[i]!, 8);
        });
      }),
      { numRuns: 30 },
    );
  });

  test('has rounding errors in float32 as its amplification says, within a factor of three', () => {
    const random = new Random(m * 10 + r);
    const draw = (length: number): number[] =>
      Array.from({ length }, () => Math.fround(Math.sqrt(3) * (2 * random.float() - 1)));
    let squares = 0;
    const runs = 400;
    for (let run = 0; run < runs; run++) {
      const [data, taps] = [draw(m + r - 1), draw(r)];
      const want = correlation(m, data, taps);
      squares += Math.max(...filtered(m, data, taps, Math.fround).map((got, i) => (got - want[i]!) ** 2));
    }
    const error = Math.sqrt(squares / runs / r);
    const predicted = 2 ** -24 * amplification(m, r);
    expect(error).toBeLessThan(3 * predicted);
    expect(error).toBeGreaterThan(predicted / 3);
  });
});

test('there are only so many points', () => {
  expect(() => winograd(maxPoints, 2)).toThrow(RangeError);
});

test('conv2d.winograd serves floats of all sizes, and counts double where direct products take half the time', () => {
  expect(typesOf(conv2dWinograd)).toEqual(['float32', 'float16', 'bfloat16']);
  const workOf = (dtype: string, target: CpuTarget): number =>
    conv2dWinograd.work!(conv2d.workload('resnet18.C2', { dtype }), target);
  const work = workOf('float32', avx512);
  expect([workOf('bfloat16', avx512), workOf('float16', avx512bf16)]).toEqual([work, work]);
  expect(workOf('bfloat16', avx512bf16)).toBe(2 * work);
});
