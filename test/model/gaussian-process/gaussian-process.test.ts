import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { factorise, invert, solve } from '../../../src/model/gaussian-process/cholesky.js';
import { Coregionalisation, parametersOf } from '../../../src/model/gaussian-process/coregionalisation.js';
import type { Covariance } from '../../../src/model/gaussian-process/covariance.js';
import { GaussianProcess } from '../../../src/model/gaussian-process/gaussian-process.js';
import { negativeLogPosterior } from '../../../src/model/gaussian-process/likelihood.js';
import { Matern } from '../../../src/model/gaussian-process/matern.js';
import { MultitaskProcess } from '../../../src/model/gaussian-process/multitask-process.js';
import { Random } from '../../../src/space/random.js';

const [N, DIMENSIONS, TASKS] = [12, 3, 2];

function drawn(seed: number, length: number): Float64Array {
  const random = new Random(seed);
  return Float64Array.from({ length }, () => random.float());
}

const points = drawn(1, N * DIMENSIONS);
const targets = drawn(2, N);
const tasks = Int32Array.from({ length: N }, (_, i) => i % TASKS);
const covariances: readonly (readonly [string, Covariance, number])[] = [
  ['a Matérn kernel', new Matern(points, DIMENSIONS), DIMENSIONS],
  ['coregionalisation', new Coregionalisation(points, DIMENSIONS, tasks, TASKS), parametersOf(DIMENSIONS, TASKS)],
];

describe.each(covariances)('the covariance of %s', (_, covariance, parameters) => {
  const beliefs = Array.from({ length: parameters + 1 }, () => ({ mean: -1, deviation: 2 }));

  test('has the gradient that differences show', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: -1.5, max: -0.01, noNaN: true }), {
          minLength: parameters + 1,
          maxLength: parameters + 1,
        }),
        (at) => {
          const point = Float64Array.from(at);
          const { gradient } = negativeLogPosterior(covariance, point, targets, beliefs);
          const valueAt = (place: number, by: number): number =>
            negativeLogPosterior(covariance, point.with(place, point[place]! + by), targets, beliefs).value;
          for (const place of point.keys()) {
            const difference = (valueAt(place, 1e-5) - valueAt(place, -1e-5)) / 2e-5;
            expect(Math.abs(gradient[place]! - difference)).toBeLessThan(1e-3 * (1 + Math.abs(difference)));
          }
        },
      ),
      { numRuns: 20 },
    );
  });
});

test('a factor solves and inverts', () => {
  const matrix = new Matern(points, DIMENSIONS).matrix(new Float64Array(DIMENSIONS));
  for (let row = 0; row < N; row++) matrix[row * N + row]! += 0.01;
  const lower = factorise(matrix, N)!;
  const solved = solve(lower, N, Float64Array.from(targets));
  const inverse = invert(lower, N);
  for (let row = 0; row < N; row++) {
    const times = (of: Float64Array, at: number): number =>
      Array.from({ length: N }, (_, k) => matrix[row * N + k]! * of[k * at]!).reduce((sum, part) => sum + part, 0);
    expect(times(solved, 1)).toBeCloseTo(targets[row]!, 8);
    const identity = Array.from({ length: N }, (_, k) => matrix[row * N + k]! * inverse[k * N + row]!);
    expect(identity.reduce((sum, part) => sum + part, 0)).toBeCloseTo(1, 8);
  }
  expect(factorise(Float64Array.of(1, 2, 2, 1), 2)).toBeUndefined();
});

test('a process interpolates, and is sure where it was measured', () => {
  const process = new GaussianProcess(1);
  const at = Float64Array.from({ length: 9 }, (_, i) => i / 8);
  const wave = (x: number): number => Math.sin(5 * x);
  process.fit(at, at.map(wave));
  const between = Float64Array.of(0.19, 0.44, 0.81);
  process.means(between).forEach((mean, i) => {
    expect(Math.abs(mean - wave(between[i]!))).toBeLessThan(0.05);
  });
  const left = (points: Float64Array): number =>
    1 - process.explained(points, 0, 0).reduce((sum, part) => sum + part * part, 0);
  expect(left(Float64Array.of(0.5))).toBeLessThan(left(Float64Array.of(0.44)));
});

describe('how alike tasks are', () => {
  const samples = 60;
  const [at, of] = [drawn(7, 2 * samples), Int32Array.from({ length: samples }, (_, i) => i % 2)];
  const first = (x: number, y: number): number => Math.sin(5 * x) + Math.cos(4 * y);
  const other = (x: number, y: number): number => Math.cos(7 * x) - Math.sin(6 * y);

  function correlationWith(second: (x: number, y: number) => number): number {
    const process = new MultitaskProcess(2, 2);
    const values = Float64Array.from(of, (task, i) => (task === 0 ? first : second)(at[2 * i]!, at[2 * i + 1]!));
    process.fit({ points: at, targets: values, tasks: of });
    return process.correlation(0, 1);
  }

  test('is taken for neither before a fit', () => {
    const believed = new MultitaskProcess(2, 2).correlation(0, 1);
    expect(believed).toBeGreaterThan(0.5);
    expect(believed).toBeLessThan(0.8);
  });

  test.each([
    ['the same', first, 0.9, 1.001],
    ['alike, on another scale', (x: number, y: number) => 1 + 1.5 * (first(x, y) + 0.1 * other(x, y)), 0.82, 0.97],
    ['unlike', other, -1, 0.4],
  ] as const)('is found where they are %s', (_, second, least, most) => {
    const found = correlationWith(second);
    expect(found).toBeGreaterThan(least);
    expect(found).toBeLessThan(most);
  });
});
