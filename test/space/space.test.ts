import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { SpaceBuilder } from '../../src/space/builder.js';
import type { Config } from '../../src/space/config.js';
import { Random } from '../../src/space/random.js';
import { Space, type Constraint } from '../../src/space/space.js';
import { UsageError } from '../../src/target/errors.js';

/** 24 points: a 0..3, b 0..2, c x or y; forbidden where a + b > limit. */
function small(limit: number): Space {
  return new SpaceBuilder()
    .choice('a', [0, 1, 2, 3])
    .choice('b', [0, 1, 2])
    .choice('c', ['x', 'y'])
    .constraint('The sum of a and b is too large.', ({ a, b }) => a + b <= limit)
    .build();
}

/** More points than are ever enumerated: 100^5, of which those with a = b = 0 (or as `test` says) are valid. */
function large(test: Constraint['test'] = ({ a, b }) => a === 0 && b === 0): Space {
  const values = Array.from({ length: 100 }, (_, value) => value);
  const builder = new SpaceBuilder();
  for (const name of ['a', 'b', 'c', 'd', 'e']) builder.choice(name, values);
  return builder.constraint('Forbidden.', test).build();
}

function validIndices(space: Space): number[] {
  return Array.from({ length: space.rawSize }, (_, index) => index).filter((index) => space.isValid(index));
}

/** Spaces of one to four knobs with one to five values, where a sum of digits may be forbidden. */
const spaces = fc
  .record({
    radices: fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 4 }),
    modulus: fc.integer({ min: 1, max: 4 }),
  })
  .map(({ radices, modulus }) => {
    const builder = new SpaceBuilder();
    radices.forEach((radix, place) => {
      builder.choice(
        `k${place}`,
        Array.from({ length: radix }, (_, value) => value),
      );
    });
    builder.constraint('Sum forbidden.', (values) => sum(values) % modulus === 0);
    return builder.build();
  });

function sum(values: Config['values']): number {
  return Object.values(values).reduce<number>((total, value) => total + Number(value), 0);
}

describe('index and config', () => {
  test('the first knob is the least significant digit', () => {
    const space = small(10);
    expect(space.get(0).values).toEqual({ a: 0, b: 0, c: 'x' });
    expect(space.get(1).values).toEqual({ a: 1, b: 0, c: 'x' });
    expect(space.get(4).values).toEqual({ a: 0, b: 1, c: 'x' });
    expect(space.get(23).values).toEqual({ a: 3, b: 2, c: 'y' });
    expect([...space.digits(23)]).toEqual([3, 2, 1]);
  });

  test('index to config to index is the identity, also through the digits', () => {
    fc.assert(
      fc.property(spaces, (space) => {
        for (const index of validIndices(space)) {
          const config = space.get(index);
          expect(space.indexOf(config.values)).toBe(index);
          expect(space.config(config.values)).toEqual(config);
          const byDigits = space.knobs.map(({ name, values }, place) => [name, values[space.digits(index)[place]!]]);
          expect(Object.fromEntries(byDigits)).toEqual(config.values);
        }
      }),
    );
  });

  test('different indices are different configs', () => {
    fc.assert(
      fc.property(spaces, (space) => {
        const seen = validIndices(space).map((index) => JSON.stringify(space.get(index).values));
        expect(new Set(seen).size).toBe(seen.length);
      }),
    );
  });

  test('indices beyond 32 bits work', () => {
    const space = large(() => true);
    const index = 99 + 98 * 100 + 97 * 1e4 + 96 * 1e6 + 95 * 1e8;
    expect(space.get(index).values).toEqual({ a: 99, b: 98, c: 97, d: 96, e: 95 });
    expect([...space.digits(index)]).toEqual([99, 98, 97, 96, 95]);
    expect(space.indexOf({ a: 99, b: 98, c: 97, d: 96, e: 95 })).toBe(index);
  });

  test.each([-1, 24, 0.5, NaN, Infinity])(
    'when the index is %p of 24 then get throws and isValid is false',
    (index) => {
      expect(() => small(10).get(index)).toThrow(RangeError);
      expect(small(10).isValid(index)).toBe(false);
    },
  );

  test('when a value is no choice of its knob, or is missing, then indexOf names the knob', () => {
    expect(() => small(10).indexOf({ a: 9, b: 0, c: 'x' })).toThrow('The knob "a" has no value 9.');
    expect(() => small(10).indexOf({ a: 0, b: 0 })).toThrow('The knob "c" has no value');
    expect(() => small(10).indexOf({ a: '0', b: 0, c: 'x' })).toThrow(RangeError);
  });
});

