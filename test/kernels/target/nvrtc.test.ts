import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { findNvrtc } from '../../../src/backend/cuda/nvrtc.js';

let root = '';
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'tune-nvrtc-'));
});
afterEach(() => {
  rmSync(root, { recursive: true });
});

function put(...path: readonly string[]): string {
  const file = join(root, ...path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, '');
  return file;
}
/** What is found where only this is set, and python3 is a script. */
const find = (env: NodeJS.ProcessEnv, python = 'exit 1', newest?: number): ReturnType<typeof findNvrtc> => {
  writeFileSync(join(root, 'python3'), `#!/bin/sh\n${python}\n`);
  chmodSync(join(root, 'python3'), 0o755);
  return findNvrtc(newest, { PATH: root, CUDA_HOME: join(root, 'none'), ...env });
};

test('the newest of a folder is taken, with the headers beside it, and no other library', () => {
  const older = put('cuda', 'lib64', 'libnvrtc.so.12');
  const newest = put('cuda', 'lib64', 'libnvrtc.so.13');
  put('cuda', 'lib64', 'libnvrtc-builtins.so.14');
  put('cuda', 'lib64', 'libnvrtc.alt.so.15');
  put('cuda', 'include', 'cuda_fp16.h');
  const found = find({ CUDA_HOME: join(root, 'cuda') });
  expect(found).toEqual({ library: newest, headers: join(root, 'cuda', 'include') });
  expect(find({ CUDA_HOME: join(root, 'cuda') }, 'exit 1', 12)?.library).toBe(older);
  expect(find({ CUDA_HOME: join(root, 'cuda') }, 'exit 1', 11)).toBeUndefined();
});

test('a link without a version in its name has that of its file, so that a later place with an older one is reached', () => {
  put('cuda', 'lib64', 'libnvrtc.so.13.0.88');
  for (const [link, file] of [
    ['libnvrtc.so.13', 'libnvrtc.so.13.0.88'],
    ['libnvrtc.so', 'libnvrtc.so.13'],
  ] as const)
    symlinkSync(file, join(root, 'cuda', 'lib64', link));
  const older = put('site', 'nvidia', 'cuda_nvrtc', 'lib', 'libnvrtc.so.12');
  const inToolkit = { CUDA_HOME: join(root, 'cuda') };
  expect(find(inToolkit, `echo ${root}/site`, 12)?.library).toBe(older);
  expect(find(inToolkit, `echo ${root}/site`, 13)?.library).toBe(join(root, 'cuda', 'lib64', 'libnvrtc.so.13'));
});

test("Python's packages come last, in whatever layout they have", () => {
  const library = put('site', 'nvidia', 'cuda_nvrtc', 'lib', 'libnvrtc.so.12');
  put('site', 'nvidia', 'cuda_runtime', 'include', 'cuda_fp16.h');
  const python = `echo ${root}/nowhere; echo ${root}/site`;
  expect(find({}, python)).toEqual({ library, headers: join(root, 'site/nvidia/cuda_runtime/include') });
  const first = put('own', 'libnvrtc.so');
  expect(find({ LD_LIBRARY_PATH: `:${root}/own` }, python)).toEqual({ library: first, headers: undefined });
});

test('when $CUDACXX names an nvcc, or there is no library, then there is none', () => {
  put('own', 'libnvrtc.so');
  expect(find({ LD_LIBRARY_PATH: join(root, 'own'), CUDACXX: 'nvcc' })).toBeUndefined();
  expect(find({ LD_LIBRARY_PATH: join(root, 'nowhere') })).toBeUndefined();
});
