import { expect, test } from '@jest/globals';
import { agreementCell, agreementOf, agrees } from '../../../bench/networks/agreement.js';

const floats = (...numbers: number[]): Float64Array => Float64Array.from(numbers);

test('outputs are compared one by one, as --verify does: a large one hides no error of a small one', () => {
  const want = [floats(1e6, 1e6), floats(1e-3, 1e-3)];
  expect(agreementOf(want, want, 1e-4)).toEqual({ difference: 0, bound: 1e-4 });
  const off = agreementOf([want[0]!, floats(1e-3, 1.5e-3)], want, 1e-4);
  expect(off.difference).toBeCloseTo(0.5);
  expect(agrees(off)).toBe(false);
});

test.each([
  [0, '0.0e+0 (0%)'],
  [3.5e-6, '3.5e-6 (4%)'],
  [1e-8, '1.0e-8 (<1%)'],
  [1e-4, '1.0e-4 (100%)'],
  [2.4e-4, '2.4e-4 (240%) **beyond**'],
  [NaN, 'NaN **beyond**'],
])('a difference of %p of at most 1e-4 reads %s', (difference, cell) => {
  expect(agreementCell({ difference, bound: 1e-4 })).toBe(cell);
});
