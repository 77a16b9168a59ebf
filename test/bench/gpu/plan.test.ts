import { expect, test } from '@jest/globals';
import { LEAST_MINUTES, searchMinutes } from '../../../bench/gpu/budget.js';
import { jobs } from '../../../bench/gpu/jobs.js';
import { shapeOf } from '../../../src/tuner/tune-options.js';
import { shapeWords } from '../../../src/tuner/tune-options.js';

/** Minutes of search by workload, when each takes `overrun` times the time it is due. */
function spend(weights: readonly number[], minutes: number, overrun = 1): number[] {
  const searched: number[] = [];
  let left = minutes;
  for (let i = 0; i < weights.length; i++) {
    const search = searchMinutes(weights.slice(i), left);
    if (search === undefined) break;
    searched.push(search);
    left -= Math.max(LEAST_MINUTES, (left * weights.at(i)!) / weights.slice(i).reduce((a, b) => a + b)) * overrun;
  }
  return searched;
}

test('time is divided by weight, and all of it is used', () => {
  const [first, second, third] = spend([2, 1, 1], 20) as [number, number, number];
  expect(first).toBeCloseTo(2 * second);
  expect(second).toBeCloseTo(third);
  expect(first + second + third).toBeGreaterThan(15);
  expect(first + second + third).toBeLessThan(20);
});

test('what the first ones take too much is missing later on, evenly, and never more than there is', () => {
  const searched = spend([1, 1, 1, 1, 1], 10, 1.4);
  expect(searched).toHaveLength(5);
  expect(searched[4]).toBeLessThan(searched.at(0)!);
  expect(searched[4]).toBeGreaterThan(0);
});

test('when time is short then the first ones get enough and the last ones none', () => {
  const searched = spend(
    jobs.map(({ weight }) => weight),
    2,
  );
  expect(searched.length).toBeGreaterThan(3);
  expect(searched.length).toBeLessThan(jobs.length);
  expect(Math.min(...searched)).toBeGreaterThan(LEAST_MINUTES / 2);
  expect(searchMinutes([1], LEAST_MINUTES / 2)).toBeUndefined();
});

test('products come first, then all of ResNet-18 with one image, then with sixteen', () => {
  const suites = jobs.map(({ suite }) => suite);
  expect([...new Set(suites)]).toEqual([
    ...['gemm fp32', 'gemm bf16', 'gemm tf32'],
    ...['resnet18 fp32, batch 1', 'resnet18 fp32, batch 16'],
  ]);
  const count = (suite: string): number => suites.filter((one) => one === suite).length;
  expect(count('resnet18 fp32, batch 1')).toBe(12);
  expect(count('resnet18 fp32, batch 16')).toBe(12);
  expect(new Set(jobs.map(({ name }) => name)).size).toBe(jobs.length);
});

test('tune is told the shape of a job', () => {
  for (const { operator, workload } of jobs)
    expect(operator.workload(undefined, shapeWords(shapeOf(operator, workload)))).toEqual(workload);
});
