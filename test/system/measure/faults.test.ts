import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DeviceKernel } from '../../../src/ir/device-kernel.js';
import { compilerOf, toolchainNamed } from '../../../src/backend/cpu/toolchains.js';
import { KernelMeasurer } from '../../../src/measure/kernels.js';
import { ErrorNo } from '../../../src/measure/measurement.js';
import { MissingError, WorkError } from '../../../src/target/errors.js';
import { cpuUnderTest, openCpuUnderTest } from '../../support/emulated.js';
import { compilerThat, marked } from '../../support/compiler-that.js';
import { commonFaults, selfInflicted } from '../../support/faults.js';
import { lives, until } from '../../support/processes.js';
import { wronged, wrongs } from '../../measure/wrong-kernels.js';
import {
  count,
  entries,
  good,
  kernel,
  loop,
  measureAll,
  measureOnce,
  problem,
  variant,
} from '../../measure/fixture.js';

let measurer: KernelMeasurer;
/** For kernels that hang. */
let hurried: KernelMeasurer;
beforeAll(async () => {
  measurer = await KernelMeasurer.create(openCpuUnderTest, { seed: 7 });
  hurried = await KernelMeasurer.create(openCpuUnderTest, { seed: 7, timeouts: { run: 0.5 } });
});
afterAll(async () => {
  await measurer.close();
  await hurried.close();
});

describe('a kernel that fails is a trial with its class and a message', () => {
  test.each([...commonFaults, ...selfInflicted])('when it %s', async (_, bad, error, message) => {
    const [trial, next] = await measureAll(measurer, [bad, good]);
    expect(trial.message).toMatch(message);
    expect(trial.error).toBe(error);
    expect(trial.costs).toEqual([]);
    expect(next.error).toBe(ErrorNo.none);
  });

  test('when it never ends then it is killed after the timeout', async () => {
    const hang = kernel('for (volatile int i = 0;; i++) continue;');
    const [trial] = await measureAll(hurried, [hang]);
    expect(trial.error).toBe(ErrorNo.runTimeout);
    expect(trial.message).toBe('no result within 0.5 s (while running)');
    expect(trial.spent.run).toBeGreaterThan(0.4);
  });

  test('when it stops itself then it is killed after the timeout', async () => {
    const [trial] = await measureAll(hurried, [kernel('raise(19);', 'int raise(int);')]);
    expect(trial.error).toBe(ErrorNo.runTimeout);
  });

  test('when it hangs in a search then the timeout is that of what ran before', async () => {
    const hang = kernel('/* again */ for (volatile int i = 0;; i++) continue;');
    const patient = await KernelMeasurer.create(openCpuUnderTest, { seed: 7 });
    const [, trial, next] = await measureAll(patient, [good, hang, variant(1)]);
    await patient.close();
    expect(trial.error).toBe(ErrorNo.runTimeout);
    expect(Number(/^no result within ([\d.]+) s/.exec(trial.message!)![1])).toBeLessThan(10);
    expect(next.error).toBe(ErrorNo.none);
  });

  test('when its source could not be made then its own error is kept', async () => {
    const refused = { make: () => ({ error: ErrorNo.instantiation, message: 'tile too large' }), tolerance: 1e-5 };
    const trials = [];
    for await (const trial of measurer.measure(problem, [refused, ...entries(good)])) trials.push(trial);
    expect(trials.map(({ error, message }) => [error, message])).toEqual([
      [ErrorNo.instantiation, 'tile too large'],
      [ErrorNo.none, undefined],
    ]);
  });
});

