import { expect, test } from '@jest/globals';
import { routineTexts } from '../../../../src/backend/cpu/program/routines.js';

test('tables of two types of bytes share what looks them up', () => {
  const table = { does: 'gather', outer: 1, extent: 256, inner: 1, count: 64 } as const;
  const texts = routineTexts([
    { ...table, type: 'uint8', indices: 'uint8' },
    { ...table, type: 'int8', indices: 'uint8' },
  ]);
  const count = (what: string): number => texts.join('\n').split(what).length - 1;
  expect(count('size_t by_permutation(')).toBe(1);
  expect(count('static int look_up_')).toBe(2);
});