describe('constraints', () => {
  test('forbidden configs cannot be had, and the sentence says why', () => {
    const space = small(3);
    expect(space.violation({ a: 3, b: 1, c: 'x' })).toBe('The sum of a and b is too large.');
    expect(space.violation({ a: 3, b: 0, c: 'x' })).toBeUndefined();
    expect(() => space.get(7)).toThrow('The config 7 is forbidden: The sum of a and b is too large.');
    expect(() => space.config({ a: 3, b: 1, c: 'x' })).toThrow(RangeError);
    expect(space.indexOf({ a: 3, b: 1, c: 'x' })).toBe(7);
    expect(space.isValid(7)).toBe(false);
  });

  test('of several violations the first counts', () => {
    const space = new SpaceBuilder()
      .choice('a', [0, 1])
      .constraint('first', ({ a }) => a === 0)
      .constraint('second', () => false)
      .build();
    expect(space.violation({ a: 1 })).toBe('first');
    expect(space.violation({ a: 0 })).toBe('second');
  });

  test('size counts the valid configs, and nextValid visits them in order', () => {
    fc.assert(
      fc.property(spaces, (space) => {
        const valid = validIndices(space);
        expect(space.size).toBe(valid.length);
        expect(space.sizeIsExact).toBe(true);
        const visited: number[] = [];
        for (let index = space.nextValid(0); index !== undefined; index = space.nextValid(index + 1))
          visited.push(index);
        expect(visited).toEqual(valid);
      }),
    );
  });

  test('when a space cannot be enumerated then its size is an estimate', () => {
    const space = large(({ a, b }) => Number(a) < 50 && Number(b) < 10);
    expect(space.sizeIsExact).toBe(false);
    expect(Math.abs(space.size / (0.05 * 1e10) - 1)).toBeLessThan(0.1);
    expect(large(() => false).size).toBe(1);
  });

  test('a space of millions of raw points is counted exactly', () => {
    const values = Array.from({ length: 1000 }, (_, value) => value);
    const space = new SpaceBuilder()
      .choice('a', values)
      .choice('b', values)
      .constraint('a must divide by 10.', ({ a }) => a % 10 === 0)
      .build();
    expect(space.size).toBe(100_000);
  });
});

describe('sample', () => {
  test('draws every remaining config, and then undefined', () => {
    fc.assert(
      fc.property(spaces, fc.integer(), (space, seed) => {
        const random = new Random(seed);
        const drawn = new Set<number>();
        for (let config = space.sample(random, drawn); config; config = space.sample(random, drawn)) {
          expect(drawn.has(config.index)).toBe(false);
          expect(space.get(config.index)).toEqual(config);
          drawn.add(config.index);
        }
        expect(drawn.size).toBe(space.size);
      }),
    );
  });

  test('is uniform over what is valid and not excluded', () => {
    const space = small(3); // 18 valid
    const excluded = new Set([0, 1, 2]);
    const random = new Random(1);
    const counts = new Map<number, number>();
    for (let draw = 0; draw < 15_000; draw++) {
      const { index } = space.sample(random, excluded)!;
      counts.set(index, (counts.get(index) ?? 0) + 1);
    }
    expect(counts.size).toBe(15);
    for (const count of counts.values()) expect(Math.abs(count - 1000)).toBeLessThan(160); // five sigma
  });

  test('when one of a million points is valid then it is found', () => {
    const values = Array.from({ length: 1000 }, (_, value) => value);
    const space = new SpaceBuilder()
      .choice('a', values)
      .choice('b', values)
      .constraint('only one', ({ a, b }) => a === 77 && b === 5)
      .build();
    expect(space.sample(new Random(0))?.index).toBe(5077);
    expect(space.sample(new Random(0), new Set([5077]))).toBeUndefined();
  });

  test('when a space is too large to be enumerated and valid points are rare then one is found, if it is near', () => {
    const space = large(({ a, b, c }) => a === 7 && b === 7 && c === 7);
    const config = space.sample(new Random(0));
    expect(config?.values).toMatchObject({ a: 7, b: 7, c: 7 });
    expect(space.get(config!.index)).toEqual(config);
  });

  test('when the search for a rare point starts behind it then it goes on from the front', () => {
    const values = Array.from({ length: 3000 }, (_, value) => value);
    const space = new SpaceBuilder()
      .choice('a', values)
      .choice('b', values)
      .constraint('one of nine million', ({ a, b }) => a === 7 && b === 1)
      .build();
    expect(space.sizeIsExact).toBe(false);
    expect(space.sample(new Random(0))?.index).toBe(3007);
    expect(space.sample(new Random(0), new Set([3007]))).toBeUndefined();
  });

  test('what is drawn does not depend on whether the size was asked for', () => {
    const [asked, unasked] = [small(1), small(1)];
    expect(asked.size).toBe(6);
    expect(asked.sample(new Random(9))).toEqual(unasked.sample(new Random(9)));
  });
});

