import { elementType, isWhole } from '../elements/registry.js';
import type { Tensor, Value } from './tensor.js';

type Range = readonly [least: number, largest: number];

/**
 * Between which whole numbers a value of whole numbers is, its ends included, by the types of what it reads or of what
 * that was copied from; undefined where that is not known. Interval arithmetic: what two values have in common is not
 * seen.
 */
export function wholeRange(value: Value): Range | undefined {
  switch (value.kind) {
    case 'constant':
      return Number.isInteger(value.value) ? [value.value, value.value] : undefined;
    case 'load':
      return rangeOfElements(value.tensor);
    case 'binary':
      return rangeOfBinary(value);
    case 'select':
      return union(wholeRange(value.then), wholeRange(value.otherwise));
    default:
      return undefined;
  }
}

function rangeOfElements({ dtype, copied = dtype }: Tensor): Range | undefined {
  return isWhole(dtype) && isWhole(copied) ? elementType(copied).limits : undefined;
}

function rangeOfBinary({ op, a, b }: Extract<Value, { kind: 'binary' }>): Range | undefined {
  const [first, second] = [wholeRange(a), wholeRange(b)];
  if (!first || !second) return undefined;
  switch (op) {
    case 'add':
      return [first[0] + second[0], first[1] + second[1]];
    case 'sub':
      return [first[0] - second[1], first[1] - second[0]];
    case 'min':
      return [Math.min(first[0], second[0]), Math.min(first[1], second[1])];
    case 'max':
      return [Math.max(first[0], second[0]), Math.max(first[1], second[1])];
    default:
      return undefined;
  }
}

function union(a: Range | undefined, b: Range | undefined): Range | undefined {
  return a && b && [Math.min(a[0], b[0]), Math.max(a[1], b[1])];
}

export function isWithin([least, largest]: Range, [low, high]: Range): boolean {
  return least >= low && largest <= high;
}
