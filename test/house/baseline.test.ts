import { expect, test } from '@jest/globals';
import { risesOf, updateBaseline } from './baseline.js';
import type { Figure } from './figures.js';
import { figureTable, placeList, riseText } from './table.js';

const spreads = (...paths: string[]): Figure => ({
  label: 'spreads',
  count: paths.length,
  goal: 1,
  places: paths.map((path, i) => ({ path, line: i + 1, text: 'x' })),
});
const files = (count: number): Figure => ({ label: 'files', count, goal: 0 });
const baseline = { spreads: { 'a.ts': 1, 'b.ts': 1 }, files: 10 };

test('a figure rises above the baseline, and its new places are told', () => {
  const [rise, ...others] = risesOf([spreads('a.ts', 'b.ts', 'c.ts'), files(10)], baseline);
  expect(others).toEqual([]);
  expect(riseText(rise!)).toBe('spreads rose to 3 (allowed: 2)\n  c.ts:3  x');
});

test('what moves to other files does not rise, and below the goal nothing does', () => {
  expect(risesOf([spreads('d.ts', 'e.ts'), files(9)], baseline)).toEqual([]);
  expect(risesOf([spreads('a.ts')], {})).toEqual([]);
  expect(risesOf([files(1)], {})).toHaveLength(1);
});

test('an update lowers and follows what moved, and raises only when asked to', () => {
  expect(updateBaseline(baseline, [spreads('d.ts', 'd.ts'), files(11)], false)).toEqual({
    spreads: { 'd.ts': 2 },
    files: 10,
  });
  expect(updateBaseline(baseline, [spreads('d.ts'), files(11)], true)).toEqual({ spreads: { 'd.ts': 1 }, files: 11 });
  expect(updateBaseline({}, [files(3)], false)).toEqual({ files: 3 });
});

test('the table names goals and rises, the list the places over a goal', () => {
  expect(figureTable([spreads('a.ts', 'b.ts'), files(1234)], baseline)).toBe(
    'spreads        2  goal 1\nfiles      1,234  goal 0, rose from 10',
  );
  expect(placeList([spreads('a.ts', 'b.ts'), files(12)])).toBe('spreads\n  a.ts:1  x\n  b.ts:2  x\n\nfiles');
  expect(placeList([spreads('a.ts')])).toBe('');
});

test('a number without goal and places is printed only', () => {
  const plain: Figure = { label: 'files', count: 12 };
  expect(risesOf([plain], baseline)).toEqual([]);
  expect(updateBaseline(baseline, [plain], true)).toEqual({});
  expect(figureTable([plain], baseline)).toBe('files       12');
});
