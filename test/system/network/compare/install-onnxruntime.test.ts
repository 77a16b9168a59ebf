import { chmodSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import {
  installedOnnxRuntime,
  installOnnxRuntime,
  onnxRuntimeVersion,
} from '../../../../src/network/compare/install-onnxruntime.js';
import { Scratch } from '../../../../src/measure/scratch.js';
import { MissingError } from '../../../../src/target/errors.js';
import { fakeRuntime } from '../../../network/compare/fake-runtime.js';

let scratch: Scratch;
const before = process.env['XDG_CACHE_HOME'];

beforeEach(() => {
  scratch = new Scratch();
  process.env['XDG_CACHE_HOME'] = scratch.path('cache');
});

afterEach(() => {
  if (before === undefined) delete process.env['XDG_CACHE_HOME'];
  else process.env['XDG_CACHE_HOME'] = before;
  scratch.close();
});

/** A program in the place of npm. */
function npmThat(lines: string): string {
  const path = scratch.path('npm');
  writeFileSync(path, `#!/bin/sh\n${lines}\n`);
  chmodSync(path, 0o755);
  return path;
}

describe('ONNX Runtime', () => {
  test('is installed in the cache by npm, from the lock file and without scripts, once', async () => {
    const calls = scratch.path('calls');
    const npm = npmThat(`echo "$@" >> ${calls}; ls -A >> ${calls}; mkdir -p node_modules/onnxruntime-node`);
    const notes: string[] = [];
    const install = (): Promise<string> =>
      installOnnxRuntime({ npm, own: undefined, note: (text) => notes.push(text) });
    const folder = await install();
    expect(folder).toBe(scratch.path(join('cache', 'tune', 'onnxruntime', onnxRuntimeVersion())));
    expect(await install()).toBe(folder);
    expect(readFileSync(calls, 'utf8').trim().split('\n')).toEqual([
      'ci --ignore-scripts --no-audit --no-fund',
      '.npmrc',
      'package-lock.json',
      'package.json',
    ]);
    expect(notes).toEqual([expect.stringContaining(`ONNX Runtime ${onnxRuntimeVersion()} is installed in ${folder}`)]);
    expect(readdirSync(join(folder, '..'))).toEqual([onnxRuntimeVersion()]);
  });

  test.each([
    ['says why', 'echo "npm error network is down" >&2; echo "npm error A complete log of this run" >&2; exit 1'],
    ['installs nothing', 'echo "network is down" >&2'],
  ])('leaves nothing where npm %s, and names the command', async (_, lines) => {
    const npm = npmThat(lines);
    const failed = installOnnxRuntime({ npm, own: undefined, note: () => undefined });
    const error: unknown = await failed.catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(MissingError);
    expect((error as Error).message).toMatch(
      /^ONNX Runtime is not installed \(.+\); install it with: .*npm ci --ignore-/,
    );
    expect(readdirSync(scratch.path('cache/tune/onnxruntime'))).toEqual([]);
  });

  test('is missing where npm is', async () => {
    const failed = installOnnxRuntime({ npm: scratch.path('no-npm'), own: undefined, note: () => undefined });
    await expect(failed).rejects.toThrow('there is no npm');
  });

  test('is found where it is, the package first', () => {
    const folder = fakeRuntime(scratch.path('own'));
    expect(installedOnnxRuntime([undefined, scratch.path('empty'), folder])).toBe(folder);
    expect(installedOnnxRuntime([scratch.path('empty')])).toBeUndefined();
    expect(existsSync(join(folder, 'node_modules'))).toBe(true);
  });
});
