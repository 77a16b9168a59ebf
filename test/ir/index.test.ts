import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import * as ix from '../../src/ir/index.js';
import { evaluate, remainder, stride } from '../../src/ir/index-facts.js';
import type { Index, Var } from '../../src/ir/index.js';

const vars = [new ix.Var('a', 7), new ix.Var('b', 4), new ix.Var('c', 16)];

/** A random expression together with a plain function that computes the same. */
type Case = readonly [Index, (at: Map<Var, number>) => number];

const leaf: fc.Arbitrary<Case> = fc.oneof(
  fc.integer({ min: -20, max: 20 }).map((n): Case => [ix.constant(n), () => n]),
  fc.constantFrom(...vars).map((v): Case => [ix.variable(v), (at) => at.get(v)!]),
);

const expression = fc.letrec<{ e: Case }>((tie) => ({
  e: fc.oneof(
    { depthSize: 'small' },
    leaf,
    fc.tuple(tie('e'), tie('e')).map(([[a, f], [b, g]]): Case => [ix.add(a, b), (at) => f(at) + g(at)]),
    fc.tuple(tie('e'), fc.integer({ min: -6, max: 6 })).map(([[a, f], n]): Case => [ix.scale(a, n), (at) => f(at) * n]),
    fc
      .tuple(tie('e'), fc.integer({ min: 1, max: 9 }))
      .map(([[a, f], n]): Case => [ix.div(a, n), (at) => Math.floor(f(at) / n)]),
    fc
      .tuple(tie('e'), fc.integer({ min: 1, max: 9 }))
      .map(([[a, f], n]): Case => [ix.mod(a, n), (at) => f(at) - n * Math.floor(f(at) / n)]),
    fc.tuple(tie('e'), tie('e')).map(([[a, f], [b, g]]): Case => [ix.min(a, b), (at) => Math.min(f(at), g(at))]),
    fc
      .tuple(tie('e'), tie('e'), fc.constantFrom(1, 2, 8))
      .map(([[a, f], [b, g], size]): Case => [ix.xor(a, b, size), (at) => f(at) ^ (g(at) & (size - 1))]),
    fc.tuple(tie('e'), tie('e')).map(([[a, f], [b, g]]): Case => [ix.max(a, b), (at) => Math.max(f(at), g(at))]),
  ),
})).e;

const point = fc
  .tuple(...vars.map((v) => fc.integer({ min: 0, max: v.extent - 1 })))
  .map((p) => new Map(vars.map((v, i) => [v, p[i]!])));

describe('index expressions', () => {
  test('simplification keeps the value, and the value stays in the range', () => {
    fc.assert(
      fc.property(expression, point, ([index, plain], at) => {
        const got = evaluate(index, (v) => at.get(v)!);
        expect(got + 0).toBe(plain(at) + 0); // -0 is 0
        const { min, max } = ix.range(index);
        expect(got).toBeGreaterThanOrEqual(min);
        expect(got).toBeLessThanOrEqual(max);
      }),
      { numRuns: 500 },
    );
  });

  test('what a division leaves is 0 or the remainder, of multiples 0', () => {
    fc.assert(
      fc.property(expression, point, fc.integer({ min: 1, max: 9 }), ([index], at, by) => {
        const got = evaluate(index, (v) => at.get(v)!);
        const rest = remainder(index, by);
        if (rest !== undefined) expect([0, rest]).toContain(got - by * Math.floor(got / by));
        if (ix.isMultiple(index, by)) expect(rest).toBe(0);
      }),
      { numRuns: 500 },
    );
    const tiles = ix.scale(ix.variable(vars[0]!), 8);
    expect(remainder(ix.subtract(ix.min(ix.constant(43), tiles), ix.scale(tiles, 2)), 8)).toBe(3);
    expect(remainder(ix.min(ix.constant(43), ix.add(tiles, ix.constant(5))), 8)).toBeUndefined();
  });

  test('substituting values leaves the constant that evaluation gives', () => {
    fc.assert(
      fc.property(expression, point, ([index, plain], at) => {
        const fixed = ix.substitute(index, (v) => ix.constant(at.get(v)!));
        expect(ix.isConstant(fixed)).toBe(true);
        expect(fixed.constant + 0).toBe(plain(at) + 0);
      }),
      { numRuns: 300 },
    );
  });

  test('a tile index divided by its tile leaves the tile number and the place in it', () => {
    const [tile, place] = [new ix.Var('tile', 9), new ix.Var('place', 32)];
    const index = ix.add(ix.scale(ix.variable(tile), 32), ix.variable(place));
    expect(ix.equal(ix.div(index, 32), ix.variable(tile))).toBe(true);
    expect(ix.equal(ix.mod(index, 32), ix.variable(place))).toBe(true);
  });

  test('terms are in the order of their variables, however many there are', () => {
    let [older, newer] = [new ix.Var('v', 2), new ix.Var('v', 2)];
    for (let i = 0; i < 2000; i++) {
      [older, newer] = [newer, new ix.Var('v', 2)];
      const sum = ix.add(ix.variable(newer), ix.variable(older));
      expect(sum.terms.map(({ atom }) => atom.kind === 'var' && atom.of)).toEqual([older, newer]);
    }
  });

  test('a vector in a panel of several vectors is divided as a whole, and its lanes stay side by side', () => {
    const [vector, lane] = [new ix.Var('vector', 10), new ix.Var('lane', 16)];
    const index = ix.add(ix.scale(ix.variable(vector), 16), ix.variable(lane));
    expect(ix.equal(ix.div(index, 32), ix.div(ix.variable(vector), 2))).toBe(true);
    expect(stride(ix.mod(index, 32), lane)).toBe(1);
  });

  test('when a variable hides in a division, its stride is unknown', () => {
    const v = new ix.Var('v', 10);
    expect(stride(ix.div(ix.variable(v), 3), v)).toBeUndefined();
    expect(stride(ix.scale(ix.variable(v), 5), v)).toBe(5);
    expect(stride(ix.constant(1), v)).toBe(0);
  });
});
