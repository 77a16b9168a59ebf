import { expect, test } from '@jest/globals';
import { mean, sampleCovariance } from 'simple-statistics';
import { sampleByStretchMoves, type Point } from '../../src/learning/stretch-moves.js';
import { Random } from '../../src/space/random.js';

const SWEEPS = { burnIn: 300, sweeps: 4000 };

function starts(random: Random, walkers = 12): Point[] {
  return Array.from({ length: walkers }, () => [random.float(), random.float()]);
}

test('samples of a normal distribution have its means and covariances, whatever their scales', () => {
  // Standard deviations 0.01 and 100, correlation 0.9.
  const logDensity = ([x, y]: Point): number => {
    const [a, b] = [(x! - 3) / 0.01, (y! + 50) / 100];
    return -(a * a - 1.8 * a * b + b * b) / (2 * (1 - 0.81));
  };
  const random = new Random(5);
  const samples = sampleByStretchMoves(logDensity, starts(random), random, SWEEPS);
  const [first, second] = [0, 1].map((i) => samples.map((point) => point[i]!)) as [number[], number[]];
  expect(samples).toHaveLength(12 * 4000);
  expect(Math.abs(mean(first) - 3)).toBeLessThan(0.001);
  expect(Math.abs(mean(second) + 50)).toBeLessThan(10);
  expect(sampleCovariance(first, first) / 1e-4).toBeCloseTo(1, 0.5);
  expect(sampleCovariance(second, second) / 1e4).toBeCloseTo(1, 0.5);
  expect(sampleCovariance(first, second)).toBeCloseTo(0.9, 0.5);
});

test('samples of the mean and the spread of data have the moments of their posterior', () => {
  // Normal data with a flat prior on the mean and on the logarithm of the spread: the mean has Student's distribution
  // with n - 1 degrees of freedom, the sum of squares over the variance has chi-squared's.
  const data = [4.1, 5.3, 3.8, 4.9, 6.0, 4.4, 5.1, 4.7, 5.5, 4.2];
  const n = data.length;
  const squares = data.reduce((sum, value) => sum + (value - mean(data)) ** 2, 0);
  const logDensity = ([centre, logSpread]: Point): number =>
    -n * logSpread! - data.reduce((sum, value) => sum + (value - centre!) ** 2, 0) / (2 * Math.exp(2 * logSpread!));
  const random = new Random(7);
  const samples = sampleByStretchMoves(logDensity, starts(random), random, SWEEPS);
  const centres = samples.map(([centre]) => centre!);
  const precisions = samples.map(([, logSpread]) => squares / Math.exp(2 * logSpread!));
  expect(Math.abs(mean(centres) - mean(data))).toBeLessThan(0.03);
  expect((sampleCovariance(centres, centres) * n * (n - 3)) / squares).toBeCloseTo(1, 0.5);
  expect(mean(precisions) / (n - 1)).toBeCloseTo(1, 1);
});

test('no sample lies where the density is 0', () => {
  const logDensity = ([x, y]: Point): number => (x! > 0 && y! > 0 && x! + y! < 1 ? 0 : -Infinity);
  const random = new Random(1);
  const corners = Array.from({ length: 8 }, () => [random.float() / 2, random.float() / 2]);
  const samples = sampleByStretchMoves(logDensity, corners, random, SWEEPS);
  expect(samples.every((point) => logDensity(point) === 0)).toBe(true);
  expect(mean(samples.map(([x]) => x!))).toBeCloseTo(1 / 3, 1.5);
});
