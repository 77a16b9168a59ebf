import { describe, expect, test } from '@jest/globals';
import { kMeans } from '../../src/learning/k-means.js';
import { Random } from '../../src/space/random.js';

type Point = readonly number[];

function square(a: Point, b: Point): number {
  return a.reduce((sum, value, d) => sum + (value - b[d]!) ** 2, 0);
}

function centroids(points: readonly Point[], labels: readonly number[]): readonly Point[] {
  return [...new Set(labels)]
    .toSorted((a, b) => a - b)
    .map((label) => points.filter((_, i) => labels[i] === label))
    .map((own) => own[0]!.map((_, d) => own.reduce((sum, point) => sum + point[d]!, 0) / own.length));
}

describe('k-means', () => {
  test.each([1, 2, 3, 4, 5, 6, 7, 8])('puts points with the centroid that is nearest, seed %d', (seed) => {
    const random = new Random(seed);
    const points = Array.from({ length: 5 + random.int(60) }, () =>
      Array.from({ length: 1 + (seed % 4) }, () => random.float() * random.int(4)),
    );
    const k = 1 + random.int(8);
    const { labels, inertia } = kMeans(points, k, random);
    const found = centroids(points, labels);
    expect(found.length).toBeLessThanOrEqual(k);
    expect(new Set(labels)).toEqual(new Set(found.keys()));
    const own = points.map((point, i) => square(point, found[labels[i]!]!));
    for (const [i, point] of points.entries())
      for (const centroid of found) expect(own[i]).toBeLessThanOrEqual(square(point, centroid) + 1e-9);
    expect(inertia).toBeCloseTo(
      own.reduce((sum, value) => sum + value, 0),
      9,
    );
  });

  test('finds groups that lie apart', () => {
    const random = new Random(3);
    const centres = [0, 1, 2, 3, 4].map((i) => [10 * i, 7 * (i % 2)]);
    const points = Array.from({ length: 100 }, (_, i) => centres[i % 5]!.map((value) => value + random.float()));
    const { labels } = kMeans(points, 5, random);
    expect(new Set(labels).size).toBe(5);
    for (const [i, label] of labels.entries()) expect(label).toBe(labels[i % 5]);
  });

  test('has no more clusters than points that differ, and none of no points', () => {
    const { labels, inertia } = kMeans([[1], [2], [1], [2]], 3, new Random(1));
    expect(labels[0]).toBe(labels[2]);
    expect(labels[0]).not.toBe(labels[1]);
    expect(inertia).toBe(0);
    expect(kMeans([], 3, new Random(1))).toEqual({ labels: [], inertia: 0 });
  });
});
