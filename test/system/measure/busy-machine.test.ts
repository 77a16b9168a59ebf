import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { nativeProgram } from '../../../src/measure/native.js';
import { Scratch } from '../../../src/measure/scratch.js';

const scratch = new Scratch();
let program: string;
beforeAll(async () => {
  program = await nativeProgram(scratch);
});
afterAll(() => {
  scratch.close();
});

/** A core of this process's own, as `taskset` names it. */
const core = /Cpus_allowed_list:\s*(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))![1]!;
const onCore = (command: readonly string[]): [string, string[]] => ['taskset', ['-c', core, ...command]];

/** The outcome of two calls of a function that has a core for so many seconds each. */
function outcomeOf(seconds: number, timeout: number): string {
  const [source, library, nothing] = [scratch.path('spin.c'), scratch.path('spin.so'), scratch.path('nothing')];
  writeFileSync(
    source,
    `#include <time.h>
int tune_call(void *const *args) {
  struct timespec start, now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &start);
  do clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  while ((now.tv_sec - start.tv_sec) + 1e-9 * (now.tv_nsec - start.tv_nsec) < ${seconds});
  return 0;
}`,
  );
  writeFileSync(nothing, '');
  spawnSync('gcc', ['-O1', '-shared', '-fPIC', source, '-o', library], { stdio: 'inherit' });
  const call = [program, 'call', library, nothing, scratch.path('outputs'), `${timeout}`];
  const { stdout } = spawnSync(...onCore(call), { stdio: ['ignore', 'pipe', 'ignore'], encoding: 'utf8' });
  return (JSON.parse(stdout) as { outcome: string }).outcome;
}

function whileBusy<T>(neighbours: number, what: () => T): T {
  const busy: ChildProcess[] = Array.from({ length: neighbours }, () =>
    spawn(...onCore(['sh', '-c', 'while :; do :; done'])),
  );
  try {
    return what();
  } finally {
    for (const one of busy) one.kill('SIGKILL');
  }
}

test('what others take of a core is not of the time that a call has', () => {
  expect(whileBusy(3, () => outcomeOf(0.4, 1.2))).toBe('done');
});

test('a call that needs more than its time ends also on a busy core', () => {
  expect(whileBusy(3, () => outcomeOf(30, 0.3))).toBe('timeout');
});
