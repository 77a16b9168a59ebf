import { afterEach, beforeEach, expect, test } from '@jest/globals';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { CubinCache } from '../../src/backend/cuda/cubin-cache.js';
import { Scratch } from '../../src/measure/scratch.js';

let scratch: Scratch;
let folder = '';
let cache: CubinCache;
beforeEach(() => {
  scratch = new Scratch();
  folder = scratch.path('cubins');
  mkdirSync(folder);
  cache = new CubinCache(folder, scratch);
});
afterEach(() => {
  scratch.close();
});

const code = {
  suffix: '_1',
  resources: [{ registers: 40, spillBytes: 0, sharedBytes: 1024, localBytes: 0 }],
  warnings: [],
};
function put(key: string, content: string): void {
  const path = scratch.path('built.cubin');
  writeFileSync(path, content);
  cache.put(key, { path, ...code });
}
const files = (ending: string): readonly string[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith(ending))
    .map((name) => join(folder, name));
const another = (): CubinCache => new CubinCache(folder, scratch);

test('another process finds what was put, as a copy of its own', () => {
  put('a', 'some code');
  put('b', 'some code');
  expect(files('.cubin')).toHaveLength(1);
  const found = another().get('b')!;
  expect(found).toMatchObject(code);
  expect(readFileSync(found.path, 'utf8')).toBe('some code');
  expect(found.path.startsWith(folder)).toBe(false);
  expect(another().get('c')).toBeUndefined();
});

test.each([
  [
    'a torn cubin',
    (): void => {
      truncateSync(files('.cubin').at(0)!, 3);
    },
  ],
  [
    'no cubin',
    (): void => {
      rmSync(files('.cubin').at(0)!);
    },
  ],
  [
    'a torn entry',
    (): void => {
      truncateSync(files('.json').at(0)!, 20);
    },
  ],
  [
    'an entry of something else',
    (): void => {
      writeFileSync(files('.json').at(0)!, '{"cubin":"../../etc/passwd"}');
    },
  ],
])('%s counts as nothing, and can be put again', (_, damage) => {
  put('a', 'some code');
  damage();
  expect(another().get('a')).toBeUndefined();
  put('a', 'some code');
  expect(another().get('a')).toMatchObject(code);
});

test('what was used longest ago is dropped first', () => {
  cache = new CubinCache(folder, scratch, 5000);
  for (const [i, key] of ['a', 'b', 'c', 'd'].entries()) {
    const before = new Set(readdirSync(folder));
    put(key, key.repeat(1500));
    for (const name of readdirSync(folder).filter((one) => !before.has(one)))
      utimesSync(join(folder, name), 1000 + i, 1000 + i);
  }
  another().get('a');
  cache.trim();
  expect(['a', 'b', 'c', 'd'].filter((key) => another().get(key))).toEqual(['a', 'd']);
});

test('a folder that cannot be used is an empty cache', () => {
  rmSync(folder, { recursive: true });
  put('a', 'some code');
  expect(cache.get('a')).toBeUndefined();
  cache.trim();
  expect(existsSync(folder)).toBe(false);
});
