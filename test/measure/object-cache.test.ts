import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { mkdirSync, readdirSync, readFileSync, rmSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ObjectCache } from '../../src/measure/object-cache.js';
import { Scratch } from '../../src/measure/scratch.js';

let scratch: Scratch;
let folder = '';
let cache: ObjectCache;
beforeEach(() => {
  scratch = new Scratch();
  folder = scratch.path('objects');
  mkdirSync(folder);
  cache = new ObjectCache(folder, scratch);
});
afterEach(() => {
  scratch.close();
});

function put(key: string, content: string, into = cache): void {
  const path = scratch.path('built.o');
  writeFileSync(path, content);
  into.put(key, path);
}
function contentOf(key: string): string | undefined {
  const path = new ObjectCache(folder, scratch).get(key, 'o');
  return path === undefined ? undefined : readFileSync(path, 'utf8');
}
const files = (): readonly string[] => readdirSync(folder).map((name) => join(folder, name));

test('another run gets a copy of its own', () => {
  put('a', 'code');
  expect(contentOf('a')).toBe('code');
  expect(contentOf('b')).toBeUndefined();
  const path = cache.get('a', 'o')!;
  rmSync(files()[0]!);
  expect(readFileSync(path, 'utf8')).toBe('code');
});

test('what is torn, damaged or of another key is not believed, and can be made again', () => {
  put('a', 'some code');
  const [file] = files();
  truncateSync(file!, 36);
  expect(contentOf('a')).toBeUndefined();
  put('a', 'some code');
  const bytes = readFileSync(file!);
  bytes[40]! ^= 1;
  writeFileSync(file!, bytes);
  expect(contentOf('a')).toBeUndefined();
  put('b', 'other code');
  const [other] = files();
  put('a', 'some code');
  writeFileSync(file!, readFileSync(other!));
  expect(contentOf('a')).toBeUndefined();
  put('a', 'some code');
  expect(contentOf('a')).toBe('some code');
});

test('what was used longest ago goes first', () => {
  const small = new ObjectCache(folder, scratch, 3000);
  for (const [place, key] of ['a', 'b', 'c'].entries()) {
    put(key, key.repeat(1000), small);
    const time = new Date(1e12 + place * 1000);
    for (const file of files()) if (!readFileSync(file, 'utf8').endsWith('x')) utimesSync(file, time, time);
  }
  small.get('a', 'o');
  small.trim();
  expect(files()).toHaveLength(2);
  expect(contentOf('a')).toBe('a'.repeat(1000));
});

test('a folder that is gone is an empty cache', () => {
  rmSync(folder, { recursive: true });
  put('a', 'code');
  expect(contentOf('a')).toBeUndefined();
  cache.trim();
});
