import { describe, expect, test } from '@jest/globals';
import { swizzled, swizzleOf } from '../../src/codegen/swizzle.js';
import type { Swizzle } from '../../src/codegen/swizzle.js';
import {
  add,
  constant,
  evaluate,
  isMultiple,
  scale,
  stride,
  substitute,
  variable,
  Var,
  zero,
} from '../../src/ir/index.js';
import type { Storage } from '../../src/ir/nest.js';
import { input } from '../../src/ir/tensor.js';
import type { DType } from '../../src/ir/tensor.js';

const rows = 16;

function storage(row: number, dtype: DType = 'float32'): Storage {
  return { tensor: input('tile', [rows, row], dtype), shape: [rows, row], scope: 'shared', swizzled: true };
}

/** Where each element lies, in elements. */
function places({ chunk, row }: Swizzle): number[][] {
  const [r, c] = [new Var('r', rows), new Var('c', row)];
  const index = swizzled(scale(variable(r), row), variable(c), { chunk, row });
  return range(rows).map((i) => range(row).map((j) => evaluate(index, (v) => (v === r ? i : j))));
}

function range(n: number): number[] {
  return [...Array(n).keys()];
}

describe.each([
  ['float32', 4],
  ['float16', 8],
] as const)('swizzled rows of %s', (dtype, chunk) => {
  test.each([1, 2, 3, 4, 6, 8, 12, 16])('of %d chunks: each element has a place of its own, in its row', (chunks) => {
    const swizzle = swizzleOf(storage(chunks * chunk, dtype))!;
    const all = places(swizzle);
    expect(new Set(all.flat()).size).toBe(rows * swizzle.row);
    all.forEach((row, r) => {
      for (const place of row) expect(Math.floor(place / swizzle.row)).toBe(r);
    });
  });

  test.each([1, 2, 3, 4, 6, 8, 12, 16])(
    'of %d chunks: no two of eight that are read or written at once meet in a bank',
    (chunks) => {
      const swizzle = swizzleOf(storage(chunks * chunk, dtype))!;
      const firsts = places(swizzle).map((row) => row.filter((_, c) => c % chunk === 0));
      const banks = (some: readonly number[]): number => new Set(some.map((place) => (place / chunk) % 8)).size;
      for (const r of [0, 8])
        for (const c of range(chunks)) expect(banks(range(8).map((i) => firsts[r + i][c]))).toBe(8);
      const inOrder = firsts.flat();
      for (let i = 0; i < inOrder.length; i += 8) expect(banks(inOrder.slice(i, i + 8))).toBe(8);
    },
  );
});

test('without swizzling, chunks of a power of two meet', () => {
  const eighths = range(8).map((r) => (r * 32) / 4);
  expect(new Set(eighths.map((place) => place % 8)).size).toBe(1);
});

test('the elements of a chunk stay side by side, and aligned', () => {
  const [r, vector, lane] = [new Var('r', rows), new Var('vector', 8), new Var('lane', 4)];
  const column = add(scale(variable(vector), 4), variable(lane));
  const at = swizzled(scale(variable(r), 32), column, { chunk: 4, row: 32 });
  expect(stride(at, lane)).toBe(1);
  expect(
    isMultiple(
      substitute(at, (v) => (v === lane ? zero : undefined)),
      4,
    ),
  ).toBe(true);
});

test('rows that are not whole chunks are refused, and those of other storage left alone', () => {
  expect(() => swizzleOf(storage(30))).toThrow(/tile is swizzled, but its rows of 30 elements are not whole chunks/);
  expect(swizzleOf({ ...storage(30), swizzled: false })).toBeUndefined();
  expect(swizzled(constant(64), constant(5), { chunk: 4, row: 32 }).constant).toBe(64 + 4 * (1 ^ 2) + 1);
});
