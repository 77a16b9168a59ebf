import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { spawnSync } from 'node:child_process';
import { beforeAll, expect, test } from '@jest/globals';
import { exportKernels, type ExportResult } from '../../../../src/index.js';
import { few, logOf, must, ownFolder, recordOf } from '../../../products/export/fixtures.js';

const folder = ownFolder();
const library = join(folder, 'lib');
const machine = 'some-cpu.2c.l1-32k.l2-512k.l3-8192k';
let exported: ExportResult;

/** A name that would end a comment, as a log from elsewhere may hold it. */
const spiteful = 'cpu */ #error "escaped"\n/*';

beforeAll(async () => {
  const [first, ...others] = few.map(recordOf).map((record) => ({
    ...record,
    tune: { ...record.tune, fingerprint: machine },
  }));
  const records = [{ ...first!, tune: { ...first!.tune, fingerprint: spiteful } }, ...others];
  exported = await exportKernels([logOf(folder, records)], { out: library, name: 'gemm' });
});

const sourceOf = (template: string): string => exported.kernels.find((kernel) => kernel.template === template)!.file;
const read = (path: string): string => readFileSync(join(library, path), 'utf8');
const compileLine = (path: string): string => /^ \* (gcc .*)$/m.exec(read(path))![1]!;

test('a source says where and when it was tuned, its time, its CPU, and the command that compiles it', () => {
  const path = sourceOf('conv2d.winograd');
  const lines = read(path).split('\n');
  expect(lines[2]).toBe(` * Tuned on ${machine}, 2023-11-14: 10.0 µs a call.`);
  expect(lines[3]).toMatch(/^ \* CPU features: \w+/);
  must(library, 'sh', '-c', `${compileLine(path)} -Werror -o /dev/null`);
});

test('a compiler that is not asked for the features of a kernel is shown the command that asks', () => {
  const path = sourceOf('conv2d.winograd');
  const { status, stderr } = spawnSync('gcc', ['-std=c11', '-O0', '-Iinclude', '-c', path, '-o', '/dev/null'], {
    cwd: library,
    encoding: 'utf8',
  });
  expect(status).not.toBe(0);
  expect(stderr).toContain(`#error "compile this file for its CPU: ${compileLine(path)}"`);
});

test('headers say it of all kernels, with the line that links a program', () => {
  for (const header of ['include/gemm.h', 'include/gemm_kernels.h']) {
    const [, title, tuned, cpu] = read(header).split('\n');
    expect(title).toBe(' * gemm, a library of 3 kernels. Written by tune.');
    expect(tuned).toContain(`2 kernels on ${machine}, 2023-11-14`);
    expect(cpu).toMatch(/^ \* CPU features: /);
    expect(read(header)).toMatch(/^ \* Link: gcc program\.c -Iinclude build\/libgemm\.a -fopenmp -lm$/m);
  }
});

test('sources for every CPU say so, by commands that work', () => {
  const sources = readdirSync(join(library, 'src')).filter((name) => name.endsWith('.c'));
  expect(sources.length).toBeGreaterThan(4);
  for (const name of sources) {
    const [, command] = /^\/\* For every CPU: (gcc .*) \*\/$/m.exec(read(`src/${name}`))!;
    must(library, 'sh', '-c', `${command!} -o /dev/null`);
  }
});

test('a program is built by what the export prints', () => {
  const source = join(folder, 'count.c');
  writeFileSync(
    source,
    '#include <stdio.h>\n#include "gemm.h"\nint main(void) { return printf("%d", gemm_count()) < 0; }',
  );
  must(library, 'make', '-j2', 'CFLAGS=-O1 -Werror', 'build/libgemm.a');
  must(folder, 'sh', '-c', `gcc ${source} ${exported.link} -o count`);
  expect(must(folder, './count')).toBe('3');
});

test('a name out of a log ends no comment', () => {
  expect(read(sourceOf('matmul.blocked'))).toContain('Tuned on cpu * / #error "escaped" / *, 2023-11-14');
});
