import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { execFileSync, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { median } from 'simple-statistics';
import { KernelMeasurer } from '../../../src/measure/kernels.js';
import { ErrorNo, type Measurement } from '../../../src/measure/measurement.js';
import { nativeProgram } from '../../../src/measure/native.js';
import { Scratch } from '../../../src/measure/scratch.js';
import { compilerThat, markedKernel } from '../../support/compiler-that.js';
import { openCpuUnderTest } from '../../support/emulated.js';
import { count, entries, good, kernel, loop, measureAll, problem, slow, variant } from '../../measure/fixture.js';
import { argumentsOf, childrenOf, helpers, lives, until } from '../../support/processes.js';

/** A right kernel that no earlier run has compiled. */
function unseen(): typeof good {
  return kernel(`/* ${randomUUID()} */ ${loop}`);
}

/** The folder that a builder was given. */
function scratchOf(pid: number): string | undefined {
  const [, role, , folder] = argumentsOf(pid);
  return role === 'build' ? folder : undefined;
}

describe('a measurer', () => {
  let measurer: KernelMeasurer;
  beforeAll(async () => {
    measurer = await KernelMeasurer.create(openCpuUnderTest, { seed: 7 });
  });
  afterAll(() => measurer.close());

  test('a right kernel has several costs, its error, its hash, and where the time went', async () => {
    const [trial] = await measureAll(measurer, [unseen()]);
    expect(trial).toMatchObject({ error: ErrorNo.none });
    expect(trial.message).toBeUndefined();
    expect(trial.packSeconds).toBeUndefined();
    expect(trial.costs.length).toBeGreaterThanOrEqual(3);
    expect(Math.min(...trial.costs)).toBeGreaterThan(1e-9);
    expect(Math.max(...trial.costs)).toBeLessThan(0.01);
    expect(trial.maxRelError).toBeLessThan(1e-6);
    expect(trial.sourceHash).toMatch(/^[0-9a-f]{16}$/);
    expect(trial.spent.compile).toBeGreaterThan(0.001);
    expect(trial.spent.run).toBeGreaterThan(0.001);
    expect(trial.timestamp).toBeGreaterThan(1.7e9);
  });

  test('costs are seconds a call', async () => {
    const [trial] = await measureAll(measurer, [slow(0.004)]);
    expect(Math.min(...trial.costs)).toBeGreaterThan(0.00399);
    expect(Math.min(...trial.costs)).toBeLessThan(0.04);
  });

  test('where every core is busy, repeats are known to be disturbed, and by what', async () => {
    const long = { minRepeats: 20, maxRepeats: 40, budget: 0.06 };
    const timed = async (): Promise<Measurement> =>
      (await measurer.remeasure(problem, entries(slow(0.003)), { rounds: 1, repeats: long }))[0]!;
    const busy = Array.from({ length: availableParallelism() }, () =>
      spawn('sh', ['-c', 'while :; do :; done'], { stdio: 'ignore' }),
    );
    try {
      // Sooner or later the scheduler gives one of its repeats' cores to another program.
      let trial = await timed();
      while ((trial.causes?.waited ?? 0) === 0) trial = await timed();
      const { disturbed = 0, causes } = trial;
      const { waited, moved } = causes!;
      expect(Math.max(waited, moved)).toBeLessThanOrEqual(disturbed);
      expect(waited + moved).toBeGreaterThan(disturbed - 1e-9);
      expect(waited).toBeGreaterThan(0);
    } finally {
      for (const child of busy) child.kill('SIGKILL');
    }
  });

  test('when a kernel is clearly slower than the best, on a slow core too, then its repeats stop early', async () => {
    // So good that no stolen core makes it clearly slower.
    const [good] = await measureAll(measurer, [slow(0.002)], { best: 1 });
    expect([good.error, good.costs.length >= 3]).toEqual([0, true]);
    const trials = await measureAll(measurer, [slow(0.007), slow(0.02)], { best: 0.002 });
    expect(trials.map(({ error }) => error)).toEqual([0, 0]);
    expect(trials[0].costs.length).toBeLessThanOrEqual(3);
    // One, unless that was disturbed.
    expect(trials[1].costs.length).toBeLessThanOrEqual(3);
    expect(median([...trials[1].costs])).toBeGreaterThan(0.0199);
  });

  test('results come in the order of the kernels, and equal sources are compiled once', async () => {
    const trials = await measureAll(measurer, [variant(1), kernel('C[0] = oops;'), variant(2), variant(1)]);
    expect(trials.map(({ error }) => error)).toEqual([0, ErrorNo.compileHost, 0, 0]);
    expect(trials[3].spent.compile).toBe(0);
    expect(trials[3].sourceHash).toBe(trials[0].sourceHash);
    expect(trials[2].sourceHash).not.toBe(trials[0].sourceHash);
    const [again] = await measureAll(measurer, [kernel('C[0] = oops;')]);
    expect([again.error, again.spent.compile]).toEqual([ErrorNo.compileHost, 0]);
  });

  test('constants are packed for each draw of inputs, not for each call, off the clock, and given to the kernel', async () => {
    const calls = 'static int packs; int usleep(unsigned);';
    const pack = `void pack(void *const *args, void *const *packed) {
      usleep(2000); packs++;
      for (long i = 0; i < ${count}; i++) ((float *)packed[1])[i] = ((const float *)args[1])[i] / 2;
      if (args[0] == 0 || packed[0] != 0) __builtin_trap();
    }`;
    const packing = kernel(
      'for (long i = 0; i < n; i++) C[i] = 2 * (A[i] + B[i]) + (packs > 40);',
      `${calls}\n${pack}`,
      {
        packed: 4 * count,
      },
    );
    const [trial] = await measureAll(measurer, [packing]);
    expect(trial.message).toBeUndefined();
    expect(trial.packSeconds).toBeGreaterThan(0.002);
    expect(median([...trial.costs])).toBeLessThan(0.002);
  });

  test('arguments and workspace are 64-byte aligned, and the workspace is as large as asked for', async () => {
    const aligned = kernel(
      `${loop} if (((long)A | (long)B | (long)C | (long)workspace) % 64) C[0] += 1; ((char *)workspace)[999] = 1;`,
      '',
      { workspaceBytes: 1000 },
    );
    expect((await measureAll(measurer, [aligned]))[0].error).toBe(ErrorNo.none);
  });

  test('kernels may call memcpy, libm and OpenMP, on as many threads as they ask for', async () => {
    const parallel = kernel(
      `int threads = 0;
      #pragma omp parallel for num_threads(2) reduction(max: threads)
      for (long i = 0; i < n; i++) { C[i] = 2 * A[i] + B[i] + fabsf(expf(0) - 1); threads = omp_get_num_threads(); }
      if (threads != 2) C[0] += 1;
      memcpy(C + 1, memcpy(workspace, C + 1, 64), 64);`,
      'float expf(float); float fabsf(float); int omp_get_num_threads(void); void *memcpy(void *, const void *, unsigned long);',
      { openmp: true, workspaceBytes: 64 },
    );
    expect((await measureAll(measurer, [parallel]))[0]).toMatchObject({ error: ErrorNo.none });
  });

  test('inputs are drawn anew from batch to batch, differ from one another, and lie in [-1, 1)', async () => {
    // The kernel tells the first element through the message of a wrong answer.
    const telling = (number: number): ReturnType<typeof kernel> =>
      kernel(
        `/* ${number} */ ${loop} for (long i = 0; i < n; i++) if (!(A[i] >= -1 && A[i] < 1) || A[i] == B[i]) C[i] = 9; C[5] = 100 + A[5];`,
      );
    const messages: string[] = [];
    for (let i = 0; i < 3; i++) {
      const [trial] = await measureAll(measurer, [telling(i)]);
      expect(trial.message).toMatch(/^C\[0, 5\] is (99|100)\./);
      messages.push(trial.message!);
    }
    expect(new Set(messages).size).toBeGreaterThan(1);
  });

  test('a time that no kernel can take is refused with the reason, in a search and in finals', async () => {
    const asked: number[] = [];
    const refuseTime = (seconds: number): Promise<string | undefined> => {
      asked.push(seconds);
      return Promise.resolve('it is impossible');
    };
    const all = [{ ...entries(good)[0]!, refuseTime }, ...entries(variant(1))];
    const trials: Measurement[] = [];
    for await (const trial of measurer.measure(problem, all)) trials.push(trial);
    const refused = { error: ErrorNo.implausible, message: 'it is impossible', costs: [] };
    expect(trials).toMatchObject([refused, { error: ErrorNo.none }]);
    expect(asked).toHaveLength(1);
    expect(asked[0]).toBeLessThan(1e-3);
    expect(await measurer.remeasure(problem, all, { rounds: 1 })).toMatchObject([refused, { error: ErrorNo.none }]);
  });

  test('when the signal is aborted then the run ends after the trial in flight', async () => {
    const controller = new AbortController();
    const trials = [];
    for await (const trial of measurer.measure(problem, entries(variant(10), variant(11), variant(12)), {
      signal: controller.signal,
    })) {
      trials.push(trial);
      controller.abort();
    }
    expect(trials).toHaveLength(1);
    expect((await measureAll(measurer, [variant(11)]))[0].error).toBe(ErrorNo.none);
  });

  test('when the signal is aborted while building then compilers are killed and nothing is measured', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'tune-test-'));
    const compiler = compilerThat('sleep 100', join(folder, 'slow'));
    const own = await KernelMeasurer.create(openCpuUnderTest, { seed: 7, compiler });
    const controller = new AbortController();
    const many = Array.from({ length: 200 }, (_, i) => markedKernel(i));
    const trials = measureAll(own, many, { signal: controller.signal });
    const compilers = (): readonly number[] => helpers('build').flatMap(childrenOf);
    await until(() => compilers().length > 0);
    controller.abort();
    // To wait for one of them would take longer than a test may.
    expect(await trials).toEqual([]);
    await until(() => compilers().length === 0);
    expect((await measureAll(own, [variant(1199)]))[0].error).toBe(ErrorNo.none);
    await own.close();
    rmSync(folder, { recursive: true });
  });

  test('when kernels are remeasured then each has the costs of every round, and failures are told', async () => {
    const kernels = [slow(0.002), kernel('C[0] = 1;'), slow(0.02)];
    const repeats = { budget: 0.004, minRepeats: 2, maxRepeats: 2 };
    const trials = await measurer.remeasure(problem, entries(...kernels), { rounds: 3, repeats });
    expect(trials.map(({ error }) => error)).toEqual([0, ErrorNo.wrongAnswer, 0]);
    // More rounds while the first three disagree.
    expect(trials.at(0)!.rounds.length).toBeGreaterThanOrEqual(3);
    expect(new Set(trials.at(0)!.rounds.map((round) => round.length))).toEqual(new Set([2]));
    expect(trials.at(0)!.costs).toEqual(trials.at(0)!.rounds.flat());
    expect(trials.at(1)!.rounds).toEqual([[]]);
    expect(Math.min(...trials.at(0)!.costs)).toBeLessThan(Math.min(...trials.at(2)!.costs));
  });
});

