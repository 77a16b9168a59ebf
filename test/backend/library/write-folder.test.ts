import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { writeFolder } from '../../../src/backend/library/write-folder.js';
import { ownFolder } from '../../products/export/fixtures.js';

const folder = ownFolder();
let count = 0;
const fresh = (): string => join(folder, `out${++count}`);
const some = new Map([
  ['a.txt', 'a'],
  ['src/b.txt', 'b'],
]);
const write = (out: string, force = false, files: ReadonlyMap<string, string> = some): void => {
  writeFolder(out, files, { force });
};

describe('the writer of a folder', () => {
  test('makes the folder and those in it, and takes an empty one', () => {
    const out = fresh();
    mkdirSync(out);
    write(out);
    expect(readFileSync(join(out, 'src', 'b.txt'), 'utf8')).toBe('b');
  });

  test('leaves alone what holds something, unless it is told to replace what it wrote itself', () => {
    const out = fresh();
    write(out);
    expect(() => {
      write(out);
    }).toThrow(/exists: name another folder, or give --force/);
    writeFileSync(join(out, 'mine.txt'), 'mine');
    write(out, true, new Map([['c.txt', 'c']]));
    expect(['a.txt', 'src', 'c.txt', 'mine.txt'].map((name) => existsSync(join(out, name)))).toEqual([
      false,
      false,
      true,
      true,
    ]);
  });

  test('never replaces what it did not write, --force or not', () => {
    const out = fresh();
    mkdirSync(out);
    writeFileSync(join(out, 'a.txt'), 'mine');
    expect(() => {
      write(out, true);
    }).toThrow(/holds files that no export wrote/);
    const other = fresh();
    write(other, false, new Map([['c.txt', 'c']]));
    writeFileSync(join(other, 'a.txt'), 'mine');
    expect(() => {
      write(other, true);
    }).toThrow(/a\.txt is there already, and no export wrote it/);
    expect(readFileSync(join(other, 'a.txt'), 'utf8')).toBe('mine');
  });

  test('follows no link out of the folder, neither to write nor to remove', () => {
    const outside = fresh();
    mkdirSync(outside);
    writeFileSync(join(outside, 'b.txt'), 'outside');
    const out = fresh();
    mkdirSync(out);
    writeFileSync(
      join(out, '.tune-export.json'),
      JSON.stringify({ files: ['src/b.txt', '../out1/a.txt', '/etc/passwd'] }),
    );
    symlinkSync(outside, join(out, 'src'));
    expect(() => {
      write(out, true);
    }).toThrow(/src is no folder of an export/);
    expect(readFileSync(join(outside, 'b.txt'), 'utf8')).toBe('outside');
    const linked = fresh();
    mkdirSync(linked);
    writeFileSync(join(linked, '.tune-export.json'), JSON.stringify({ files: [] }));
    symlinkSync(join(outside, 'b.txt'), join(linked, 'a.txt'));
    expect(() => {
      write(linked, true);
    }).toThrow(/is there already/);
    expect(readFileSync(join(outside, 'b.txt'), 'utf8')).toBe('outside');
  });

  test('refuses paths that lead out of it', () => {
    for (const path of ['../x', '/x', 'a/../../x', '.tune-export.json', '..'])
      expect(() => {
        write(fresh(), false, new Map([[path, '']]));
      }).toThrow(RangeError);
  });
});
