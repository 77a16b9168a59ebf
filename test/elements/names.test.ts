import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { elementNames } from '../house/element-names.js';
import { findComparisons, findTables } from '../house/names.js';
import { filesBelow, parseSource } from '../house/source-file.js';

test('nobody outside of elements/ decides by the name of an element type, or looks something up by it', () => {
  const isElement = elementNames();
  const found = filesBelow('src', ['.ts'])
    .filter((path) => !path.startsWith('elements/'))
    .map((path) => ({ path, text: readFileSync(join('src', path), 'utf8') }))
    // Few have a name at all, and only these are worth a syntax tree.
    .filter(({ text }) => text.split(/\W+/).some(isElement))
    .map(({ path, text }) => parseSource(path, text))
    .flatMap((source) => [...findComparisons(source, isElement, ['pattern']), ...findTables(source, isElement)]);
  expect(found).toEqual([]);
});
