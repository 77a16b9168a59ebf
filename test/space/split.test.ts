import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { unionOrder, divisors, splitValues } from '../../src/space/split.js';
import { UsageError } from '../../src/target/errors.js';

/** The inner factors of a split in two, which are the factors in their order. */
function factors(extent: number, policy: 'factors' | 'power2' | 'verbose'): number[] {
  return splitValues(extent, 2, { policy }).map(([, factor]) => factor);
}

describe('splitValues', () => {
  test('factors are the sorted divisors', () => {
    expect(factors(112, 'factors')).toEqual([1, 2, 4, 7, 8, 14, 16, 28, 56, 112]);
    expect(factors(1, 'factors')).toEqual([1]);
    expect(factors(97, 'factors')).toEqual([1, 97]);
  });

  test('power2 are the powers of two up to the extent', () => {
    expect(factors(112, 'power2')).toEqual([1, 2, 4, 8, 16, 32, 64]);
    expect(factors(64, 'power2')).toEqual([1, 2, 4, 8, 16, 32, 64]);
  });

  test.each([
    [112, [32, 1, 2, 64, 4, 7, 8, 14, 16, 112, 56, 28]],
    [56, [32, 1, 2, 4, 7, 8, 14, 16, 56, 28]],
    [28, [1, 2, 4, 7, 8, 14, 16, 28]],
    [35, [32, 1, 2, 35, 4, 5, 7, 8, 16]],
  ])('verbose factors of %i come in the order of a CPython set', (extent, expected) => {
    expect(factors(extent, 'verbose')).toEqual(expected);
  });

  test.each([
    ['factors', 45, 63],
    ['power2', 45, 36],
    ['verbose', 45, 84],
  ] as const)('when 256 and 224 are split in three by %s then there are %i and %i values', (policy, of256, of224) => {
    expect(splitValues(256, 3, { policy })).toHaveLength(of256);
    expect(splitValues(224, 3, { policy })).toHaveLength(of224);
  });

  test('counts of larger splits', () => {
    expect(splitValues(2 ** 25, 4)).toHaveLength(3276);
    expect(splitValues(128, 2)).toHaveLength(8);
  });

  test('the innermost factor varies slowest, and the outermost is -1', () => {
    expect(splitValues(4, 3)).toEqual([
      [-1, 1, 1],
      [-1, 2, 1],
      [-1, 4, 1],
      [-1, 1, 2],
      [-1, 2, 2],
      [-1, 1, 4],
    ]);
    expect(splitValues(4, 1)).toEqual([[-1]]);
  });

  test('tails are allowed except by factors, and either way on request', () => {
    expect(splitValues(6, 2, { policy: 'power2' })).toEqual([
      [-1, 1],
      [-1, 2],
      [-1, 4],
    ]);
    expect(splitValues(6, 2, { policy: 'power2', tail: false })).toEqual([
      [-1, 1],
      [-1, 2],
    ]);
    expect(splitValues(6, 3).length).toBeLessThan(splitValues(6, 3, { tail: true }).length);
  });

  test('maxFactor bounds every factor, filter sees whole values', () => {
    expect(splitValues(64, 3, { maxFactor: 4 }).flat()).not.toContain(8);
    expect(splitValues(64, 3, { filter: ([, middle, inner]) => middle * inner === 64 })).toHaveLength(7);
  });

  test('candidates are taken as they are, and must have a size an output', () => {
    const candidates = [
      [-1, 3],
      [4, 16],
    ];
    expect(splitValues(64, 2, { policy: 'candidate', candidates })).toEqual(candidates);
    expect(() => splitValues(64, 3, { policy: 'candidate', candidates })).toThrow('[-1, 3] should have 3 sizes');
  });

  test.each([0, -1, 1.5])('when the extent is %p then it throws', (extent) => {
    expect(() => splitValues(extent, 2)).toThrow(RangeError);
  });

  test('when the extent is beyond 32 bits then the sentence says what to do', () => {
    expect(() => splitValues(2 ** 31, 2)).toThrow(UsageError);
    expect(() => splitValues(2 ** 31, 2)).toThrow('is too long to be split; try another template or a smaller shape');
  });

  test('when there is no output then it throws', () => {
    expect(() => splitValues(4, 0)).toThrow(RangeError);
  });

  test('the number of factor splits is the product of binomials over the primes', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2000 }), fc.integer({ min: 1, max: 4 }), (extent, outputs) => {
        expect(splitValues(extent, outputs)).toHaveLength(orderedFactorizations(extent, outputs));
      }),
      { numRuns: 50 },
    );
  });

  test('products stay within the extent, divide it without tails, and values are all different', () => {
    const policy = fc.constantFrom('factors' as const, 'power2' as const, 'verbose' as const);
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 300 }), policy, fc.boolean(), (extent, chosen, tail) => {
        const values = splitValues(extent, 3, { policy: chosen, tail });
        expect(new Set(values.map(String)).size).toBe(values.length);
        for (const [, middle, inner] of values) {
          expect(middle * inner).toBeLessThanOrEqual(extent);
          if (!tail) expect(extent % (middle * inner)).toBe(0);
        }
      }),
      { numRuns: 40 },
    );
  });
});

/** Product over the primes p^e of n of C(e + k - 1, k - 1). */
function orderedFactorizations(n: number, k: number): number {
  let count = 1;
  let rest = n;
  for (let prime = 2; rest > 1; prime++) {
    for (let e = 1; rest % prime === 0; e++, rest /= prime) count = (count * (e + k - 1)) / e;
  }
  return count;
}

describe('unionOrder', () => {
  test('when the union is empty or of one set then it is that', () => {
    expect(unionOrder([], [])).toEqual([]);
    expect(unionOrder([3, 1], [])).toEqual([1, 3]);
  });

  // Computed by CPython 3.11: list(set(left) | set(right)).
  test.each([
    [
      [1, 5, 13, 65],
      [1, 2, 4, 8, 16, 32, 64],
      [32, 65, 1, 2, 64, 5, 4, 8, 13, 16],
    ],
    [
      divisors(2520),
      [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048],
      [
        128, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 256, 12, 140, 14, 15, 16, 512, 18, 20, 21, 24, 280, 28, 30, 32, 1024, 35,
        36, 420, 40, 168, 42, 45, 180, 56, 315, 60, 63, 64, 2048, 70, 72, 840, 210, 84, 2520, 90, 360, 105, 504, 1260,
        630, 120, 252, 126,
      ],
    ],
    [
      [7, 15, 23, 31],
      [39, 47],
      [7, 39, 23, 15, 47, 31],
    ],
  ])('collisions and growth: %j | %j', (left, right, expected) => {
    expect(unionOrder(left, right)).toEqual(expected);
  });

  test('holds every item once', () => {
    const items = fc.array(fc.integer({ min: 0, max: 2 ** 31 - 1 }), { maxLength: 60 });
    fc.assert(
      fc.property(items, items, (left, right) => {
        const sorted = [...new Set([...left, ...right])].toSorted((a, b) => a - b);
        expect(unionOrder(left, right).toSorted((a, b) => a - b)).toEqual(sorted);
      }),
    );
  });
});
