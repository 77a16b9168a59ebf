import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { generatedPart, mark, schemaFile } from '../support/json-page.js';

const page = 'docs/reference/json.md';
const [head = ''] = readFileSync(page, 'utf8').split(mark);

/** To accept a change: `GOLDEN=write npm test -- test/docs/json`, then read the diff. */
test.each([
  [page, `${head}${mark}\n\n${generatedPart()}`],
  ['docs/reference/json-schema.json', schemaFile()],
])('%s holds the schemas of all JSON output', (path, text) => {
  if (process.env['GOLDEN'] === 'write') writeFileSync(path, text);
  expect(readFileSync(path, 'utf8')).toBe(text);
});
