import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { installOpenVino } from '../../../../src/network/compare/install-openvino.js';
import { Scratch } from '../../../../src/measure/scratch.js';
import { MissingError } from '../../../../src/target/errors.js';

let scratch: Scratch;
const { PATH, XDG_CACHE_HOME } = process.env;

beforeEach(() => {
  scratch = new Scratch();
  process.env['XDG_CACHE_HOME'] = scratch.path('cache');
});

afterEach(() => {
  process.env['PATH'] = PATH;
  if (XDG_CACHE_HOME === undefined) delete process.env['XDG_CACHE_HOME'];
  else process.env['XDG_CACHE_HOME'] = XDG_CACHE_HOME;
  scratch.close();
});

function programAt(path: string, lines: string): string {
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, `#!/bin/sh\n${lines}\n`);
  chmodSync(path, 0o755);
  return path;
}

describe('OpenVINO', () => {
  test('is the one in the cache', async () => {
    const python = programAt(join(scratch.path('cache'), 'tune', 'runtimes', 'bin', 'python'), 'exit 0');
    const notes: string[] = [];
    expect(await installOpenVino({ note: (text) => notes.push(text) })).toBe(python);
    expect(notes).toEqual([]);
  });

  test('is installed where the cache has a Python without it, and why it is not is one sentence', async () => {
    programAt(join(scratch.path('cache'), 'tune', 'runtimes', 'bin', 'python'), 'exit 1');
    const programs = scratch.path('programs');
    programAt(join(programs, 'python3'), 'exit 1');
    process.env['PATH'] = `${programs}${delimiter}${process.env['PATH']!}`;
    const notes: string[] = [];
    const error: unknown = await installOpenVino({ note: (text) => notes.push(text) }).catch(
      (reason: unknown) => reason,
    );
    expect(error).toBeInstanceOf(MissingError);
    expect((error as Error).message).toMatch(
      /^OpenVINO is not installed \(python3 cannot make environments.*python3-venv\); install it with: sh \S*install\.sh$/,
    );
    expect(notes).toHaveLength(1);
  });
});
