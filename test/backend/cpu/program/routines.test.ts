import { expect, test } from '@jest/globals';
import { RoutineTexts } from '../../../../src/backend/cpu/program/routines.js';
import { conversionRoutine } from '../../../../src/network/program/lower/procedure.js';

function count(texts: readonly string[], what: string): number {
  return texts.join('\n').split(what).length - 1;
}

test('tables of bytes share what looks them up', () => {
  const texts = new RoutineTexts();
  expect(texts.call({ does: 'look-up', type: 'int8', elements: 64 }, ['a', 'b', 'c'])).toBe('look_up(a, b, c, 64)');
  texts.call({ does: 'look-up', type: 'int8', elements: 65 }, ['a', 'b', 'c']);
  expect(count(texts.functions, 'size_t by_permutation(')).toBe(1);
  expect(count(texts.functions, 'static int look_up(')).toBe(1);
});

test('procedures that do the same are one function', () => {
  const texts = new RoutineTexts();
  const calls = [4, 4, 5].map((elements) => texts.call(conversionRoutine(elements, 'int64', 'int32'), ['a', 'b']));
  expect(calls[0]).toBe(calls[1]);
  expect(calls[0]).not.toBe(calls[2]);
  expect(count(texts.functions, 'static int procedure_')).toBe(2);
  expect(count(texts.functions, 'int32_near_int64(int64_t x)')).toBe(1);
});
