/** The spaces that others measured are not in the repository: TUNE_DATA names the folder that holds them. */
import { ownKernels } from '../../src/backend/own-kernels.js';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import {
  courseByTrials,
  courseOverTime,
  Landscape,
  performance,
  type Course,
  type Step,
} from '../../bench/methodology.js';
import { climb } from '../../bench/search/climb.js';
import { meanCost } from '../../src/log/record/best.js';
import { Random } from '../../src/space/random.js';
import { readTables } from '../../src/log/table/read.js';
import type { Table } from '../../src/log/table/table.js';
import { describeWhere } from '../support/skips.js';

/** 9, 8, …, 1 seconds, in another order. */
const nine = new Landscape([5, 1, 9, 3, 7, 2, 8, 4, 6]);

/** A search that has found so many seconds after each trial, of 10 seconds each. */
const search = (...found: readonly number[]): Step[] =>
  found.map((seconds, place) => ({ trial: place + 1, elapsed: 10 * (place + 1), seconds }));

describe('random search', () => {
  test('needs as many trials to a value as its expected rank says', () => {
    // The median is 5: half way to 1 is 3, the seventh of nine from the slowest (place 6), and 6 / (10 - 6) trials
    // reach it.
    expect(nine.trialsTo(0.5)).toBe(2);
    // 1.2: only the best, place 8, is as fast.
    expect(nine.trialsTo(0.95)).toBe(4);
  });

  test('expects the value of the mean rank of the best of some draws', () => {
    // m * 10 / (m + 1) = 5, 6.67, 7.5, 8: places of the values from the slowest.
    expect([1, 2, 3, 4].map((trials) => nine.expected(trials))).toEqual([4, 2, 1, 1]);
    expect(nine.expected(1000)).toBe(1);
  });

  test('ranks values from the slowest, those between two like the slower one', () => {
    expect([9, 8, 1, 100, 0.5, 7.5].map((seconds) => nine.rank(seconds))).toEqual([1, 2, 9, 1, 9, 2]);
    expect([1, 2.4, 9].map((rank) => nine.ofRank(rank))).toEqual([9, 8, 1]);
  });
});

describe('the score', () => {
  const course = courseByTrials(nine);
  const score = (...searches: readonly (readonly Step[])[]): number | undefined =>
    performance(
      course,
      nine,
      searches.map((steps) => course.ranksOf(steps)),
    );

  test('is 1 for the optimum at once', () => {
    expect(score(search(1))).toBe(1);
  });

  test('is 0 for what random search expects, negative for worse, and passes over points where nothing can be gained', () => {
    // From trial 3 on random search expects the optimum.
    expect([...course.random]).toEqual([4, 2, 1, 1]);
    expect(score(search(4, 2))).toBe(0);
    // (4 - 7) / (4 - 1) and (2 - 1) / (2 - 1).
    expect(score(search(7, 1))).toBe(0);
    expect(score(search(7, 4))).toBe((-1 - 2) / 2);
  });

  test('averages ranks over repeats, not scores', () => {
    // Ranks 9 and 5 (5 seconds) have the mean 7, which is 3 seconds: (4 - 3) / 3 and (2 - 3) / 1.
    expect(score(search(1), search(5))).toBeCloseTo((1 / 3 - 1) / 2);
  });

  test('extends a search that ends early, and takes the slowest where none worked yet', () => {
    expect(score(search(4))).toBe((0 + (2 - 4) / 1) / 2);
    expect([...course.ranksOf([{ trial: 2, elapsed: 20, seconds: 1 }])]).toEqual([1, 9, 9, 9]);
  });

  test('is undefined where random search has nothing left to find', () => {
    const one = new Landscape([1]);
    expect(performance(courseByTrials(one), one, [])).toBeUndefined();
  });

  test('over time, counts what a trial costs', () => {
    // Nine trials of 10 s that ran and one of 10 s that failed: 11.1 s a success.
    const overTime = courseOverTime(nine, Array<number>(10).fill(10));
    expect([overTime.random.length, overTime.random[0]]).toEqual([1000, 4]);
    const ranks = overTime.ranksOf(search(4, 1));
    // From 10 s to 40 s: the second trial is done at 20 s, a third of the way.
    expect([ranks[0], ranks[332], ranks[333]]).toEqual([6, 6, 9]);
  });
});

/** So many different items, in random order. */
function draw<T>(items: readonly T[], count: number, random: Random): readonly T[] {
  const places = new Set<number>();
  while (places.size < Math.min(count, items.length)) places.add(random.int(items.length));
  return Array.from(places).flatMap((place) => items.slice(place, place + 1));
}

test('random search scores about 0 with many seeds', () => {
  const values = Array.from({ length: 2000 }, (_, i) => 1 + (i / 400) ** 2);
  const landscape = new Landscape(values);
  const course = courseByTrials(landscape);
  const repeats = Array.from({ length: 300 }, (_, seed) => {
    const drawn = draw(values, course.random.length, new Random(seed));
    const steps = drawn.map((seconds, place) => ({ trial: place + 1, elapsed: 0, seconds }));
    return course.ranksOf(steps.filter(({ seconds }, place) => seconds === Math.min(...drawn.slice(0, place + 1))));
  });
  expect(Math.abs(performance(course, landscape, repeats)!)).toBeLessThan(0.05);
});

const data = process.env['TUNE_DATA'];
const when = describeWhere(data !== undefined, 'TUNE_DATA, a folder of what others measured');

when.each([
  ['conv2d_15x15_A100', [381, 1050]],
  ['conv2d_15x15_MI250X', [22, 51]],
  ['gemm_4096_RTX3090', [245, 1282]],
] as const)('%s', (name, [near, nearer]) => {
  const read = async (): Promise<Table> =>
    (await readTables(join(data!, `${name}.kt-cache.json.gz`), ownKernels)).tables.at(0)!;
  const landscapeOf = ({ rows }: Table): Landscape =>
    new Landscape([...rows.values()].flatMap((row) => meanCost(row) ?? []));

  test('has the cutoffs that the methodology gives', async () => {
    const landscape = landscapeOf(await read());
    expect([landscape.trialsTo(0.9), landscape.trialsTo(0.95)]).toEqual([near, nearer]);
  });

  test('lets random search score about 0, over time with what the dearest trials leave to chance', async () => {
    const table = await read();
    const landscape = landscapeOf(table);
    const indices = [...table.rows.keys()];
    const searches = Array.from(
      { length: 200 },
      (_, seed) => climb(table, draw(indices, Math.ceil(1.3 * nearer), new Random(seed))).steps,
    );
    const score = (course: Course): number =>
      performance(
        course,
        landscape,
        searches.map((steps) => course.ranksOf(steps)),
      )!;
    const costs = [...table.rows.values()].map(({ trialSeconds }) => trialSeconds!);
    expect(Math.abs(score(courseByTrials(landscape)))).toBeLessThan(0.12);
    expect(Math.abs(score(courseOverTime(landscape, costs)))).toBeLessThan(0.2);
  });
});
