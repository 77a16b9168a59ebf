import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Random } from '../../../src/space/random.js';
import { giveMutated, hostileFiles } from '../../support/hostile-files.js';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tune-files-'));
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

// A slice of `npm run soak:mutated-files`.
test.each(hostileFiles)('whatever a $name says, it is a plan or a sentence', async (kind) => {
  const { faults, refused } = await giveMutated(kind, join(folder, kind.name), 25, new Random(16));
  expect([...faults.keys()]).toEqual([]);
  expect(refused).toBeGreaterThan(0);
});
