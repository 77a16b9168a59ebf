import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { isHost, toolchainNamed } from '../../../src/backend/cpu/toolchains.js';
import { firstUsefulLine } from '../../../src/measure/first-useful-line.js';
import { KernelMeasurer } from '../../../src/measure/kernels.js';
import { ErrorNo, type Measurement } from '../../../src/measure/measurement.js';
import { sandboxHere } from '../../../src/measure/sandbox.js';
import { Scratch } from '../../../src/measure/scratch.js';
import { ownerMark } from '../../../src/target/leftovers.js';
import { compilerThat, marked, markedKernel } from '../../support/compiler-that.js';
import { cpuSeconds } from '../../support/cpu-seconds.js';
import { cpuUnderTest, openCpuUnderTest } from '../../support/emulated.js';
import { forbiddenCalls, harmless } from '../../support/faults.js';
import { childrenOf, helpers, lives, named, until } from '../../support/processes.js';
import { take } from '../../support/take.js';
import { entries, good, kernel, loop, measureAll, measureOnce, problem, slow, variant } from '../../measure/fixture.js';
import { describeWhere } from '../../support/skips.js';

let folder: string;
let measurer: KernelMeasurer;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tune-test-'));
  measurer = await KernelMeasurer.create(openCpuUnderTest, { seed: 7 });
});
afterAll(async () => {
  await measurer.close();
  rmSync(folder, { recursive: true });
});

describe('the rest of the system', () => {
  const isHere = isHost(toolchainNamed(cpuUnderTest.triple));
  const sandboxed = describeWhere(isHere, 'a CPU that is not emulated');

  sandboxed('when a kernel reaches for it then that is its class, and the message names the call', () => {
    let trials: readonly Measurement[];
    beforeAll(async () => {
      trials = await measureAll(
        measurer,
        forbiddenCalls.flatMap(([, bad], i) => [bad, variant(i)]),
      );
    });
    test.each(forbiddenCalls.map(([name, , error, message], place) => [name, place, error, message] as const))(
      '%s',
      (_, place, error, message) => {
        const [trial, next] = take(trials.slice(2 * place), 2);
        expect(trial.message).toMatch(message);
        expect(trial.error).toBe(error);
        expect(next.error).toBe(ErrorNo.none);
      },
    );
  });

  test.each(harmless)('a kernel that %s is right', async (_, kernel) => {
    expect((await measureAll(measurer, [kernel]))[0]).toMatchObject({
      error: ErrorNo.none,
      sourceHash: expect.anything(),
    });
  });

  sandboxed('when a kernel leaves a word behind its results', () => {
    test('then the next process does not find it', async () => {
      const mark = kernel(
        `static int calls; ${loop}
         void **frame = __builtin_frame_address(0);
         for (int i = 0; i < 400 && calls == 0 && holds(frame + i); i++) {
           int *there = frame[i];
           if (there == 0 || (unsigned long)there % 4096 != 0 || !holds(there) || there[0] != 2 || there[1] != 0) continue;
           if (there[1023] == 7) C[0] = 1e9f;
           there[1023] = 7;
         }
         calls++;`,
        `long syscall(long, ...);
         /* rt_sigprocmask says whether it can read there */
         static int holds(const void *at) { return syscall(${process.arch === 'x64' ? 14 : 135}, 0, at, 0, 8) == 0; }`,
      );
      const trials = await measureAll(measurer, [mark, mark]);
      expect(trials.map(({ error, message }) => [error, message])).toEqual([
        [0, undefined],
        [0, undefined],
      ]);
    });
  });

  describe('without a sandbox', () => {
    let open: KernelMeasurer;
    beforeAll(async () => {
      process.env['TUNE_SANDBOX'] = '0';
      open = await KernelMeasurer.create(openCpuUnderTest, { seed: 7 });
    });
    afterAll(async () => {
      delete process.env['TUNE_SANDBOX'];
      await open.close();
    });

    test('what a kernel starts in a session of its own ends with its trial', async () => {
      const name = `kin-${process.pid}`;
      const leaving = kernel(
        `if (fork() == 0) { setsid(); prctl(15, "${name}"); if (fork() == 0) setsid(); for (;;) usleep(9000); } ${loop}`,
        'int fork(void); int setsid(void); int prctl(int, ...); int usleep(unsigned);',
      );
      const [trial] = await measureAll(open, [leaving]);
      expect(trial.error).toBe(ErrorNo.none);
      expect(named(name)).toEqual([]);
    });

    test('a kernel writes to no file', async () => {
      const path = join(tmpdir(), `tune-test-${process.pid}`);
      const [trial] = await measureAll(open, [
        kernel(
          `write(creat("${path}", 0600), "x", 1); ${loop}`,
          'int creat(const char *, int); int write(int, const void *, long);',
        ),
      ]);
      rmSync(path, { force: true });
      expect(trial.message).toBe('SIGXFSZ while running: the kernel wrote to a file');
      expect(trial.error).toBe(ErrorNo.runtimeDevice);
    });

    test('processes of finals begin on either draw of inputs, so that none can go by what an earlier one met', async () => {
      const path = join(folder, 'seen');
      writeFileSync(path, new Uint8Array(4096));
      const rounds = 24;
      const remembers = kernel(
        `static int calls; ${loop}
         if (calls++ > 0) return;
         struct { int processes, others; float first; } *seen = mmap(0, 4096, 3, 1, open("${path}", 2), 0);
         if (seen->processes++ == 0) seen->first = A[0];
         seen->others += A[0] != seen->first;
         if (seen->processes >= ${rounds} && seen->others == 0) C[0] = 1e9f;`,
        'int open(const char *, int, ...); void *mmap(void *, unsigned long, int, int, int, long);',
      );
      const [trial] = take(await open.remeasure(problem, entries(remembers), { rounds }), 1);
      expect(trial).toMatchObject({ error: ErrorNo.none });
      // A round whose repeats were all disturbed runs once more.
      expect(new Int32Array(readFileSync(path).buffer)[0]).toBeGreaterThanOrEqual(rounds);
    });

    test('a kernel that kills the runner twice has no verdict, and the next ones get a new runner', async () => {
      const killer = kernel('kill(getppid(), 9); for (;;) continue;', 'int kill(int, int); int getppid(void);');
      const [trial, next, last] = await measureAll(open, [killer, good, variant(2)]);
      expect(trial.error).toBe(ErrorNo.unknown);
      expect(trial.message).toBe('the runner was lost (SIGKILL)');
      expect(next.error).toBe(ErrorNo.none);
      expect(last.error).toBe(ErrorNo.none);
    });
  });
});

