import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { exportKernels, type ExportResult } from '../../../../src/index.js';
import { few, logOf, must, ownFolder, recordOf } from '../../../products/export/fixtures.js';
import { compileAsCpp } from '../../../products/export/strict.js';

const folder = ownFolder();
const library = join(folder, 'lib');
/** Warnings are errors, and whatever the sanitizers find ends the program. */
const strict = '-O0 -Werror -fsanitize=address,undefined -fno-sanitize-recover=all';
/** Which make takes, too: what links kernels has to bring their OpenMP. */
const compiler = process.env['CC'] ?? 'cc';
let exported: ExportResult;

beforeAll(async () => {
  const log = logOf(folder, few.map(recordOf));
  const shapes = join(folder, 'shapes.yaml');
  writeFileSync(
    shapes,
    '- { operator: matmul, m: 11, n: 19, k: 12, constant: B }\n- { operator: matmul, m: 9, n: 21, k: 10, constant: B }\n',
  );
  exported = await exportKernels([log], { out: library, name: 'small', shapes });
  must(library, 'make', '-j2', `CFLAGS=${strict}`, 'all');
});

describe('a library of kernels', () => {
  test('holds the best kernels, and the schedule of the nearest for a shape that nobody tuned', () => {
    expect(exported.kernels.map(({ workload, seconds }) => [workload, seconds])).toEqual([
      ['9x21x10+constant-B', 1e-5],
      ['1x5x7x6-6-k3-s1-p1+any+bias+add+relu', 1e-5],
      ['1x5x7x6-6-k3-s1-p1', 1e-5],
      ['11x19x12+constant-B', null],
    ]);
  });

  test('passes its self-test under the address and undefined-behaviour sanitizers', () => {
    expect(must(library, 'make', `CFLAGS=${strict}`, 'test')).toMatch(/^4 kernels: 0 failed, 0 skipped$/m);
  });

  test('is C++, too, and nothing that compilers warn of, -Wpedantic and -Wsign-conversion of C++20 included', () => {
    compileAsCpp(library);
  });

  test('finds kernels in time that a benchmark tells', () => {
    must(library, 'make', `CFLAGS=${strict}`, 'build/bench');
    expect(must(library, 'build/bench', '1')).toMatch(/finding a kernel: \d+\.\d ns/);
  });

  test('says what each argument is and how large', () => {
    const header = readFileSync(join(library, 'include', 'small_kernels.h'), 'utf8');
    expect(header).toMatch(/B: small_\w+_packed_B bytes \(.*\), which small_\w+_pack_B makes of float\[10\]\[21\]/);
    expect(header).toContain('bias: float[6]');
    // Of direct convolution, whose groups are an axis of their own, and of Winograd's, which has none.
    const shapes = Array.from(header.matchAll(/^ \*   (data|weights|out): .*(float\S+)$/gm), ([, ...found]) =>
      found.join(' '),
    );
    expect(shapes).toEqual([
      'data float[1][7][6][5]',
      'weights float[6][5][3][3]',
      'out float[1][7][6][6]',
      'data float[1][5][7][6]',
      'weights float[6][5][3][3]',
      'out float[1][6][7][6]',
    ]);
  });
});

test('the example of docs/guide/export.md runs', async () => {
  const own = join(folder, 'gemm');
  await exportKernels([logOf(folder, few.map(recordOf))], { out: own, name: 'gemm' });
  const page = readFileSync('docs/guide/export.md', 'utf8');
  writeFileSync(join(own, 'example.c'), /```c\n([^]*?)```/.exec(page)![1]!);
  must(own, 'make', 'CFLAGS=-O1', 'build/libgemm.a');
  must(own, compiler, '-Iinclude', 'example.c', 'build/libgemm.a', '-o', 'example', '-fopenmp', '-lm');
  expect(must(own, './example')).toBe('6\n');
});

describe('the plain code', () => {
  test('is what a shape without a kernel runs in, and refuses what is no shape', () => {
    writeFileSync(join(library, 'plain.c'), plainProgram);
    must(
      library,
      compiler,
      '-Iinclude',
      '-Lbuild',
      'plain.c',
      'build/libsmall.a',
      '-o',
      'plain',
      '-fopenmp',
      '-lm',
      ...strict.split(' '),
    );
    expect(must(library, './plain')).toBe('plain 2.0 -1.0 6.0 0.0 none\n');
  });
});

/** A product of two by two, with a bias and relu6, in C and at the level of a caller. */
const plainProgram = `
#include <stdio.h>
#include "small.h"
int main(void) {
  small_matmul_shape shape = {2, 2, 1, 0, 0, SMALL_BIAS, 0, 0};
  const float a[] = {1, 9}, b[] = {2, -1}, bias[] = {0, 0}, *inputs[] = {a, b, bias};
  float c[4], d[4];
  if (small_matmul(&shape, inputs, c, NULL) != 0) return 1;
  shape.epilogue = SMALL_BIAS | SMALL_RELU6 << 4;
  if (small_matmul(&shape, inputs, d, NULL) != 0) return 1;
  printf("%s %.1f %.1f %.1f %.1f ", small_matmul_kernel(&shape)->target, c[0], c[1], d[2], d[3]);
  shape.m = 0;
  printf("%s\\n", small_matmul_kernel(&shape) == NULL ? "none" : "some");
  return 0;
}
`;
