import type { Random } from '../space/random.js';

/** Starts, of which the one with the least inertia counts. */
const STARTS = 8;
const MOST_ROUNDS = 100;

type Point = readonly number[];

export interface Clusters {
  /** Of each point the number of its cluster, counted from 0 without gaps. */
  readonly labels: readonly number[];
  /** The sum of the squares of the distances to the centroids. */
  readonly inertia: number;
}

/**
 * At most k clusters by Lloyd's algorithm from the seeds of k-means++ (Arthur and Vassilvitskii, 2007), fewer where
 * fewer points differ. Ours, as the one of simple-statistics fails where a cluster is left without a point.
 */
export function kMeans(points: readonly Point[], k: number, random: Random): Clusters {
  const starts = Array.from({ length: STARTS }, () => lloyd(points, seeds(points, k, random)));
  return starts.reduce((best, other) => (other.inertia < best.inertia ? other : best));
}

/** Points that differ, drawn with a probability that grows with the square of the distance to those drawn before. */
function seeds(points: readonly Point[], k: number, random: Random): readonly Point[] {
  const chosen = points.length === 0 ? [] : [random.pick(points)];
  const squares = points.map(() => Infinity);
  while (chosen.length < k) {
    for (const [i, point] of points.entries()) squares[i] = Math.min(squares[i]!, square(point, chosen.at(-1)!));
    let left = random.float() * squares.reduce((sum, value) => sum + value, 0);
    const next = squares.findIndex((value) => value > 0 && (left -= value) < 0);
    if (next === -1) return chosen;
    chosen.push(points[next]!);
  }
  return chosen;
}

function lloyd(points: readonly Point[], start: readonly Point[]): Clusters {
  let centroids = start;
  let labels: readonly number[] = [];
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const next = points.map((point) => nearest(point, centroids));
    if (next.every((label, i) => label === labels[i])) break;
    labels = next;
    centroids = centroids.map((centroid, label) => mean(points.filter((_, i) => next[i] === label)) ?? centroid);
  }
  const used = [...new Set(labels)];
  return {
    labels: labels.map((label) => used.indexOf(label)),
    inertia: points.reduce((sum, point, i) => sum + square(point, centroids[labels[i]!]!), 0),
  };
}

function nearest(point: Point, centroids: readonly Point[]): number {
  const squares = centroids.map((centroid) => square(point, centroid));
  return squares.indexOf(Math.min(...squares));
}

function mean(points: readonly Point[]): Point | undefined {
  return points[0]?.map((_, d) => points.reduce((sum, point) => sum + point[d]!, 0) / points.length);
}

function square(a: Point, b: Point): number {
  return a.reduce((sum, value, d) => sum + (value - b[d]!) ** 2, 0);
}
