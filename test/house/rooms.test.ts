import { expect, test } from '@jest/globals';
import { floors } from './floors.js';
import { findImportsUp, isAllowed, roomGraph, roomOf } from './rooms.js';
import { parseSource } from './source-file.js';

const [ground, second] = [floors[0]![0]!, floors[1]![0]!];
const top = floors.at(-1)![0]!;

test('a room imports from itself and from lower floors, not from its neighbours', () => {
  expect(isAllowed(top, ground)).toBe(true);
  expect(isAllowed(top, top)).toBe(true);
  expect(isAllowed(ground, second)).toBe(false);
  const [left, right] = floors.find((rooms) => rooms.length > 1)!;
  expect(isAllowed(left!, right!)).toBe(false);
  expect(isAllowed('unknown', ground)).toBe(false);
  expect(isAllowed(top, 'unknown')).toBe(false);
});

test('imports up a floor are found with their file', () => {
  const files = [
    parseSource(`src/${ground}/a.ts`, `import './b.js'; import 'node:fs'; import type { T } from '../${top}/c.js';`),
    parseSource(`src/${top}/c.ts`, `export * from '../${ground}/a.js';`),
  ];
  expect(findImportsUp(files)).toEqual([{ path: `src/${ground}/a.ts`, text: `imports src/${top}/c.ts` }]);
  expect(Object.fromEntries(roomGraph(files))).toEqual({ [ground]: [top], [top]: [ground] });
});

test('the room of a file is its folder, at any depth, and of the file at the top api', () => {
  expect(['src/a/b/c.ts', 'src/a/b.ts', 'src/index.ts'].map(roomOf)).toEqual(['a', 'a', 'api']);
});
