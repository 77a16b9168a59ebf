import { describe, expect, test } from '@jest/globals';
import { UsageError } from '../../src/target/errors.js';
import { attention, attentionShape } from '../../src/operator/attention.js';

test('heads imply as many of keys and values, a width that of values, where these are not given', () => {
  const shapeOf = (options: Record<string, string>) => attentionShape(attention.workload(undefined, options));
  expect(shapeOf({ heads: '3', width: '32' })).toMatchObject({ heads: 3, groups: 3, width: 32, values: 32 });
  expect(shapeOf({ heads: '4', groups: '2', values: '8' })).toMatchObject({ groups: 2, width: 64, values: 8 });
});

describe('causal attention', () => {
  const workload = (options: Record<string, string>) =>
    attention.workload(undefined, { heads: '2', queries: '6', keys: '9', width: '8', ...options });
  const flopsOf = (options: Record<string, string>): number => attention.flops(workload(options)) / (2 * 2 * 16);

  test('counts the products of keys that are seen', () => {
    expect(flopsOf({})).toBe(6 * 9);
    expect(flopsOf({ causal: '4' })).toBe(4 + 5 + 6 + 7 + 8 + 9);
    expect(flopsOf({ causal: '4', window: '5' })).toBe(4 + 5 * 5);
    expect(flopsOf({ causal: '7' })).toBe(7 + 8 + 4 * 9);
  });

  test('is named, and read again', () => {
    const one = workload({ causal: '4', window: '5' });
    expect(one.name).toMatch(/\+causal4\+window5$/);
    expect(attention.workload(one.name, {})).toEqual(one);
    expect(attention.decode(attention.encode(one))).toEqual(one);
  });

  test('is what records of earlier versions do not say', () => {
    for (const dtype of ['float32', 'bfloat16']) {
      const all = workload({ dtype });
      const args = attention.encode(all);
      expect(args).toHaveLength(dtype === 'float32' ? 12 : 13);
      expect(attention.decode(args).name).toBe(all.name);
    }
  });

  test('is refused where a query would see no key', () => {
    expect(() => workload({ window: '3' })).toThrow(UsageError);
    expect(() => workload({ causal: '9', window: '5' })).toThrow('give one above 5');
    expect(workload({ causal: '9', window: '6' }).name).toContain('window6');
  });
});
