import { expect, test } from '@jest/globals';
import { SpaceBuilder } from '../../src/space/builder.js';
import { noneOf, scarcityOf } from '../../src/space/scarcity.js';
import type { Space } from '../../src/space/space.js';

/** Four digits to a base, of which one number is valid. */
function cube(size: number, only: number): Space {
  const values = Array.from({ length: size }, (_, value) => value);
  return new SpaceBuilder()
    .choice('a', values)
    .choice('b', values)
    .choice('c', values)
    .choice('d', values)
    .constraint('a is too large', ({ a }) => a < size)
    .constraint('it is another number', ({ a, b, c, d }) => a + size * b + size ** 2 * c + size ** 3 * d === only)
    .constraint('b is odd', ({ b }) => b % 2 === 0)
    .build();
}

test.each([
  ['one in a hundred million', cube(100, 3_141_492), 'none of 524288 configs that were drawn'],
  ['nothing', cube(10, -1), 'none of the 10000 configs'],
])('of constraints that leave %s, the one that forbids the most is named', (_, space, left) => {
  const scarcity = scarcityOf(space)!;
  expect([scarcity.worst.sentence, noneOf(scarcity)]).toEqual(['it is another number', left]);
  expect(scarcity.forbids).toBeGreaterThan(0.99);
});

test('a space in which one config of all is valid is not scarce where all are tried', () => {
  expect(scarcityOf(cube(10, 3141 - 1))).toBeUndefined();
});
