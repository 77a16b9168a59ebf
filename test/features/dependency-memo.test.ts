import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { DependencyMemo, type Cells } from '../../src/features/dependency-memo.js';

const radices = [3, 4, 2, 5];
const points = radices.reduce((product, radix) => product * radix, 1);

function digitsOf(index: number): [number, number, number, number] {
  return [index % 3, Math.floor(index / 3) % 4, Math.floor(index / 12) % 2, Math.floor(index / 24) % 5];
}

/** Three cells: of the digits 0 and 2, of digit 3 unless digit 1 is 0, of nothing. */
function few(index: number): Cells {
  const [a, b, c, d] = digitsOf(index);
  return Float64Array.of(10 * a + c, b === 0 ? -1 : d, 7);
}

function memoOf(evaluate: (index: number) => Cells | undefined): { memo: DependencyMemo; asked: number[] } {
  const asked: number[] = [];
  const note = (index: number): Cells | undefined => {
    asked.push(index);
    return evaluate(index);
  };
  return {
    memo: new DependencyMemo({ radices, sizes: radices.map(() => undefined), evaluate: note, isValid: () => true }, 3),
    asked,
  };
}

describe('the memo of a function whose cells depend on few digits', () => {
  test('finds the digits of every cell, and no others', () => {
    const { memo } = memoOf(few);
    for (let index = 0; index < points; index++) memo.learn(index);
    expect(memo.relevant.map((digits) => [...digits].sort())).toEqual([[0, 2], [1, 3], []]);
  });

  test('answers points that were never asked for', () => {
    const { memo, asked } = memoOf(few);
    const [learned, rest] = [points / 2, points / 2];
    // The halves differ in the digit 3, whose values all occur where digit 1 says that it counts.
    for (let i = 0; i < learned; i++) memo.learn((i * 7) % points);
    asked.length = 0;
    const out = new Float64Array(3);
    for (let index = 0; index < points; index++) {
      expect(memo.read(index, out)).toBe(true);
      expect(out).toEqual(few(index));
    }
    expect(asked.length).toBeLessThan(rest / 10);
  });

  test('knows that it knows nothing: the first answers are asked for', () => {
    fc.assert(
      fc.property(fc.nat(points - 1), (index) => {
        const { memo } = memoOf(few);
        const out = new Float64Array(3);
        expect(memo.read(index, out)).toBe(true);
        expect(out).toEqual(few(index));
      }),
    );
  });

  test('remembers where the function is not defined, and bears that it cannot be asked everywhere', () => {
    const partial = (index: number): Cells | undefined => {
      const [a, b, , d] = digitsOf(index);
      if (a === 1 && d > 2) return 'undefined';
      return b === 3 ? undefined : few(index);
    };
    const { memo } = memoOf(partial);
    for (let index = 0; index < points; index++) memo.learn(index);
    const out = new Float64Array(3);
    for (let index = 0; index < points; index++) {
      const cells = partial(index);
      if (cells === undefined) continue;
      expect(memo.read(index, out)).toBe(cells !== 'undefined');
      if (cells !== 'undefined') expect(out).toEqual(cells);
    }
  });

  test('when a table is contradicted then the missing digit is found and nothing wrong is kept', () => {
    const { memo } = memoOf(few);
    // Digit 3 changes nothing as long as digit 1 is 0.
    for (const index of [0, 1, 2, 12, 24, 48]) memo.learn(index);
    expect([...(memo.relevant[1] ?? [])]).toEqual([]);
    expect(memo.learn(3)).toBe(false);
    expect(memo.learn(3 + 24 * 2)).toBe(false);
    expect([...(memo.relevant[1] ?? [])].sort()).toEqual([1, 3]);
    const out = new Float64Array(3);
    memo.read(3 + 24 * 2, out);
    expect(out).toEqual(few(3 + 24 * 2));
  });
});

describe('a cell of many digits that another decides together with the size of a tile', () => {
  const sides = [12, 12, 10];
  const count = sides.reduce((product, radix) => product * radix, 1);
  const area = (index: number): number => (1 + (index % 12)) * (1 + (Math.floor(index / 12) % 12));
  const tiles = (index: number): number => Math.ceil(area(index) / (1 + Math.floor(index / 144)));
  const sizes = sides.map((radix) => Array.from({ length: radix }, (_, i) => i + 1));
  /** In an order without a pattern: 997 and the count have no factor in common. */
  const order = Array.from({ length: count }, (_, i) => (i * 997) % count);

  function learned(
    cells: (index: number) => Float64Array,
    points: number,
  ): { memo: DependencyMemo; asked: () => number } {
    let asked = 0;
    const evaluate = (index: number): Cells => (asked++, cells(index));
    const memo = new DependencyMemo({ radices: sides, sizes, evaluate, isValid: () => true }, 2);
    for (const index of order.slice(0, points)) memo.learn(index);
    return { memo, asked: () => asked };
  }

  test('is told from that, and seldom asked for', () => {
    const cells = (index: number): Float64Array => Float64Array.of(area(index), tiles(index));
    const { memo, asked } = learned(cells, 400);
    const before = asked();
    const out = new Float64Array(2);
    for (const index of order) {
      expect(memo.read(index, out)).toBe(true);
      expect(out).toEqual(cells(index));
    }
    expect(asked() - before).toBeLessThan((count - 400) / 10);
  });

  test('when one point contradicts that then it is asked for by all of its digits again', () => {
    const odd = order[count - 1]!;
    const cells = (index: number): Float64Array => Float64Array.of(area(index), tiles(index) + +(index === odd));
    const { memo, asked } = learned(cells, 400);
    memo.learn(odd);
    const before = asked();
    const out = new Float64Array(2);
    for (const index of order) {
      memo.read(index, out);
      expect(out).toEqual(cells(index));
    }
    expect(asked() - before).toBeGreaterThan((count - 400) / 2);
  });
});
