import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { Steps } from '../../src/explorer/steps.js';
import { SpaceBuilder } from '../../src/space/builder.js';
import type { KnobValue } from '../../src/space/config.js';
import { Space } from '../../src/space/space.js';
import { constrainedSpace, largeSpace } from './fixtures.js';

/** The values beside one of them, of the first knob of a space. */
function valuesBeside(space: Space, value: KnobValue): KnobValue[] {
  const { values } = space.knobs[0]!;
  const digit = values.findIndex((other) => JSON.stringify(other) === JSON.stringify(value));
  return new Steps(space).neighbours(0, digit).map((place) => values[place]!);
}

describe('Steps', () => {
  test('a number has the next lower and the next higher one beside it, in whatever order they are listed', () => {
    const space = new SpaceBuilder().choice('unroll', [16, 1, 4, 64, 2]).build();
    expect(valuesBeside(space, 4).sort()).toEqual([16, 2]);
    expect(valuesBeside(space, 1)).toEqual([2]);
    expect(valuesBeside(space, 64)).toEqual([16]);
  });

  test('a tile grows or shrinks in one of its sizes, by the smallest factor there is', () => {
    const space = new SpaceBuilder().split('tile', 16, 3).build();
    expect(valuesBeside(space, [-1, 2, 2])).toHaveLength(4);
    expect(valuesBeside(space, [-1, 2, 2])).toEqual(
      expect.arrayContaining([
        [-1, 1, 2],
        [-1, 2, 1],
        [-1, 4, 2],
        [-1, 2, 4],
      ]),
    );
    expect(valuesBeside(space, [-1, 4, 4])).toEqual([
      [-1, 4, 2],
      [-1, 2, 4],
    ]);
  });

  test('an order has those beside it that swap two axes, annotations those that change one, words all others', () => {
    const orderings = [
      [0, 1, 2],
      [0, 2, 1],
      [1, 0, 2],
      [1, 2, 0],
      [2, 0, 1],
      [2, 1, 0],
    ];
    const orders = new Space([{ name: 'order', kind: 're', values: orderings }], []);
    expect(valuesBeside(orders, [0, 1, 2])).toEqual([
      [0, 2, 1],
      [1, 0, 2],
      [2, 1, 0],
    ]);
    const choices = ['none', 'unroll'];
    const annotated = choices.flatMap((first) => choices.map((second) => [first, second]));
    const annotations = new Space([{ name: 'how', kind: 'an', values: annotated }], []);
    expect(valuesBeside(annotations, ['none', 'unroll'])).toEqual([
      ['none', 'none'],
      ['unroll', 'unroll'],
    ]);
    const words = new SpaceBuilder().choice('layout', ['a', 'b', 'c']).build();
    expect(valuesBeside(words, 'b')).toEqual(['a', 'c']);
  });

  test('to lie beside each other is mutual, and leads from any value to all', () => {
    const steps = new Steps(largeSpace());
    for (const [place, { values }] of largeSpace().knobs.entries()) {
      const reached = new Set([0]);
      for (const digit of reached) {
        for (const next of steps.neighbours(place, digit)) {
          expect(steps.neighbours(place, next)).toContain(digit);
          reached.add(next);
        }
      }
      expect(reached.size).toBe(values.length);
    }
  });

  test('there are as many points around one as its knobs have values beside theirs, each with one knob changed', () => {
    const space = constrainedSpace();
    const steps = new Steps(space);
    fc.assert(
      fc.property(fc.nat({ max: space.rawSize - 1 }), (index) => {
        const digits = space.digits(index);
        const around = steps.around(index);
        expect(new Set(around).size).toBe(
          steps.neighbours(0, digits[0]!).length + steps.neighbours(1, digits[1]!).length,
        );
        for (const step of around) {
          const changed = space.digits(step).filter((digit, place) => digit !== digits[place]);
          expect(changed).toHaveLength(1);
        }
      }),
    );
  });

  test('a knob without a choice has nothing beside it', () => {
    const space = new SpaceBuilder().choice('only', [1]).choice('two', [1, 2]).build();
    expect(new Steps(space).places).toEqual([1]);
    expect(new Steps(space).around(0)).toEqual([1]);
  });
});
