/** What each operation of an instruction set gives, exactly, lane by lane. */
import type { ElementType } from '../../../../../src/elements/element-type.js';
import { nearest } from './lanes.js';

/** Sums of products of whole numbers, which wrap. */
export function wholeDot(a: readonly number[], b: readonly number[], c: number): number {
  return a.reduce((sum, x, i) => (sum + Math.imul(x, b[i]!)) | 0, c);
}

/** How a set differs from the nearest number. */
export interface Quirks {
  /** The sum of c and two products, of which others round none. */
  readonly floatDot?: (a: readonly number[], b: readonly number[], c: number) => number;
  /** The sum of c and the products of a row and a column of matrices. */
  readonly matrixDot?: (a: readonly number[], b: readonly number[], c: number) => number;
  /** Whether subnormal numbers are zero to its conversions. */
  readonly flushes?: true;
}

export const quirksOf: Readonly<Record<string, Quirks>> = {
  avx512bf16: {
    flushes: true,
    floatDot: (a, b, c) => {
      const step = (sum: number, i: number): number => flushedMultiplyAdd(a[i]!, b[i]!, sum);
      return step(step(c, 1), 0);
    },
  },
  avx512bf16convert: { flushes: true },
  amxbf16: {
    matrixDot: (a, b, c) => {
      // Of pairs the first elements in order, and apart from them the second ones.
      const [even, odd] = [0, 1].map((part) =>
        a.reduce((sum, x, k) => (k % 2 === part ? flushedMultiplyAdd(x, b[k]!, sum) : sum), 0),
      );
      return flushed(Math.fround(flushed(c) + flushed(Math.fround(even! + odd!))));
    },
  },
  bf16: {
    floatDot: (a, b, c) => {
      const products = a.map((x, i) => flushed(toOdd(flushed(x) * flushed(b[i]!), 0)));
      return flushed(sumToOdd(flushed(c), flushed(sumToOdd(products[0]!, products[1]!))));
    },
  },
};

export function converted(value: number, to: ElementType, { flushes }: Quirks): number {
  return nearest(flushes ? flushed(value) : value, to);
}

const leastNormal = 2 ** -126;

function flushed(value: number): number {
  return Math.abs(value) < leastNormal ? Math.sign(value) * 0 : value;
}

/** Subnormal operands are zero, and a result that is one when it is rounded as if exponents had no least. */
function flushedMultiplyAdd(a: number, b: number, c: number): number {
  const [sum, error] = twoSum(flushed(a) * flushed(b), flushed(c));
  const exact = doubleToOdd(sum, error);
  const isSmall = Math.abs(exact) < 2 ** -100;
  return isSmall ? flushed(Math.fround(exact * 2 ** 64) / 2 ** 64) : Math.fround(exact);
}

/** a * b + c of float32, rounded once: the product is exact in a double, the sum rounded to odd before the last. */
export function multiplyAdd(a: number, b: number, c: number): number {
  const [sum, error] = twoSum(a * b, c);
  return Math.fround(doubleToOdd(sum, error));
}

/** The sum as a double, and exactly what it lacks (Knuth). */
function twoSum(x: number, y: number): readonly [sum: number, error: number] {
  const sum = x + y;
  const part = sum - x;
  const error = x - (sum - part) + (y - part);
  return [sum, Number.isFinite(sum) ? error : 0];
}

const view = new DataView(new ArrayBuffer(8));

/** A sum that is not exact ends in an odd bit, so that rounding it again is right. */
function doubleToOdd(sum: number, error: number): number {
  if (error === 0) return sum;
  view.setFloat64(0, sum);
  const bits = view.getBigInt64(0);
  if ((bits & 1n) === 1n) return sum;
  view.setBigInt64(0, error > 0 === sum > 0 ? bits + 1n : bits - 1n);
  return view.getFloat64(0);
}

function sumToOdd(x: number, y: number): number {
  const [sum, error] = twoSum(x, y);
  return toOdd(sum, error);
}

/** As a float32: of what lies between two of them, the odd one. */
function toOdd(sum: number, error: number): number {
  const value = doubleToOdd(sum, error);
  if (!(Math.abs(value) < 2 ** 128)) return value * Infinity;
  const near = Math.fround(value);
  if (near === value) return near;
  view.setFloat32(0, near);
  if ((view.getUint32(0) & 1) === 1) return near;
  // The neighbour on the other side of the value.
  view.setUint32(0, view.getUint32(0) + (Math.abs(near) < Math.abs(value) ? 1 : -1));
  return view.getFloat32(0);
}
