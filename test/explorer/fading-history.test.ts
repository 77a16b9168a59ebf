import { describe, expect, test } from '@jest/globals';
import { FadingHistory } from '../../src/explorer/fading-history.js';
import type { Row } from '../../src/model/model.js';
import { Random } from '../../src/space/random.js';

function group(name: string, count: number): Row[] {
  return Array.from({ length: count }, (_, i) => ({ features: Float32Array.of(i), score: i / count, group: name }));
}

const history = new FadingHistory([...group('a', 1000), ...group('b', 1000), ...group('c', 10)], new Random(1));
const counts = (rows: readonly Row[]): number[] =>
  ['a', 'b', 'c'].map((name) => rows.filter((row) => row.group === name).length);

describe('history that fades', () => {
  test('has about as many rows of every task, and all of those that have few', () => {
    const [a, b, c] = counts(history.rows(0));
    expect(a).toBe(b);
    expect(a).toBeGreaterThan(200);
    expect(c).toBe(10);
  });

  test('has the best of every task, and others', () => {
    const scores = history.rows(64).flatMap((row) => (row.group === 'a' ? [row.score] : []));
    expect(scores).toContain(0.999);
    expect(scores.filter((score) => score > 0.9).length).toBeGreaterThan(scores.length / 4);
    expect(scores.filter((score) => score < 0.5).length).toBeGreaterThan(scores.length / 4);
    expect(new Set(scores).size).toBe(scores.length);
  });

  test('halves with every 32 own trials, keeps what it had, and ends', () => {
    const [early, later] = [history.rows(0), history.rows(32)];
    expect(counts(later)[0]).toBe(Math.ceil(counts(early)[0] / 2));
    expect(later.every((row) => early.includes(row))).toBe(true);
    expect(history.rows(400)).toEqual([]);
  });

  test('of nothing is empty', () => {
    const none = new FadingHistory([], new Random(1));
    expect(none.empty).toBe(true);
    expect(history.empty).toBe(false);
  });
});
