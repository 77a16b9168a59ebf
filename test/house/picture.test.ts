import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { columnsOf } from './columns.js';
import { crossings, layersOf } from './layers.js';
import { drawRooms } from './picture.js';
import { roomGraph } from './rooms.js';
import { readSources } from './source-file.js';

const floors = [['a', 'b'], ['c', 'd'], ['e']];
const imports = new Map([
  ['a', []],
  ['b', []],
  ['c', ['b']],
  ['d', ['a']],
  ['e', ['a', 'c', 'd']],
]);

test('arrows that others imply are left out, and rooms stand so that none cross', () => {
  const layers = layersOf(floors, imports);
  expect(layers.arrows.map((ids) => `${ids[0]!}${ids.at(-1)!}`).sort()).toEqual(['cb', 'da', 'ec', 'ed']);
  expect(crossings(layers.floors, layers.below)).toBe(0);
});

test('an arrow bends on each floor that it passes', () => {
  const { arrows, floors: rows } = layersOf(floors, new Map([['e', ['a']]]));
  expect(arrows).toEqual([['e', 'e → a on 1', 'a']]);
  expect(rows[1]).toHaveLength(3);
});

test('crossing arrows are counted', () => {
  const rows = [
    ['a', 'b'],
    ['c', 'd'],
  ].map((row) => row.map((id) => ({ id, room: id })));
  const below = new Map([
    ['a', []],
    ['b', []],
    ['c', ['b']],
    ['d', ['a']],
  ]);
  expect(crossings(rows, below)).toBe(1);
});

test('nothing overlaps, and all of it lies within the width', () => {
  const layers = layersOf(floors, imports);
  const columns = columnsOf(layers, () => 40, 200);
  for (const row of layers.floors) {
    const places = row.map(({ id }) => columns.get(id)!);
    places.slice(1).forEach((place, i) => {
      expect(place - places[i]!).toBeGreaterThanOrEqual(80 - 1e-9);
    });
    expect(Math.min(...places)).toBeGreaterThanOrEqual(40);
    expect(Math.max(...places)).toBeLessThanOrEqual(160);
  }
});

test('the picture names each room, and docs/rooms.svg is that of the imports (npm run house -- --picture)', () => {
  const drawn = drawRooms(imports, floors);
  for (const room of floors.flat()) expect(drawn).toContain(`>${room}</text>`);
  expect(readFileSync('docs/rooms.svg', 'utf8')).toBe(drawRooms(roomGraph(readSources('src', ['.ts']))));
});
