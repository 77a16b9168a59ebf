import { afterAll, beforeAll, expect } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { nativeProgram } from '../../../src/measure/native.js';
import { Scratch } from '../../../src/measure/scratch.js';
import { busyProcess } from '../../support/busy-process.js';
import { testWhere } from '../../support/skips.js';

const scratch = new Scratch();
let program: string;
beforeAll(async () => {
  program = await nativeProgram(scratch);
});
afterAll(() => {
  scratch.close();
});

/** The outcome of two calls of a function that has a core for so many seconds each, and how long that took. */
function outcomeOf(seconds: number, timeout: number): { readonly outcome: string; readonly took: number } {
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
  const call = ['-c', '0', program, 'call', library, nothing, scratch.path('outputs'), `${timeout}`];
  const start = performance.now();
  const { stdout } = spawnSync('taskset', call, { stdio: ['ignore', 'pipe', 'ignore'], encoding: 'utf8' });
  const took = (performance.now() - start) / 1000;
  return { ...(JSON.parse(stdout) as { outcome: string }), took };
}

function besideBusy<T>(neighbours: number, what: () => T): T {
  const busy = Array.from({ length: neighbours }, busyProcess);
  try {
    return what();
  } finally {
    for (const one of busy) one.kill('SIGKILL');
  }
}

const canPin = spawnSync('taskset', ['-c', '0', 'true']).status === 0;
const testOnOneCore = testWhere(canPin && existsSync('/proc/self/schedstat'), 'a core of its own');

testOnOneCore('what others take of a core is not of the time that a call has', () => {
  const timeout = 0.8;
  const { outcome, took } = besideBusy(3, () => outcomeOf(0.3, timeout));
  // Where even more take the core, the call ends after four times its own.
  if (outcome !== 'done') expect([outcome, took > 3.5 * timeout]).toEqual(['timeout', true]);
});

testOnOneCore('a call that does not end is ended also on a busy core', () => {
  expect(besideBusy(3, () => outcomeOf(30, 0.3)).outcome).toBe('timeout');
});
