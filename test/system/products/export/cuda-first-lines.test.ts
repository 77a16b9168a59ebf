import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from '@jest/globals';
import { exportKernels, type ExportResult } from '../../../../src/index.js';
import { logOf, must, ownFolder, recordOf, type Tuned } from '../../../products/export/fixtures.js';
import { compileHeaders, compileSources } from '../../../products/export/strict.js';

const folder = ownFolder();
const library = join(folder, 'lib');
const machine = 'nvidia-some.sm_90.81559m';
const kernels: readonly Tuned[] = [
  { template: 'matmul.simt', shape: { m: '33', n: '40', k: '24' }, target: 'cuda -arch=sm_90' },
  { template: 'matmul.simt', shape: { m: '33', n: '40', k: '24' }, target: 'cuda -arch=sm_80' },
];
let exported: ExportResult;

beforeAll(async () => {
  const records = kernels.map(recordOf).map((record) => ({
    ...record,
    tune: { ...record.tune, fingerprint: machine },
  }));
  exported = await exportKernels([logOf(folder, records)], { out: library, name: 'small' });
});

const read = (path: string): string => readFileSync(join(library, path), 'utf8');

function sourceFor(arch: string): string {
  return read(exported.kernels.find(({ target }) => target.includes(arch))!.file);
}

test('a source says where and when it was tuned, its time, its GPU, and the command that compiles it', () => {
  for (const arch of ['sm_90', 'sm_80']) {
    const [, title, tuned, gpu, command] = sourceFor(arch).split('\n');
    expect(title).toBe(` * matmul 33x40x24 by matmul.simt for ${arch}. Written by tune.`);
    expect(tuned).toBe(` * Tuned on ${machine}, 2023-11-14: 10.0 µs a call.`);
    expect(gpu).toBe(` * GPU: ${arch}`);
    expect(command).toMatch(
      new RegExp(`^ \\* nvcc -cubin -O3 -arch=${arch}a? .* kernels/(\\w+)\\.cu -o cubins/\\1\\.cubin$`),
    );
  }
});

test('a compiler for an older GPU is shown the command that compiles a kernel; no other is refused', () => {
  const source = sourceFor('sm_90');
  const [, command] = /^ \* (nvcc .*)$/m.exec(source)!;
  // Up to the kernel: what follows needs a compiler for GPUs.
  const [head] = /^[^]*?\n#endif\n/.exec(source)!;
  const compile = (...options: readonly string[]): ReturnType<typeof spawnSync> =>
    spawnSync('g++', ['-x', 'c++', '-fsyntax-only', ...options, '-'], { input: head, encoding: 'utf8' });
  const { status, stderr } = compile('-D__CUDA_ARCH__=800');
  expect(status).not.toBe(0);
  expect(stderr).toContain(`#error "compile this file for its GPU: ${command!}"`);
  for (const options of [['-D__CUDA_ARCH__=900'], ['-D__CUDA_ARCH__=1000'], []])
    expect(compile(...options)).toMatchObject({ status: 0, stderr: '' });
});

test('headers say it of all kernels, with the line that links a program', () => {
  for (const header of ['include/small_cuda.h', 'include/small.h']) {
    const lines = read(header).split('\n');
    expect(lines.slice(1, 4)).toEqual([
      ' * small, a library of 2 kernels for GPUs. Written by tune.',
      ` * Tuned: 2 kernels on ${machine}, 2023-11-14.`,
      ' * GPU: sm_80 sm_90',
    ]);
    expect(lines[4]).toMatch(/^ \* nvcc -cubin -O3 -arch=sm_80 .* kernels\/KERNEL\.cu -o cubins\/KERNEL\.cubin$/);
    expect(lines[5]).toMatch(/^ \* nvcc -cubin -O3 -arch=sm_90a /);
    expect(lines).toContain(' * Link: gcc program.c -Iinclude build/libsmall_cuda.a -ldl -lm');
  }
});

test('sources of the launcher say that they are for every CPU, by commands that work', () => {
  for (const path of ['src/launcher.c', 'src/table.c']) {
    const [, command] = /^\/\* For every CPU: (gcc .*) \*\/$/m.exec(read(path))!;
    must(library, 'sh', '-c', `${command!} -Werror -o /dev/null`);
  }
});

test('compilers warn of nothing in headers as C++20 and sources as C11, -Wpedantic and -Wsign-conversion included', () => {
  compileHeaders(library, 'include');
  compileSources(library);
});

test('a program is built by what the export prints', () => {
  const source = join(folder, 'count.c');
  const body = 'return printf("%d", small_cuda_count()) < 0;';
  writeFileSync(source, `#include <stdio.h>\n#include "small_cuda.h"\nint main(void) { ${body} }`);
  must(library, 'make', 'CFLAGS=-Werror');
  must(folder, 'sh', '-c', `gcc ${source} ${exported.link} -o count`);
  expect(must(folder, './count')).toBe('2');
});
