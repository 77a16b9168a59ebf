import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { chmodSync, copyFileSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { openCpu } from '../../../src/backend/cpu/device.js';
import { KernelMeasurer } from '../../../src/measure/kernels.js';
import { nativeProgram } from '../../../src/measure/native.js';
import { runnerEnvironment } from '../../../src/measure/runner.js';
import { Scratch } from '../../../src/measure/scratch.js';
import { MissingError, WorkError } from '../../../src/target/errors.js';
import { makeOwnedFolder } from '../../../src/target/leftovers.js';
import { good, measureOnce } from '../../measure/fixture.js';
import { firstUsefulLine } from '../../../src/measure/first-useful-line.js';

describe('the native program', () => {
  const before = { ...process.env };
  let folder: string;
  let scratch: Scratch;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'tune-test-'));
    scratch = new Scratch();
  });
  afterEach(() => {
    process.env = { ...before };
    scratch.close();
    rmSync(folder, { recursive: true });
  });

  let built = '';
  beforeAll(async () => {
    const elsewhere = new Scratch();
    built = await nativeProgram(elsewhere);
    // Where there is no cache folder, it goes with the other one.
    const kept = join(mkdtempSync(join(tmpdir(), 'tune-test-')), 'runner');
    copyFileSync(built, kept);
    built = kept;
    elsewhere.close();
  });
  afterAll(() => {
    rmSync(dirname(built), { recursive: true });
  });

  /** A gcc that has built the program before: it matters here when it is built, and where to. */
  function buildQuickly(): void {
    const script = `case "$*" in *native/runner/*) ;; *) exec /usr/bin/gcc "$@" ;; esac
while [ "$1" != -o ]; do shift; done
exec cp "${built}" "$2"`;
    writeFileSync(join(folder, 'gcc'), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
    process.env['PATH'] = `${folder}:${before['PATH']!}`;
  }

  test('it is built once into the cache folder', async () => {
    buildQuickly();
    process.env['XDG_CACHE_HOME'] = join(folder, 'cache');
    const paths = await Promise.all([nativeProgram(scratch), nativeProgram(scratch)]);
    expect(paths[0]).toBe(paths[1]);
    const { ino } = statSync(paths[0]);
    expect(await nativeProgram(scratch)).toBe(paths[0]);
    expect(statSync(paths[0]).ino).toBe(ino);
    expect(readdirSync(join(folder, 'cache', 'tune'))).toHaveLength(1);
  });

  test('when the cache folder cannot be made then it is built into the scratch folder', async () => {
    buildQuickly();
    writeFileSync(join(folder, 'file'), '');
    process.env['XDG_CACHE_HOME'] = join(folder, 'file');
    expect(await nativeProgram(scratch)).toContain(scratch.folder);
  });

  test('when what is in the cache does not run then it is built again', async () => {
    buildQuickly();
    process.env['XDG_CACHE_HOME'] = folder;
    const path = await nativeProgram(scratch);
    writeFileSync(path, 'no program');
    expect((await measureOnce([good]))[0]).toMatchObject({ error: 0 });
  });

  test('when there is no gcc then the error says how to get it', async () => {
    delete process.env['CC'];
    process.env['PATH'] = folder;
    await expect(KernelMeasurer.create(openCpu, { seed: 1 })).rejects.toThrow(MissingError);
    await expect(KernelMeasurer.create(openCpu, { seed: 1 })).rejects.toThrow('apt-get install gcc');
  });

  test('when gcc lacks the headers of C then the error says how to get them', async () => {
    delete process.env['CC'];
    const fake = `#!/bin/sh\n[ "$1" = --version ] && echo 'gcc 12.0' && exit\necho 'lines.c:4:10: fatal error: stdio.h: No such file or directory' >&2\nexit 1\n`;
    writeFileSync(join(folder, 'gcc'), fake);
    chmodSync(join(folder, 'gcc'), 0o755);
    process.env['PATH'] = `${folder}:${before['PATH']!}`;
    process.env['XDG_CACHE_HOME'] = folder;
    await expect(nativeProgram(scratch)).rejects.toThrow(/stdio\.h.*apt-get install gcc libc6-dev/);
  });

  test('when no temporary folder can be made then the error names TMPDIR', () => {
    expect(() => new Scratch(join(folder, 'absent'))).toThrow(WorkError);
    expect(() => new Scratch(join(folder, 'absent'))).toThrow('TMPDIR');
    expect(() => makeOwnedFolder(join(folder, 'absent'), 'other')).toThrow(WorkError);
  });
});

describe('the environment of the runner', () => {
  const callers = { HOME: '/home/x', OMP_NUM_THREADS: '7', GOMP_CPU_AFFINITY: '0', KOMP: 'kept' };

  test('the OpenMP settings of the caller give way to ours, and the rest stays', () => {
    const env = runnerEnvironment(callers, 1);
    expect(env).toMatchObject({ HOME: '/home/x', KOMP: 'kept', OMP_WAIT_POLICY: 'active', OMP_NUM_THREADS: '1' });
    expect(env).not.toHaveProperty('GOMP_CPU_AFFINITY');
  });

  test('several threads are bound to cores, a single one is not', () => {
    expect(runnerEnvironment(callers, 2)).toMatchObject({ OMP_PROC_BIND: 'close', OMP_PLACES: 'cores' });
    expect(runnerEnvironment(callers, 1)).toMatchObject({ OMP_PROC_BIND: 'false' });
  });
});

test.each([
  [
    '/tmp/tune-a/3.c: In function ‘kernel’:\n/tmp/tune-a/3.c:8:3: error: ‘x’ undeclared\n',
    'kernel.c:8:3: error: ‘x’ undeclared',
  ],
  [
    "/usr/bin/ld: /tmp/cc1.o: in function `f':\n<artificial>: undefined reference to `g'\ncollect2: error: ld returned 1 exit status",
    "<artificial>: undefined reference to `g'",
  ],
  [
    'gcc: fatal error: Killed signal terminated program cc1\ncompilation terminated.',
    'gcc: fatal error: Killed signal terminated program cc1',
  ],
  ['', 'the compiler failed without a message'],
  ['something odd', 'something odd'],
])('the useful line of %j', (output, line) => {
  expect(firstUsefulLine(output)).toBe(line);
});
