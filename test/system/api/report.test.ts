import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { buildOnce } from '../../cli/bin.js';

/** To accept a change: `GOLDEN=write npm test -- test/system/api/report`, then read the diff. */
test('etc/tune.api.md is the report of what the library exports', () => {
  buildOnce();
  const path = 'etc/tune.api.md';
  const report = readFileSync('dist/tune.api.md', 'utf8');
  if (process.env['GOLDEN'] === 'write') writeFileSync(path, report);
  expect(readFileSync(path, 'utf8')).toBe(report);
});
