import { expect, test } from '@jest/globals';
import { Pace } from '../../src/measure/pace.js';

test('a trial has hung when it takes far longer than the longest that worked', () => {
  const pace = new Pace();
  pace.observe(0.05);
  pace.observe(0.02);
  expect(pace.timeout(10)).toBe(1.4);
  pace.observe(0.25);
  expect(pace.timeout(10)).toBe(3);
  expect(pace.timeout(2)).toBe(2);
});

test('before one has worked, when it takes far longer than calls that are of no use', () => {
  const pace = new Pace();
  expect(pace.timeout(10)).toBe(10);
  expect(pace.timeout(10, 0)).toBe(3);
  expect(pace.timeout(10, 0.2)).toBe(5);
  expect(pace.timeout(10, 5)).toBe(10);
  pace.observe(0.05);
  expect(pace.timeout(10, 5)).toBe(1.4);
});