describe('a helper that somebody kills', () => {
  test('while it runs a kernel costs no trial', async () => {
    const trials = measureAll(measurer, [slow(0.1)]);
    // Where memory runs out, the kernel goes before the tuner.
    const goesFirst = (pid: number): boolean =>
      lives(pid) && readFileSync(`/proc/${pid}/oom_score_adj`, 'utf8') === '1000\n';
    await until(() => helpers('run').flatMap(childrenOf).some(goesFirst));
    process.kill(helpers('run').at(0)!, 'SIGKILL');
    expect((await trials)[0]).toMatchObject({ error: ErrorNo.none });
  });

  test('while it runs the reference costs no trial', async () => {
    const own = await KernelMeasurer.create(openCpuUnderTest, { seed: 1 });
    const before = helpers('run');
    const trials = measureAll(own, [good], {}, { ...problem, reference: slow(0.3) });
    const runner = (): number | undefined => helpers('run').find((pid) => !before.includes(pid));
    await until(() => runner() !== undefined && childrenOf(runner()!).length > 0);
    process.kill(runner()!, 'SIGKILL');
    expect((await trials)[0]).toMatchObject({ error: ErrorNo.none });
    await own.close();
  });

  test('while it builds costs no trial, and takes the compilers along', async () => {
    const killed = join(folder, 'killed');
    const compiler = compilerThat(`[ -e ${killed} ] || sleep 100`, join(folder, 'slow'));
    const own = await KernelMeasurer.create(openCpuUnderTest, { seed: 1, compiler, buildJobs: 2 });
    const before = helpers('build');
    const trials = measureAll(own, [markedKernel(1), markedKernel(2), good]);
    const builder = (): number | undefined => helpers('build').find((pid) => !before.includes(pid));
    await until(() => builder() !== undefined && childrenOf(builder()!).length === 2);
    const compilers = childrenOf(builder()!);
    writeFileSync(killed, '');
    process.kill(builder()!, 'SIGKILL');
    await until(() => !compilers.some(lives));
    expect((await trials).map(({ error }) => error)).toEqual([0, 0, 0]);
    await own.close();
  });
});

