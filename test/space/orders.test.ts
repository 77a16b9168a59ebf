import { describe, expect, test } from '@jest/globals';
import { annotateValues } from '../../src/space/annotate.js';
import { reorderValues } from '../../src/space/reorder.js';

describe('reorderValues', () => {
  test('identity is one order', () => {
    expect(reorderValues(3, { policy: 'identity' })).toEqual([[0, 1, 2]]);
  });

  test('all are the permutations in the order of itertools', () => {
    expect(reorderValues(3, { policy: 'all' }).map(String)).toEqual([
      '0,1,2',
      '0,2,1',
      '1,0,2',
      '1,2,0',
      '2,0,1',
      '2,1,0',
    ]);
    expect(reorderValues(5, { policy: 'all' })).toHaveLength(120);
  });

  test('interval_all permutes only the interval', () => {
    const orders = reorderValues(5, { policy: 'interval_all', interval: [1, 3] });
    expect(orders).toEqual([
      [0, 1, 2, 3, 4],
      [0, 2, 1, 3, 4],
    ]);
  });

  test.each([[[-1, 2]], [[2, 1]], [[0, 4]]] as const)(
    'when the interval is %j of three axes then it throws',
    (interval) => {
      expect(() => reorderValues(3, { policy: 'interval_all', interval })).toThrow(RangeError);
    },
  );

  test('candidates must be permutations', () => {
    const candidates = [
      [2, 0, 1],
      [0, 1, 2],
    ];
    expect(reorderValues(3, { policy: 'candidate', candidates })).toEqual(candidates);
    expect(() => reorderValues(3, { policy: 'candidate', candidates: [[0, 0, 1]] })).toThrow(
      '[0, 0, 1] is no order of 3',
    );
    expect(() => reorderValues(2, { policy: 'candidate', candidates: [[0, 1, 2]] })).toThrow(RangeError);
  });
});

describe('annotateValues', () => {
  test('try means none or the named ones, the first axis varying slowest', () => {
    expect(annotateValues(2, { policy: 'try_unroll' }).map(String)).toEqual([
      'none,none',
      'none,unroll',
      'unroll,none',
      'unroll,unroll',
    ]);
  });

  test('at most one axis is vectorized', () => {
    const values = annotateValues(3, { policy: 'try_unroll_vec' });
    expect(values).toHaveLength(2 ** 3 + 3 * 2 ** 2);
    expect(values.filter((words) => String(words).split('vec').length > 2)).toEqual([]);
    expect(annotateValues(2, { policy: 'try_vec' })).toHaveLength(3);
  });

  test('plain policies annotate every axis', () => {
    expect(annotateValues(2, { policy: 'unroll' })).toEqual([['unroll', 'unroll']]);
    expect(annotateValues(1, { policy: 'vec' })).toEqual([['vec']]);
  });

  test('locate_cache chooses axes in the order of itertools', () => {
    expect(annotateValues(3, { policy: 'locate_cache', anchors: 2 })).toEqual([
      [0, 1],
      [0, 2],
      [1, 2],
    ]);
    expect(annotateValues(2, { policy: 'locate_cache', anchors: 3 })).toEqual([]);
  });

  test('candidates must have an annotation an axis', () => {
    const candidates = [['none', 'vec']];
    expect(annotateValues(2, { policy: 'candidate', candidates })).toEqual(candidates);
    expect(() => annotateValues(3, { policy: 'candidate', candidates })).toThrow('[none, vec] should be of 3 axes');
  });
});
