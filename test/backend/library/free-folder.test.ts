import { expect, test } from '@jest/globals';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freeFolder } from '../../../src/backend/library/free-folder.js';

test('a folder that is proposed for a library is free', () => {
  const parent = mkdtempSync(join(tmpdir(), 'tune-test-'));
  const name = join(parent, 'resnet18');
  expect(freeFolder(name)).toBe(name);
  mkdirSync(name);
  expect(freeFolder(name)).toBe(`${name}-2`);
  writeFileSync(`${name}-2`, '');
  expect(freeFolder(name)).toBe(`${name}-3`);
  rmSync(parent, { recursive: true });
});
