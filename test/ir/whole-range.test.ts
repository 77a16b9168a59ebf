import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { DType } from '../../src/ir/tensor.js';
import { variable, Var } from '../../src/ir/index.js';
import type { Tensor, Value } from '../../src/ir/tensor.js';
import { wholeRange } from '../../src/ir/whole-range.js';

const at = variable(new Var('i', 4));

function load(dtype: DType, copied?: DType): Value {
  const tensor: Tensor = { name: dtype, shape: [4], dtype, compute: undefined, ...(copied && { copied }) };
  return { kind: 'load', tensor, indices: [at] };
}

test('is that of the type, or of what a wider copy was made of', () => {
  expect(wholeRange(load('uint8'))).toEqual([0, 255]);
  expect(wholeRange(load('int32', 'int8'))).toEqual([-128, 127]);
  expect(wholeRange(load('int32'))).toEqual([-(2 ** 31), 2 ** 31 - 1]);
  expect(wholeRange(load('float32'))).toBeUndefined();
  expect(wholeRange(load('float32', 'int8'))).toBeUndefined();
  expect(wholeRange({ kind: 'constant', value: 0.5 })).toBeUndefined();
});

/** A value of constants and bytes, and a number that it may be. */
const sample: fc.Arbitrary<readonly [Value, number]> = fc.letrec<{ value: readonly [Value, number] }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.integer({ min: -300, max: 300 }).map((value) => [{ kind: 'constant', value }, value] as const),
    fc.integer({ min: 0, max: 255 }).map((value) => [load('uint8'), value] as const),
    fc.integer({ min: -128, max: 127 }).map((value) => [load('int32', 'int8'), value] as const),
    fc.tuple(fc.constantFrom('add', 'sub', 'min', 'max'), tie('value'), tie('value')).map(([op, [a, x], [b, y]]) => {
      const result = { add: x + y, sub: x - y, min: Math.min(x, y), max: Math.max(x, y) }[op];
      return [{ kind: 'binary', op, a, b }, result] as const;
    }),
    fc.tuple(fc.boolean(), tie('value'), tie('value')).map(([which, [then, x], [otherwise, y]]) => {
      return [{ kind: 'select', when: [at], then, otherwise }, which ? x : y] as const;
    }),
  ),
})).value;

test('holds whatever a value may be', () => {
  fc.assert(
    fc.property(sample, ([value, number]) => {
      const [least, largest] = wholeRange(value)!;
      expect(number).toBeGreaterThanOrEqual(least);
      expect(number).toBeLessThanOrEqual(largest);
    }),
  );
});
