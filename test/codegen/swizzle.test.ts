import { describe, expect, test } from '@jest/globals';
import { alignmentOf, swizzled, swizzleOf } from '../../src/codegen/swizzle.js';
import { add, constant, isMultiple, scale, substitute, variable, Var, zero } from '../../src/ir/index.js';
import { evaluate, stride } from '../../src/ir/index-facts.js';
import type { Storage } from '../../src/ir/nest.js';
import { input } from '../../src/ir/compute.js';
import { elementBytes } from '../../src/ir/tensor.js';
import type { DType } from '../../src/ir/tensor.js';

const rows = 16;

function storage(row: number, dtype: DType, swizzle: number): Storage {
  return { tensor: input('tile', [rows, row], dtype), shape: [rows, row], scope: 'shared', swizzle };
}

/** Where each element lies, in elements. */
function places(tile: Storage): number[][] {
  const row = tile.shape.at(-1)!;
  const [r, c] = [new Var('r', rows), new Var('c', row)];
  const index = swizzled(add(scale(variable(r), row), variable(c)), swizzleOf(tile)!);
  return range(rows).map((i) => range(row).map((j) => evaluate(index, (v) => (v === r ? i : j))));
}

function range(n: number): number[] {
  return [...Array(n).keys()];
}

const spans = [32, 64, 128];

describe.each(['float32', 'float16'] as const)('rows of %s', (dtype) => {
  const bytes = elementBytes(dtype);
  const chunk = 16 / bytes;

  test.each(spans)('of %d bytes: each element has a place of its own, in its row', (span) => {
    const row = span / bytes;
    const all = places(storage(row, dtype, span));
    expect(new Set(all.flat()).size).toBe(rows * row);
    all.forEach((places, r) => {
      for (const place of places) expect(Math.floor(place / row)).toBe(r);
    });
  });

  test.each(spans)('of %d bytes lie as the hardware has them: address bits 4… exclusive-or bits 7…', (span) => {
    const all = places(storage(span / bytes, dtype, span)).flat();
    const expected = all.map((_, at) => at * bytes).map((a) => a ^ (((a >> 7) & (span / 16 - 1)) << 4));
    expect(all.map((place) => place * bytes)).toEqual(expected);
    expect(alignmentOf({ swizzle: span })).toBe(128 * (span / 16));
  });

  test.each(spans)('of %d bytes: no two of eight chunks that are read or written at once meet in a bank', (span) => {
    const firsts = places(storage(span / bytes, dtype, span)).map((row) => row.filter((_, c) => c % chunk === 0));
    const banks = (some: readonly (number | undefined)[]): number =>
      new Set(some.map((place) => (place! / chunk) % 8)).size;
    for (const eight of [firsts.slice(0, 8), firsts.slice(8)])
      for (const c of range(span / 16)) expect(banks(eight.map((row) => row[c]))).toBe(8);
    const inOrder = firsts.flat();
    for (let i = 0; i < inOrder.length; i += 8) expect(banks(inOrder.slice(i, i + 8))).toBe(8);
  });
});

test('without swizzling, chunks of a power of two meet', () => {
  const eighths = range(8).map((r) => (r * 32) / 4);
  expect(new Set(eighths.map((place) => place % 8)).size).toBe(1);
});

test('the elements of a chunk stay side by side, and aligned', () => {
  const [r, vector, lane] = [new Var('r', rows), new Var('vector', 8), new Var('lane', 4)];
  const column = add(scale(variable(vector), 4), variable(lane));
  const at = swizzled(add(scale(variable(r), 32), column), { chunk: 4, chunks: 8 });
  expect(stride(at, lane)).toBe(1);
  expect(
    isMultiple(
      substitute(at, (v) => (v === lane ? zero : undefined)),
      4,
    ),
  ).toBe(true);
});

test('what is not made of whole spans is refused, and other storage left alone', () => {
  expect(() => swizzleOf(storage(30, 'float32', 128))).not.toThrow();
  expect(() => swizzleOf(storage(31, 'float16', 64))).toThrow(
    'tile is swizzled in spans of 64 bytes but has 992: pad it to a multiple',
  );
  const plain: Storage = { ...storage(32, 'float32', 128), swizzle: undefined };
  expect(swizzleOf(plain)).toBeUndefined();
  expect(alignmentOf(plain)).toBe(16);
  expect(swizzled(constant(69), { chunk: 4, chunks: 8 }).constant).toBe(64 + 4 * (1 ^ 2) + 1);
});
