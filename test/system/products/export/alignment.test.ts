import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from '@jest/globals';
import { exportKernels } from '../../../../src/index.js';
import { checksIn, logOf, must, ownFolder, recordOf, type Tuned } from '../../../products/export/fixtures.js';
import { describeWhere } from '../../../support/skips.js';

const folder = ownFolder();
const library = join(folder, 'lib');
const product = (dtype: string): Tuned => ({
  template: 'matmul.blocked',
  shape: { m: '9', n: '21', k: '10', dtype },
  target: 'llvm -threads=1',
});

/** `call TYPE ARRAY WORKSPACE`: runs the kernel with both at so many bytes behind a multiple of 64. */
const callAt = `
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "small.h"
static char a[1024] __attribute__((aligned(64))), b[1024] __attribute__((aligned(64)));
static char c[1024] __attribute__((aligned(64)));
int main(int count, char **given) {
  small_matmul_shape shape = {.m = 9, .n = 21, .k = 10};
  shape.dtype = strcmp(given[1], "float32") == 0 ? SMALL_FLOAT32 : SMALL_BFLOAT16;
  const small_kernel *kernel = small_matmul_kernel(&shape);
  if (count != 4 || kernel->shape == NULL) return 2;
  char *workspace = (char *)aligned_alloc(64, (kernel->workspace_bytes + 127) / 64 * 64);
  kernel->run(&shape, (const void *const[]){a + atoi(given[2]), b}, c, workspace + atoi(given[3]));
  free(workspace);
  puts("called");
  return 0;
}
`;

/** A program that calls the library which make builds by some options. */
function buildCall(build: string, ...options: readonly string[]): string {
  must(library, 'make', '-s', '-j2', 'CC=gcc', 'CFLAGS=-O1 -Werror', ...options, `${build}/libsmall.a`);
  const program = join(library, build, 'call');
  must(library, 'gcc', '-Iinclude', 'call.c', `${build}/libsmall.a`, '-fopenmp', '-lm', '-o', program);
  return program;
}

beforeAll(async () => {
  const log = logOf(
    folder,
    ['float32', 'bfloat16'].map((dtype) => recordOf(product(dtype))),
  );
  await exportKernels([log], { out: library, name: 'small' });
  writeFileSync(join(library, 'call.c'), callAt);
});

test('arguments between two elements are refused by builds for debugging, and by no other', () => {
  const [free, checked] = [buildCall('build'), buildCall('build-debug', 'DEBUG=1')];
  for (const call of [free, checked])
    for (const at of [
      ['float32', '4', '4'],
      ['bfloat16', '2', '4'],
    ])
      expect(must(library, call, ...at)).toBe('called\n');
  for (const [at, says] of [
    [['float32', '2', '0'], 'arrays and workspace are aligned as floats are'],
    [['float32', '0', '1'], 'arrays and workspace are aligned as floats are'],
    [['bfloat16', '1', '0'], 'arrays of 16 bits are aligned as these are'],
  ] as const) {
    const { signal, stderr } = spawnSync(checked, at, { encoding: 'utf8' });
    expect({ signal, stderr }).toEqual({ signal: 'SIGABRT', stderr: expect.stringContaining(says) });
    expect(must(library, free, ...at)).toBe('called\n');
  }
});

/** A project that has no type of its own, as CMake leaves it. */
const untyped = `cmake_minimum_required(VERSION 3.16)
project(user C)
add_subdirectory(lib)
`;

const hasCmake = spawnSync('cmake', ['--version']).status === 0;
describeWhere(hasCmake, 'apt-get install cmake')('CMake', () => {
  test.each([
    ['the type Debug', 'lib', ['-DCMAKE_BUILD_TYPE=Debug'], 'libsmall.a', true],
    ['no type', 'lib', [], 'libsmall.a', false],
    ['no type, in another project', '.', [], 'lib/libsmall.a', false],
  ])('%s: arguments are checked by Debug alone', (what, source, options, archive, checks) => {
    writeFileSync(join(folder, 'CMakeLists.txt'), untyped);
    const build = `build ${what}`;
    must(folder, 'cmake', '-S', source, '-B', build, '-DCMAKE_C_FLAGS=-Werror', ...options);
    must(folder, 'cmake', '--build', build, '-j2', '--target', 'small');
    expect(checksIn(join(folder, build), archive)).toBe(checks);
  });
});
