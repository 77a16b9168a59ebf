import { describe, expect, test } from '@jest/globals';
import { batchMatmul } from '../../src/operator/batch-matmul.js';
import { conv2d } from '../../src/operator/conv2d.js';
import { conv2dTranspose } from '../../src/operator/conv2d-transpose.js';
import { dense } from '../../src/operator/dense.js';
import { matmul } from '../../src/operator/matmul.js';
import type { Operator, WorkloadArg } from '../../src/operator/operator.js';
import { UsageError } from '../../src/target/errors.js';

const product = { m: '1', n: '2' };
const image = { height: '8', width: '8', outChannels: '2', kernel: '3', stride: '2', pad: '1' };

describe('a sum of products of whole numbers', () => {
  test.each([
    [matmul, { ...product, dtype: 'uint8' }, 'k', 65793, 1],
    [matmul, { ...product, dtype: 'int8' }, 'k', 131071, 1],
    [dense, { ...product, dtype: 'int8' }, 'k', 131071, 1],
    [batchMatmul, { ...product, batch: '2', dtype: 'uint8' }, 'k', 65793, 1],
    [conv2d, { ...image, dtype: 'uint8' }, 'inChannels', 65793, 9],
    // At a stride of 2 an element of the output takes up every second tap; all of them at a dilation of 2.
    [conv2dTranspose, { ...image, dtype: 'uint8' }, 'inChannels', 65793, 4],
    [conv2dTranspose, { ...image, dilation: '2', dtype: 'int8' }, 'inChannels', 131071, 9],
  ] as readonly [Operator, Record<string, string>, string, number, number][])(
    'of $name is as long as int32 can hold at most',
    (operator, shape, key, most, taps) => {
      const longest = Math.floor(most / taps);
      const of = (extent: number): unknown => operator.workload(undefined, { ...shape, [key]: String(extent) });
      expect(of(longest)).toBeDefined();
      const says = new RegExp(
        `a sum of ${(longest + 1) * taps} products .* may exceed int32, which holds ${most}: use`,
      );
      expect(() => of(longest + 1)).toThrow(says);
      expect(() => of(longest + 1)).toThrow(UsageError);
    },
  );

  test('is refused in a log, too', () => {
    const args = matmul.encode(matmul.workload(undefined, { ...product, k: '65793', dtype: 'uint8' }));
    const longer = JSON.parse(JSON.stringify(args).replaceAll('65793', '65794')) as WorkloadArg[];
    expect(() => matmul.decode(longer)).toThrow(/a sum of 65794 products of uint8 and int8 may exceed int32/);
  });

  test('has no limit where it is a float', () => {
    const shape = { ...product, k: '200000', dtype: 'bfloat16' };
    expect(matmul.workload(undefined, shape)).toBeDefined();
  });
});