describe('a kernel that one comparison of one call would not find', () => {
  /** Of 2 A + B. */
  const magnitude = Math.sqrt(5 / 3);

  test.each(wrongs.map((wrong) => [wrong.name, wrong] as const))('is found when %s', async (_, wrong) => {
    const [trial, next] = await measureAll(measurer, [wronged(good, wrong, magnitude), good]);
    expect(trial.message).toMatch(wrong.message);
    expect(trial.error).toBe(ErrorNo.wrongAnswer);
    expect(next.error).toBe(ErrorNo.none);
  });

  test('is found when it computes from a workspace that it filled in its first call', async () => {
    const filled = kernel(
      `float *kept = workspace;
      if (calls++ == 0) for (long i = 0; i < n; i++) kept[i] = B[i];
      for (long i = 0; i < n; i++) C[i] = 2 * A[i] + kept[i];`,
      'static long calls;',
      { workspaceBytes: 4 * count },
    );
    const [trial] = await measureAll(measurer, [filled]);
    expect(trial).toMatchObject({ error: ErrorNo.wrongAnswer });
    expect(trial.message).toMatch(/is not a number.*though the first call was right/);
  });

  test('is found when it writes to what was packed for it', async () => {
    const pack = `void pack(void *const *args, void *const *packed) {
      for (long i = 0; i < ${count}; i++) ((float *)packed[1])[i] = ((const float *)args[1])[i];
    }`;
    const [trial, right] = await measureAll(measurer, [
      kernel(`${loop} ((float *)B)[0] = 0;`, pack, { packed: 4 * count }),
      kernel(loop, pack, { packed: 4 * count }),
    ]);
    expect(trial).toMatchObject({ error: ErrorNo.runtimeDevice });
    expect(trial.message).toMatch(/the kernel wrote to the packed "B"$/);
    expect(right.error).toBe(ErrorNo.none);
  });
});

describe('a compiler that fails', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'tune-test-'));
  });
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  const usual = compilerOf(toolchainNamed(cpuUnderTest.triple));
  const fakeCompiler = (name: string, action: string): string => compilerThat(action, join(folder, name));

  test('when it hangs then it is killed with what it started, and the others are built', async () => {
    const pidFile = join(folder, 'pid');
    const compiler = fakeCompiler('hang', `sleep 100 & echo $! > ${pidFile}; wait`);
    const trials = await measureOnce([marked, good], { compiler, timeouts: { build: 2 } });
    expect(trials.map(({ error }) => error)).toEqual([ErrorNo.buildTimeout, ErrorNo.none]);
    expect(trials[0].message).toBe('the compiler took longer than 2 s');
    expect(trials[0].spent.compile).toBeGreaterThan(0.4);
    await until(() => !lives(Number(readFileSync(pidFile, 'utf8'))));
  });

  test('when it crashes then that is a compile error', async () => {
    const compiler = fakeCompiler('crash', 'kill -SEGV $$');
    const [trial] = await measureOnce([marked], { compiler });
    expect(trial.error).toBe(ErrorNo.compileHost);
    expect(trial.message).toBe('the compiler was ended by SIGSEGV');
  });

  test('when it leaves nothing behind then the object cannot be loaded', async () => {
    const compiler = fakeCompiler('nothing', 'exit 0');
    const [trial] = await measureOnce([marked], { compiler });
    expect(trial.error).toBe(ErrorNo.compileDevice);
    expect(trial.message).toMatch(/cannot open shared object/);
  });

  test('when there is none then the error says how to get it', async () => {
    const run = measureOnce([good], { compiler: join(folder, 'absent') });
    await expect(run).rejects.toThrow(MissingError);
    await expect(measureOnce([good], { compiler: join(folder, 'absent') })).rejects.toThrow(
      `apt-get install ${usual.packages}`,
    );
  });
});

describe('a reference that fails', () => {
  const measureAgainst = async (reference: DeviceKernel): Promise<void> => {
    for await (const trial of measurer.measure({ ...problem, reference }, entries(good))) {
      expect(trial).toBeUndefined();
    }
  };

  test.each([
    ['does not compile', kernel('oops'), 'cannot be built'],
    ['crashes', kernel('*(volatile int *)8 = 1;'), 'cannot be run: SIGSEGV while running'],
    ['leaves elements out', kernel(loop.replace(String(count), '3').replace('i < n', 'i < 3')), 'not finite'],
  ])('when it %s then the work fails with a sentence', async (_, reference, sentence) => {
    const run = measureAgainst(reference);
    await expect(run).rejects.toThrow(WorkError);
    await expect(measureAgainst(reference)).rejects.toThrow(sentence);
    expect((await measureAll(measurer, [good]))[0].error).toBe(ErrorNo.none);
  });
});
