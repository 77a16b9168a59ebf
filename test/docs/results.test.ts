import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { pages } from '../support/pages.js';

const results = pages.filter((path) => path.startsWith('docs/benchmarks/'));
const date = /\b2\d{3}-\d\d-\d\d\b|\b\d{1,2} [A-Z][a-z]+ 2\d{3}\b/;

test.each(results)('%s says when its tables were taken', (path) => {
  expect(readFileSync(path, 'utf8')).toMatch(date);
});

/** Parts that begin with their machine; others are of tables that others measured. */
const parts = results.flatMap((path) =>
  Array.from(
    readFileSync(path, 'utf8').matchAll(/^<!-- (\S+): written by npm run bench:(?:networks|models) -->\n\n(.*)$/gm),
    ([, name, machine]) => ({ name: name!, machine: machine! }),
  ),
);

test.each(parts)('$name has its date beside its machine', ({ machine }) => {
  expect(machine).toMatch(date);
});
