import fc from 'fast-check';
import { expect, test } from '@jest/globals';
import { findOperator } from '../../../src/operator/registry.js';
import { areOrderly, gathered, inChunks, isOrderly } from '../../../src/network/program/lower/gathered.js';
import { interpretComputation } from './interpreted.js';

const lists = fc.integer({ min: 1, max: 9 }).chain((extent) =>
  fc.record({
    extent: fc.constant(extent),
    indices: fc.oneof(
      fc.array(fc.nat(extent - 1), { minLength: 1, maxLength: 12 }),
      fc
        .record({ times: fc.integer({ min: 1, max: 3 }), step: fc.constantFrom(1, 2) })
        .map(({ times, step }) =>
          Array.from({ length: Math.ceil(extent / step) * times }, (_, i) => step * Math.floor(i / times)),
        ),
      fc.constant(Array.from({ length: extent }, (_, i) => extent - 1 - i)),
    ),
  }),
);

test('an expression picks the elements of the list, along either axis', () => {
  fc.assert(
    fc.property(lists, fc.constantFrom(0, 1), ({ extent, indices }, axis) => {
      const expression = gathered('a', axis, indices, extent)!;
      const shape = axis === 0 ? [extent, 2] : [2, extent];
      const data = Array.from({ length: 2 * extent }, (_, i) => i);
      const workload = findOperator('elementwise').workload(undefined, { inputs: shape.join('x'), expression });
      const want =
        axis === 0
          ? indices.flatMap((index) => [2 * index, 2 * index + 1])
          : [0, extent].flatMap((row) => indices.map((index) => row + index));
      expect([...interpretComputation(workload, [data])]).toEqual(want);
    }),
    { numRuns: 60 },
  );
});

test('a list without order is said in chunks that have enough', () => {
  const indices = Array.from({ length: 200 }, (_, i) => (i * i * 37) % 211);
  expect(gathered('a', 0, indices, 211)).toBeUndefined();
  const chunks = inChunks(indices);
  expect(chunks.flat()).toEqual(indices);
  expect(chunks.every(isOrderly)).toBe(true);
});

test('lists along several axes are said at once only where that is short', () => {
  const even = Array.from({ length: 8 }, (_, i) => 2 * i);
  const uneven = Array.from({ length: 20 }, (_, i) => (i * 3) % 7);
  expect(areOrderly([[even], [even], [even]])).toBe(true);
  expect(areOrderly([[uneven]])).toBe(true);
  expect(areOrderly([[uneven], [uneven]])).toBe(false);
});
