import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from '@jest/globals';
import { cacheFolder } from '../../src/measure/cache-folder.js';

const before = process.env['XDG_CACHE_HOME'];
afterEach(() => {
  if (before === undefined) delete process.env['XDG_CACHE_HOME'];
  else process.env['XDG_CACHE_HOME'] = before;
});

test('the cache is made with the folders above it, for its owner alone', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tune-cache-'));
  const home = join(folder, 'a', 'b');
  process.env['XDG_CACHE_HOME'] = home;
  expect(cacheFolder('cubins')).toBe(join(home, 'tune', 'cubins'));
  expect(statSync(home).mode & 0o777).toBe(0o700);
  rmSync(folder, { recursive: true });
});

test.each(['/proc', '/proc/none/of/these', '/dev/null'])('where nothing can be made, as in %j, nothing hangs', (at) => {
  process.env['XDG_CACHE_HOME'] = at;
  expect(cacheFolder('cubins')).toBeUndefined();
});
