import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { SpaceBuilder } from '../../src/space/builder.js';
import { Decisions, type Prefix } from '../../src/space/decisions.js';
import { indexFrom } from '../../src/space/odometer.js';
import { ListedSpace } from '../../src/space/listed.js';
import type { Space } from '../../src/space/space.js';

/** Spaces of one to four knobs with one to four values, where constraints read some knobs or all of them. */
const spaces = fc
  .record({
    radices: fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 4 }),
    modulus: fc.integer({ min: 2, max: 4 }),
    reads: fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 1, maxLength: 3 }),
    all: fc.boolean(),
  })
  .map(({ radices, modulus, reads, all }) => {
    const builder = new SpaceBuilder() as unknown as SpaceBuilder<Record<string, number>>;
    radices.forEach((radix, place) => {
      builder.choice(
        `k${place}`,
        Array.from({ length: radix }, (_, value) => value),
      );
    });
    const sum = (values: readonly (number | undefined)[]): number =>
      values.reduce<number>((total, value = 0) => total + value, 0);
    builder.constraint('A sum of some.', (values) => sum(reads.map((place) => values[`k${place}`])) % modulus !== 1);
    if (all) builder.constraint('A sum of all.', (values) => sum(Object.values(values)) % 3 !== 2);
    return builder.build();
  });

function leaves(decisions: Decisions, prefix: Prefix = decisions.root()): number[] {
  if (decisions.isComplete(prefix)) return [indexFrom(decisions.space.knobs, prefix.digits)];
  return decisions.next(prefix).flatMap((child) => leaves(decisions, child));
}

function validIndices(space: Space): number[] {
  return Array.from({ length: space.rawSize }, (_, index) => index).filter((index) => space.isValid(index));
}

const ascending = (indices: readonly number[]): number[] => [...indices].sort((a, b) => a - b);

/** Two knobs of which the second is bound by the first, and one that is bound by both. */
function bound(): Space {
  return new SpaceBuilder()
    .choice('a', [1, 2, 4, 8])
    .choice('only', ['one'])
    .choice('b', [1, 2, 4, 8])
    .choice('c', [1, 2])
    .constraint('a times b is 8 at most', ({ a, b }) => a * b <= 8)
    .constraint('c is 2 where a is 8', ({ a, c }) => a < 8 || c === 2)
    .build();
}

describe('the decisions of a space', () => {
  test('lead to each valid config once, and to no other', () => {
    fc.assert(
      fc.property(spaces, (space) => {
        if (validIndices(space).length === 0) return;
        expect(ascending(leaves(new Decisions(space)))).toEqual(validIndices(space));
      }),
    );
  });

  test('leave out a knob without a choice', () => {
    expect(new Decisions(bound()).places).toEqual([0, 2, 3]);
  });

  test('forbid a choice as soon as what it breaks is decided', () => {
    const decisions = new Decisions(bound());
    const four = decisions.next(decisions.root())[2]!;
    expect(decisions.next(four).map(({ digits }) => digits[2])).toEqual([0, 1]);
    expect(four.open.map(({ sentence }) => sentence)).toEqual(['a times b is 8 at most', 'c is 2 where a is 8']);
    expect(decisions.next(four)[0]!.open.map(({ sentence }) => sentence)).toEqual(['c is 2 where a is 8']);
  });

  test('of a list are the beginnings of its configs', () => {
    const { knobs } = bound();
    const list = new ListedSpace(knobs, [0, 3, 17, 30], 'it is not listed.');
    expect(ascending(leaves(new Decisions(list)))).toEqual([0, 3, 17, 30]);
    expect(new Decisions(list).complete(new Decisions(list).root(), Int32Array.of(2, 0, 3, 1))?.index).toBe(30);
  });

  test('of a space that is too large to list are those that constraints leave', () => {
    const builder = new SpaceBuilder() as unknown as SpaceBuilder<Record<string, number>>;
    const values = Array.from({ length: 100 }, (_, value) => value);
    for (const name of ['a', 'b', 'c', 'd']) builder.choice(name, values);
    builder
      .constraint('a and b are one', ({ a, b }) => a === b)
      .constraint('c is their sum', ({ a, b, c }) => c === a! + b!);
    const decisions = new Decisions(builder.build());
    const seven = decisions.next(decisions.root())[7]!;
    expect(decisions.complete(seven, Int32Array.of(0, 0, 0, 5))?.values).toEqual({ a: 7, b: 7, c: 14, d: 5 });
    const [both] = decisions.next(seven);
    expect(decisions.next(both!).map(({ digits }) => digits[2])).toEqual([14]);
  });

  test('are completed as is preferred, or near to that where it is forbidden', () => {
    const decisions = new Decisions(bound());
    const eight = decisions.next(decisions.root())[3]!;
    expect(decisions.complete(eight, Int32Array.of(0, 0, 0, 1))?.values).toEqual({ a: 8, only: 'one', b: 1, c: 2 });
    expect(decisions.complete(eight, Int32Array.of(0, 0, 3, 0))?.values).toEqual({ a: 8, only: 'one', b: 1, c: 2 });
    expect(decisions.complete(decisions.root(), Int32Array.of(1, 0, 2, 0))?.values).toMatchObject({ a: 2, b: 4, c: 1 });
  });

  test.each([2, 400])('when nothing completes a prefix of knobs of %i values then it says so', (count) => {
    const values = Array.from({ length: count }, (_, value) => value);
    const space = new SpaceBuilder()
      .choice('a', values)
      .choice('b', values)
      .constraint('never with a', ({ a, b }) => a + b < a)
      .build();
    const decisions = new Decisions(space);
    expect(decisions.complete(decisions.root(), Int32Array.of(0, 0))).toBeUndefined();
  });

  test('when a constraint throws then its error is seen', () => {
    const space = new SpaceBuilder()
      .choice('a', [0, 1])
      .constraint('fails', () => {
        throw new RangeError('a mistake of a template');
      })
      .build();
    const next = (decisions: Decisions): unknown => decisions.next(decisions.root());
    expect(() => next(new Decisions(space))).toThrow('a mistake of a template');
  });
});
