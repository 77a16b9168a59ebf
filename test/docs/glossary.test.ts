import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';

interface Entry {
  readonly term: string;
  readonly type: string;
  readonly file: string;
}

/** Rows of the table: term, meaning, type, file. */
const entries = Array.from(
  readFileSync('docs/reference/glossary.md', 'utf8').matchAll(/^\| ([^|]+) \| [^|]+ \| `(\w+)` \| `([^`]+)` \|$/gm),
  ([, term, type, file]): Entry => ({ term: term!, type: type!, file: file! }),
);

test('the glossary has at most forty terms, each once', () => {
  expect(entries.length).toBeGreaterThan(30);
  expect(entries.length).toBeLessThanOrEqual(40);
  for (const key of ['term', 'type'] as const)
    expect(new Set(entries.map((entry) => entry[key])).size).toBe(entries.length);
});

test.each(entries)('$term: `$type` is exported by $file', ({ type, file }) => {
  const text = readFileSync(join('src', file), 'utf8');
  expect(text).toMatch(new RegExp(`^export (?:abstract )?(?:interface|type|class) ${type}\\b`, 'm'));
});
