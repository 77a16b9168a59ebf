import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from '@jest/globals';
import { run } from '../../../cli/run.js';
import { checksIn, must } from '../../../products/export/fixtures.js';
import { compileHeaders } from '../../../products/export/strict.js';
import { useQuickGcc } from '../../../support/quick-gcc.js';
import { sourceFolder, writeSource } from '../../../support/source-spec.js';

useQuickGcc();
const folder = sourceFolder();
const library = join(folder, 'library');
const read = (path: string): string => readFileSync(join(library, path), 'utf8');

beforeAll(async () => {
  const log = join(folder, 'log.jsonl');
  const spec = writeSource(folder);
  for (const size of [[], ['--size', 'n=37']]) {
    const tuned = await run('source', spec, '--json', '--trials', '2', '--seed', '1', '--log', log, ...size);
    expect(tuned.code).toBe(0);
  }
  const { code } = await run('export', log, '--out', library, '--template', spec);
  expect(code).toBe(0);
});

test('a source and the header say time, machine, CPU and the command that compiles it, which works', () => {
  const [, , tuned, cpu] = read('scale_n_37.c').split('\n');
  expect(tuned).toMatch(/^ \* Tuned on \S.*, \d{4}-\d\d-\d\d: .* a call\.$/);
  expect(cpu).toMatch(/^ \* CPU features: \w+/);
  const [, command] = /^ \* (gcc .*)$/m.exec(read('scale_n_37.c'))!;
  must(library, 'sh', '-c', `${command!} -Werror -o /dev/null`);
  expect(read('library.h')).toContain(` * ${command!}\n`);
  expect(read('library.h')).toMatch(/^ \* Tuned: 2 kernels on /m);
});

test('compilers warn of nothing in its header as C++20, -Wpedantic and -Wsign-conversion included', () => {
  compileHeaders(library, '.');
});

/** `call BYTES`: with an input at so many bytes behind a multiple of 64. */
const callAt = `
#include <stdlib.h>
#include "library.h"
static float x[64] __attribute__((aligned(64))), y[64] __attribute__((aligned(64)));
int main(int count, char **given) {
  x[1] = 2;
  scale_n_37((const float *)((char *)x + (count > 1 ? atoi(given[1]) : 0)), y, 37, 3);
  return !(y[0] == 6 || y[1] == 6);
}
`;

/** Such a program with what make builds by some options. */
function buildCall(archive: string, ...options: readonly string[]): string {
  must(library, 'make', 'CC=gcc', ...options);
  writeFileSync(join(library, 'call.c'), callAt);
  const program = `${archive}.out`;
  must(library, 'gcc', '-I.', 'call.c', archive, '-lm', '-o', program);
  return join(library, program);
}

test('arrays at other addresses than it was timed with are refused by debug builds, and by no other', () => {
  const [free, checked] = [buildCall('liblibrary.a'), buildCall('build-debug/liblibrary.a', 'DEBUG=1')];
  for (const call of [free, checked]) must(library, call, '0');
  must(library, free, '4');
  const { signal, stderr } = spawnSync(checked, ['4'], { encoding: 'utf8' });
  expect({ signal, stderr }).toEqual({ signal: 'SIGABRT', stderr: expect.stringContaining('multiples of 64 bytes') });
  expect(checksIn(library, 'liblibrary.a')).toBe(false);
  expect(must(library, 'make', 'CC=gcc', 'DEBUG=1', 'test')).toMatch(/ok +scale_default: [^]*ok +scale_n_37: /);
  must(library, 'make', 'clean');
});
