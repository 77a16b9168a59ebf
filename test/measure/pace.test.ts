import { expect, test } from '@jest/globals';
import { Pace } from '../../src/measure/pace.js';

test('a trial has hung when it takes far longer than the longest that worked', () => {
  const pace = new Pace();
  pace.observe(0.05);
  pace.observe(0.02);
  expect(pace.timeout(10)).toBe(0.9);
  pace.observe(0.25);
  expect(pace.timeout(10)).toBe(2.5);
  expect(pace.timeout(2)).toBe(2);
});

test('before one has worked, when it takes far longer than calls that are of no use', () => {
  const pace = new Pace();
  expect(pace.timeout(10)).toBe(10);
  expect(pace.timeout(10, 0)).toBe(1.5);
  expect(pace.timeout(10, 0.2)).toBe(3.5);
  expect(pace.timeout(10, 5)).toBe(10);
  pace.observe(0.05);
  expect(pace.timeout(10, 5)).toBe(0.9);
});