describe('neighbour', () => {
  test('is valid, and another config wherever there is one', () => {
    fc.assert(
      fc.property(spaces, fc.integer(), (space, seed) => {
        const random = new Random(seed);
        let config = space.sample(random);
        for (let step = 0; config && step < 10; step++) {
          const next = space.neighbour(config, random);
          expect(space.get(next.index)).toEqual(next);
          expect(next.index === config.index).toBe(space.size === 1);
          config = next;
        }
      }),
    );
  });

  test('without constraints exactly one knob is changed, every knob alike', () => {
    const space = small(10);
    const random = new Random(2);
    const changes = [0, 0, 0];
    for (let draw = 0; draw < 6000; draw++) {
      const digits = space.digits(space.neighbour(space.get(5), random).index);
      const changed = [1, 1, 0].flatMap((digit, place) => (digits[place] === digit ? [] : [place]));
      expect(changed).toHaveLength(1);
      changes[changed[0]!]!++;
    }
    // A draw changes a knob of n values with the probability (n - 1) / n: 3/4, 2/3, 1/2.
    const expected = [3 / 4, 2 / 3, 1 / 2].map((share) => (6000 * share) / (3 / 4 + 2 / 3 + 1 / 2));
    for (const [place, count] of changes.entries()) expect(Math.abs(count - expected[place]!)).toBeLessThan(200);
  });

  test('the config that it starts from is left alone', () => {
    const space = small(10);
    const config = space.get(5);
    space.neighbour(config, new Random(3));
    expect(config).toEqual(space.get(5));
  });

  test('when no valid point can be reached by single changes then any other is taken', () => {
    const space = new SpaceBuilder()
      .choice('a', [0, 1, 2, 3, 4, 5, 6, 7])
      .choice('b', [0, 1, 2, 3, 4, 5, 6, 7])
      .constraint('equal', ({ a, b }) => a === b)
      .build();
    const random = new Random(4);
    const reached = new Set(Array.from({ length: 200 }, () => space.neighbour(space.get(0), random).index));
    expect([...reached].toSorted((a, b) => a - b)).toEqual([9, 18, 27, 36, 45, 54, 63]);
  });

  test('when the space has one config then it is its own neighbour', () => {
    const single = new SpaceBuilder().choice('a', [1]).build();
    expect(single.neighbour(single.get(0), new Random(0))).toEqual(single.get(0));
    const last = new SpaceBuilder()
      .choice('a', [1, 2, 3])
      .constraint('3', ({ a }) => a === 3)
      .build();
    expect(last.neighbour(last.get(2), new Random(0))).toEqual(last.get(2));
    const left = small(0); // a = b = 0 with c x or y
    expect(left.neighbour(left.get(0), new Random(0)).index).toBe(12);
  });

  test('when a knob-less space is asked then it has its one config', () => {
    const empty = new SpaceBuilder().build();
    expect(empty.size).toBe(1);
    expect(empty.sample(new Random(0))).toEqual({ index: 0, values: {} });
    expect(empty.neighbour(empty.get(0), new Random(0))).toEqual(empty.get(0));
  });
});

describe('SpaceBuilder', () => {
  test('knobs keep their order, kind and extent', () => {
    const space = new SpaceBuilder().split('s', 12, 2).choice('o', [true, false]).build();
    expect(space.knobs.map(({ name, kind }) => `${name}:${kind}`)).toEqual(['s:sp', 'o:ot']);
    expect(space.knobs[0]?.extent).toBe(12);
    expect(space.size).toBe(6 * 2);
  });

  test('when a knob has no value then building it says so', () => {
    const builder = new SpaceBuilder().split('tile', 4, 2, { filter: () => false });
    expect(() => builder.build()).toThrow(UsageError);
    expect(() => builder.build()).toThrow('The knob "tile" has no value for this shape');
  });

  test('when there are 2^53 points then building refuses', () => {
    const values = Array.from({ length: 2 ** 10 }, (_, value) => value);
    const builder = new SpaceBuilder();
    for (const name of 'abcde') builder.choice(name, values);
    expect(builder.choice('f', [0, 1, 2, 3]).build().rawSize).toBe(2 ** 52);
    expect(() => builder.choice('g', [0, 1]).build()).toThrow(UsageError);
  });

  test.each(['', '__proto__', '1a', 'a b', 'a-b'])('when a knob is called %j then it throws', (name) => {
    expect(() => new SpaceBuilder().choice(name, [1])).toThrow(RangeError);
  });

  test('when a name or a value comes twice then it throws', () => {
    expect(() => new SpaceBuilder().choice('a', [1]).choice('a', [2])).toThrow('There are two knobs "a".');
    expect(() =>
      new SpaceBuilder().choice('a', [
        [1, 2],
        [1, 2],
      ]),
    ).toThrow('The knob "a" has a value twice.');
  });

  test('when more is added after building then the space stays as it was', () => {
    const builder = new SpaceBuilder().choice('a', [1, 2]);
    const space = builder.build();
    builder.choice('b', [1, 2]).constraint('none', () => false);
    expect(space.size).toBe(2);
  });
});