describe('what a measurer leaves behind', () => {
  test('when it is closed then no process and no folder is left', async () => {
    const before = childrenOf(process.pid);
    const measurer = await KernelMeasurer.create(openCpuUnderTest, { seed: 1 });
    await measureAll(measurer, [unseen()]);
    const started = childrenOf(process.pid).filter((pid) => !before.includes(pid));
    const folder = started.map(scratchOf).find((name) => name !== undefined)!;
    expect(started).toHaveLength(2);
    expect(existsSync(folder)).toBe(true);
    await measurer.close();
    expect(started.filter(lives)).toEqual([]);
    expect(existsSync(folder)).toBe(false);
  });

  /**
   * Starts the native program from a stand-in for the tuner, which then waits; kills that once something was started,
   * and awaits that all is gone.
   */
  async function killTuner(
    signal: NodeJS.Signals,
    folder: string,
    role: readonly string[],
    commands: string,
  ): Promise<void> {
    const program = await nativeProgram(new Scratch(folder));
    const script = `const child = require('node:child_process').spawn(
        ${JSON.stringify(program)}, ${JSON.stringify(role)}, { detached: true, stdio: ['pipe', 'pipe', 'ignore'] });
      child.stdin.write(${JSON.stringify(commands)});
      setInterval(() => {}, 1000);`;
    const tuner = spawn(process.execPath, ['-e', script], { stdio: 'ignore' });
    const started = (): readonly number[] => {
      const processes = childrenOf(tuner.pid!);
      return [...processes, ...processes.flatMap(childrenOf)];
    };
    await until(() => started().length >= 2);
    const all = started();
    tuner.kill(signal);
    await until(() => !all.some(lives));
  }

  test.each(['SIGKILL', 'SIGTERM'] as const)(
    'when the tuner gets %s while it builds then nothing is left',
    async (signal) => {
      const folder = mkdtempSync(join(tmpdir(), 'tune-test-'));
      const scratch = mkdtempSync(join(folder, 'scratch-'));
      const job = ['job', 1, 60000, 0, `${scratch}/messages`, 'sleep', '60'];
      await killTuner(signal, folder, ['build', '1', scratch], job.join('\t') + '\n');
      await until(() => !existsSync(scratch));
      rmSync(folder, { recursive: true });
    },
  );

  test('when the tuner gets SIGKILL while a kernel runs then nothing is left', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'tune-test-'));
    writeFileSync(join(folder, 'hang.c'), 'void kernel(void *const *args, void *w) { for (;;) continue; }');
    execFileSync('gcc', ['-shared', '-fPIC', '-w', '-o', join(folder, 'hang.so'), join(folder, 'hang.c')]);
    await killTuner(
      'SIGKILL',
      folder,
      ['run'],
      ['open', 1, 60000, join(folder, 'hang.so'), 0, 0, 0, 'new', 'float32 4'].join('\t') + '\n',
    );
    rmSync(folder, { recursive: true });
  });
});