describe('a compiler', () => {
  test('whose messages are 100 MB on one line is a failure at once, and fills no disk', async () => {
    const action = `head -c 100000000 /dev/zero | tr '\\0' x >&2; exit 1`;
    const [trial, next] = await measureOnce([marked, good], { compiler: compilerThat(action, join(folder, 'talker')) });
    expect(trial.error).toBe(ErrorNo.compileHost);
    expect(trial.message).toMatch(/^(the compiler wrote a file that is too long.*: )?x{100,400}$/);
    expect(trial.spent.compile).toBeLessThan(10);
    expect(next.error).toBe(ErrorNo.none);
  });

  test('that has no room on the disk says nothing of the source, and may be asked again', async () => {
    const once = join(folder, 'once');
    const action = `[ -e ${once} ] || { : >${once}; echo '/tmp/cc.s: fatal error: error writing: No space left on device' >&2; exit 1; }`;
    const compiler = compilerThat(action, join(folder, 'full'));
    const own = await KernelMeasurer.create(openCpuUnderTest, { seed: 1, compiler });
    const [trial] = await measureAll(own, [marked]);
    expect([trial.error, trial.message]).toEqual([ErrorNo.unknown, expect.stringContaining('No space left on device')]);
    expect((await measureAll(own, [marked]))[0].error).toBe(ErrorNo.none);
    await own.close();
  });

  test('what it leaves in a session of its own ends when no compiler runs', async () => {
    const pidFile = join(folder, 'pid');
    const action = `setsid sleep 100 & echo $! >${pidFile}; exit 1`;
    const own = await KernelMeasurer.create(openCpuUnderTest, {
      seed: 1,
      compiler: compilerThat(action, join(folder, 'daemon')),
    });
    expect((await measureAll(own, [marked]))[0].error).toBe(ErrorNo.compileHost);
    await until(() => !lives(Number(readFileSync(pidFile, 'utf8'))));
    await own.close();
  });
});

test('while it is loaded a kernel can read no file but its own', async () => {
  if ((await sandboxHere()) !== 'on') return; // a system without Landlock
  const early = kernel(
    `if (found >= 0) *(volatile int *)8 = 1; ${loop}`,
    `int open(const char *, int, ...); static int found;
     __attribute__((constructor)) static void look(void) { found = open("/etc/passwd", 0); }`,
  );
  expect((await measureAll(measurer, [early]))[0]).toMatchObject({ error: ErrorNo.none });
});

test('whether the sandbox holds is found out by trying', async () => {
  expect(await sandboxHere()).toMatch(/^(on|filter)$/);
  process.env['TUNE_SANDBOX'] = '0';
  const without = await sandboxHere();
  delete process.env['TUNE_SANDBOX'];
  expect(without).toBe('off');
});

test('a line of millions of characters is read in no time', () => {
  const start = cpuSeconds();
  expect(firstUsefulLine(`${'/a'.repeat(2e6)}\n${'x'.repeat(2e6)} error: no`)).toMatch(/^\/a/);
  expect(cpuSeconds(start)).toBeLessThan(1);
});

test('the folder of a tuner that was killed goes when the next one makes its own; those of others stay', () => {
  const parent = join(folder, 'temporary');
  const [namespace, pid, start] = ownerMark().split('-');
  const dead = `tune-${namespace}-${pid}-${Number(start) - 1}-abcdef`;
  const others = [`tune-${ownerMark()}-abcdef`, `tune-1-${pid}-1-abcdef`, 'tune-0-abcdef', 'tune-abcdef', 'other'];
  for (const name of [dead, ...others]) mkdirSync(join(parent, name, 'inside'), { recursive: true });
  const own = new Scratch(parent);
  expect(readdirSync(parent).toSorted()).toEqual([...others, basename(own.folder)].toSorted());
  own.close();
  expect(readdirSync(parent).toSorted()).toEqual(others.toSorted());
});
