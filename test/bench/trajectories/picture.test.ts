import { describe, expect, test } from '@jest/globals';
import type { Arena } from '../../../bench/search/data.js';
import type { Finished } from '../../../bench/search/searches.js';
import { panelsOf, TRIALS } from '../../../bench/trajectories/curves.js';
import { drawTrajectories } from '../../../bench/trajectories/picture.js';

/** Two tasks of a log, whose optimum takes a second. */
const arenas = ['dense 1x2', 'dense 3x4'].map(
  (task) => ({ name: task, table: { log: 'a.jsonl', task, best: 1 } }) as Arena,
);
const [first, second] = arenas as [Arena, Arena];

/** Searches that took this many seconds after trials 1, 2, …, each faster than the last. */
const found = (...seconds: readonly number[]): Finished => ({
  climb: { trials: TRIALS, steps: seconds.map((one, i) => ({ trial: i + 1, elapsed: 0, seconds: one })) },
  seconds: 1,
});

const results = new Map([
  [first, [found(2, 1), found(4, 2), found(4)]],
  [second, [found(8, 1), found(1), found(4)]],
]);
const foreign = arenas.map((arena, i) => ({ tuner: 'xgb', arena, visited: [], climb: found(2, 1 + i).climb }));

describe('curves', () => {
  const [group] = panelsOf(results, foreign);

  test('of a task are quartiles over the seeds', () => {
    const { title, ours, others } = group!.tasks[0]!;
    expect(title).toBe('1x2');
    expect([ours.lower, ours.median, ours.upper].map((shares) => shares.slice(0, 3))).toEqual([
      [0.25, 0.375, 0.375],
      [0.25, 0.5, 0.5],
      [0.375, 0.75, 0.75],
    ]);
    expect(others.get('xgb')!.slice(0, 3)).toEqual([0.5, 1, 1]);
  });

  test('of all tasks are quartiles of the geometric means', () => {
    const { title, ours, others } = group!.together;
    expect(title).toBe('geometric mean of 2 tasks');
    // Seed by seed: 1/4, 1/2 and 1/4 after the first trial, then 1, 1/√2 and 1/4.
    expect(ours.median.slice(0, 2)).toEqual([0.25, expect.closeTo(Math.SQRT1_2)]);
    expect(ours.upper.slice(0, 2)).toEqual([expect.closeTo(0.375), expect.closeTo((1 + Math.SQRT1_2) / 2)]);
    expect(others.get('xgb')!.slice(0, 2)).toEqual([expect.closeTo(0.5), expect.closeTo(Math.SQRT1_2)]);
  });
});

test('a panel has a band, and a line for each tuner and for the median', () => {
  const drawn = drawTrajectories(panelsOf(results, foreign), 3);
  expect(drawn.match(/<polygon /g)).toHaveLength(3);
  expect(drawn.match(/<polyline /g)).toHaveLength(6);
  for (const text of [
    'median and quartiles of 3 seeds',
    'AutoTVM xgb',
    '>1x2<',
    '>3x4<',
    'tune 0.707, AutoTVM xgb 0.707',
  ])
    expect(drawn).toContain(text);
  // The median of all tasks: below what is drawn at first, √½ from the second trial to the last.
  expect(drawn).toContain('points="46,330 48.9,330 48.9,207.4 416,207.4"');
});
