import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { elementHeader } from '../../../src/elements/c-helper.js';
import { kernelTypes } from '../../../src/elements/registry.js';
import { packageRoot } from '../../../src/target/root.js';

/** The file that comes with the package; `GOLDEN=write` writes it anew. */
const file = join(packageRoot(), 'native', 'runner', 'elements.h');

test('native/runner/elements.h is what src/elements/ says', () => {
  const text = elementHeader(kernelTypes());
  if (process.env['GOLDEN'] === 'write') writeFileSync(file, text);
  expect(readFileSync(file, 'utf8')).toBe(text);
});
