import { expect, test } from '@jest/globals';
import { usedHelpers } from '../../src/codegen/used-definitions.js';

test('a helper of several functions is kept where any of them is called', () => {
  const both = 'static inline int one(int x) { return x; }\n\nstatic inline int other(int x) { return x; }';
  const caller = 'static inline int caller(int x) { return other(x); }';
  expect(usedHelpers(['caller(1);'], [both, caller])).toEqual([both, caller]);
  expect(usedHelpers(['one(1);'], [both, caller])).toEqual([both]);
  expect(usedHelpers(['nothing(1);'], [both, caller])).toEqual([]);
});
