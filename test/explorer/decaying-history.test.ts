import { describe, expect, test } from '@jest/globals';
import { DecayingHistory } from '../../src/explorer/decaying-history.js';
import type { Observation } from '../../src/explorer/explorer.js';
import type { Row } from '../../src/model/model.js';
import { SpaceBuilder } from '../../src/space/builder.js';
import { Random } from '../../src/space/random.js';

function group(name: string, count: number): Row[] {
  return Array.from({ length: count }, (_, i) => ({ features: Float32Array.of(i), score: i / count, group: name }));
}

const history = new DecayingHistory([...group('a', 1000), ...group('b', 1000), ...group('c', 10)], new Random(1));
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
    expect(counts(later)[0]).toBe(Math.ceil(counts(early)[0]! / 2));
    expect(later.every((row) => early.includes(row))).toBe(true);
    expect(history.rows(400)).toEqual([]);
  });

  test('of nothing has nothing to tell', () => {
    const none = new DecayingHistory([], new Random(1));
    expect(none.status).toBe('dropped');
    expect(none.rows(0)).toEqual([]);
  });

  test.each([
    ['heard when the first trials agree', 1, 'heard'],
    ['dropped when they do not', -1, 'dropped'],
  ])('is %s', (_, sign, status) => {
    const space = new SpaceBuilder().choice('tile', [1, 2, 3, 4, 5, 6, 7, 8]).build();
    const asked = new DecayingHistory(group('a', 10), new Random(1));
    asked.status = 'asked';
    const observed = new Map<number, Observation>();
    for (let index = 0; index < 8; index++) {
      asked.assess(observed);
      expect(asked.status).toBe('asked');
      asked.notePrediction(index, index);
      observed.set(index, { config: space.get(index), throughput: 10 + sign * index });
    }
    asked.assess(observed);
    expect(asked.status).toBe(status);
    expect(asked.rows(0)).toHaveLength(status === 'heard' ? 10 : 0);
  });
});
