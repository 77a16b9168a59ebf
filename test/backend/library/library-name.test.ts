import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from '@jest/globals';
import {
  libraryName,
  libraryNameSchema,
  networkName,
  networkNameSchema,
} from '../../../src/backend/library/library-name.js';
import { packageRoot } from '../../../src/target/root.js';

test.each([
  ['resnet50', 'resnet50'],
  ['7 Net-b (copy)', 'net_b_copy'],
  ['42', ''],
  ['test', 'test_lib'],
  ['Kernels', 'kernels'],
  ['math', 'math_lib'],
])('of "%s" is "%s"', (text, name) => {
  expect(libraryName(text)).toBe(name);
});

test('is none of a file of a library, a target, or a header of C, if it is given', () => {
  expect(libraryNameSchema.safeParse('net').success).toBe(true);
  const files = ['export', 'network'].flatMap((folder) => readdirSync(join(packageRoot(), 'native', folder)));
  const headers = files
    .filter((file) => file.endsWith('.h') && file !== 'tunelib.h')
    .map((file) => basename(file, '.h'));
  const taken = ['kernels', 'prepare', 'weights', 'dispatch', 'all', 'test', 'stdio', ...headers];
  expect(taken.filter((name) => networkNameSchema.safeParse(name).success)).toEqual([]);
  expect(taken.filter((name) => libraryNameSchema.safeParse(name).success)).toEqual([
    'kernels',
    'prepare',
    'subnormals',
  ]);
  expect(networkName('Kernels')).toBe('kernels_lib');
});
