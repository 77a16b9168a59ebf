import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Kernel } from '../../src/codegen/kernel.js';
import { compilerOf, toolchainNamed } from '../../src/backend/cpu/toolchains.js';
import { KernelMeasurer } from '../../src/measure/kernels.js';
import { ErrorNo } from '../../src/measure/measurement.js';
import { MissingError, WorkError } from '../../src/target/errors.js';
import { cpuUnderTest, openCpuUnderTest } from '../support/emulated.js';
import { count, entries, good, kernel, loop, measureAll, measureOnce, problem } from './fixture.js';

let measurer: KernelMeasurer;
beforeAll(async () => {
  measurer = await KernelMeasurer.create(openCpuUnderTest, { seed: 7, timeouts: { run: 1 } });
});
afterAll(() => measurer.close());

const faults: readonly (readonly [name: string, kernel: Kernel, error: ErrorNo, message: RegExp])[] = [
  ['does not compile', kernel('C[0] = oops;'), ErrorNo.compileHost, /^kernel\.c:\d+:\d+: error: .*oops/],
  ['is cut off', { ...good, source: 'void kernel(' }, ErrorNo.compileHost, /error: /],
  ['has no kernel', { ...good, source: 'int x;' }, ErrorNo.compileDevice, /no symbol kernel/],
  [
    'calls what does not exist',
    kernel('nothing_has_this_name();', 'void nothing_has_this_name(void);'),
    ErrorNo.compileDevice,
    /^undefined symbol: nothing_has_this_name/,
  ],
  ['packs without a pack function', kernel(loop, '', { packed: 64 }), ErrorNo.compileDevice, /no symbol pack/],
  [
    'uses a null pointer',
    kernel('*(volatile int *)8 = 1;'),
    ErrorNo.runtimeDevice,
    /SIGSEGV while running.*null pointer/,
  ],
  // Not by a division by zero, which gives 0 on Arm.
  ['ends with SIGFPE', kernel('raise(8);', 'int raise(int);'), ErrorNo.runtimeDevice, /^SIGFPE/],
  ['has an illegal instruction', kernel('__builtin_trap();'), ErrorNo.runtimeDevice, /^SIG(ILL|TRAP)/],
  ['aborts', kernel('abort();', 'void abort(void);'), ErrorNo.runtimeDevice, /^SIGABRT while running/],
  ['is killed', kernel('raise(9);', 'int raise(int);'), ErrorNo.runtimeDevice, /^SIGKILL/],
  ['ends its process', kernel('_exit(3);', 'void _exit(int);'), ErrorNo.runtimeDevice, /status 3/],
  [
    'reads far past the end of an input',
    kernel(`${loop} C[0] += ((volatile float *)A)[n + 20];`),
    ErrorNo.runtimeDevice,
    /touched memory \d+ bytes past the end of "A"/,
  ],
  [
    'writes before the start of the output',
    kernel(`${loop} ((volatile float *)C)[-2000] = 0;`),
    ErrorNo.runtimeDevice,
    /bytes before the start of "C"/,
  ],
  ['writes to an input', kernel(`${loop} ((float *)A)[3] = 0;`), ErrorNo.runtimeDevice, /wrote to its input "A"/],
  [
    'overruns its workspace',
    kernel(`${loop} ((volatile float *)workspace)[64] = 0;`, '', { workspaceBytes: 256 }),
    ErrorNo.runtimeDevice,
    /past the end of the workspace/,
  ],
  [
    'crashes while packing',
    kernel(loop, 'void pack(void *const *args, void *const *packed) { *(volatile int *)packed[0] = 1; }', {
      packed: 64,
    }),
    ErrorNo.runtimeDevice,
    /SIGSEGV while packing constants/,
  ],
  [
    'recurses without end',
    kernel(
      'C[0] = deep(n);',
      'float deep(long n) { volatile char x[4096]; x[n] = 1; return n ? deep(n + 1) + x[n] : 0; }',
    ),
    ErrorNo.runtimeDevice,
    /SIGSEGV/,
  ],
  [
    'allocates without bound',
    kernel('for (;;) *(char *)malloc(1 << 20) = 1;', 'void *malloc(unsigned long);'),
    ErrorNo.runtimeDevice,
    /SIGSEGV/,
  ],
  [
    'demands an impossible workspace',
    kernel(loop, '', { workspaceBytes: 2 ** 50 }),
    ErrorNo.unknown,
    /not enough memory/,
  ],
  [
    'is wrong in one element',
    kernel(`${loop} C[61] += 0.5f;`),
    ErrorNo.wrongAnswer,
    /^C\[1, 2\] is .* but should be .*relative error/,
  ],
  [
    'leaves elements out',
    kernel(loop.replace('i = 0', 'i = 5')),
    ErrorNo.wrongAnswer,
    /^5 of 1003 elements of "C" were not written/,
  ],
  ['writes infinities', kernel(`${loop} C[7] = 1e38f * 10;`), ErrorNo.wrongAnswer, /C\[0, 7\]/],
  [
    'computes with what follows an input',
    kernel(`${loop} C[1] += ((volatile float *)A)[n];`),
    ErrorNo.wrongAnswer,
    /C\[0, 1\] is not a number, perhaps computed from memory outside/,
  ],
  [
    'computes with the workspace as it comes',
    kernel(`${loop} C[2] += *(float *)workspace;`, '', { workspaceBytes: 64 }),
    ErrorNo.wrongAnswer,
    /C\[0, 2\] is not a number/,
  ],
  ['writes just past the end of the output', kernel(`${loop} C[n] = 0;`), ErrorNo.wrongAnswer, /just outside of "C"/],
  [
    'adds to the output',
    kernel(loop.replace('C[i] =', 'C[i] +=')),
    ErrorNo.wrongAnswer,
    /^1003 of 1003 .*computed from what it held before/,
  ],
  [
    'is right only the first time',
    kernel(`${loop} C[4] += calls++ * 0.5f;`, 'static int calls;'),
    ErrorNo.wrongAnswer,
    /C\[0, 4\] .*though the first call was right/,
  ],
  [
    'takes other arguments',
    { ...good, args: good.args.slice(1) },
    ErrorNo.unknown,
    /takes arguments of 1003, 1003 elements/,
  ],
];

describe('a kernel that fails is a trial with its class and a message', () => {
  test.each(faults)('when it %s', async (_, bad, error, message) => {
    const [trial, next] = await measureAll(measurer, [bad, good]);
    expect(trial.message).toMatch(message);
    expect(trial.error).toBe(error);
    expect(trial.costs).toEqual([]);
    expect(next.error).toBe(ErrorNo.none);
  });

  test('when it never ends then it is killed after the timeout', async () => {
    const hang = kernel('for (volatile int i = 0;; i++) continue;');
    const [trial, next] = await measureAll(measurer, [hang, good]);
    expect(trial.error).toBe(ErrorNo.runTimeout);
    expect(trial.message).toBe('no result within 1 s (while running)');
    expect(trial.spent.run).toBeGreaterThan(0.9);
    expect(trial.spent.run).toBeLessThan(3);
    expect(next.error).toBe(ErrorNo.none);
  });

  test('when it stops itself then it is killed after the timeout', async () => {
    const [trial] = await measureAll(measurer, [kernel('raise(19);', 'int raise(int);')]);
    expect(trial.error).toBe(ErrorNo.runTimeout);
  });

  test('when it kills the runner then the next trial gets a new one', async () => {
    const killer = kernel('kill(getppid(), 9); for (;;) continue;', 'int kill(int, int); int getppid(void);');
    const [trial, next, last] = await measureAll(measurer, [killer, good, good]);
    expect(trial.error).toBe(ErrorNo.unknown);
    expect(trial.message).toBe('the runner was lost (SIGKILL)');
    expect(next.error).toBe(ErrorNo.none);
    expect(last.error).toBe(ErrorNo.none);
  });

  test('when it writes to stdout then the runner is not confused', async () => {
    const chatty = kernel(
      `puts("{}"); printf("%d\\n", 1); ${loop}`,
      'int puts(const char *); int printf(const char *, ...);',
    );
    const [trial] = await measureAll(measurer, [chatty]);
    expect(trial.error).toBe(ErrorNo.none);
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

describe('a compiler that fails', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'tune-test-'));
  });
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  const usual = compilerOf(toolchainNamed(cpuUnderTest.triple));

  /** gcc except for sources that hold `mark`, for which the script's `action` runs. */
  const fakeCompiler = (name: string, action: string): string => {
    const path = join(folder, name);
    const script = `#!/bin/sh\nfor arg; do case "$arg" in *.c) grep -q MARK "$arg" && { ${action}; };; esac; done\nexec ${usual.command.join(' ')} "$@"\n`;
    writeFileSync(path, script);
    chmodSync(path, 0o755);
    return path;
  };
  const marked = kernel(`/* MARK */ ${loop}`);

  test('when it hangs then it is killed with what it started, and the others are built', async () => {
    const pidFile = join(folder, 'pid');
    const compiler = fakeCompiler('hang', `sleep 100 & echo $! > ${pidFile}; wait`);
    const trials = await measureOnce([marked, good], { compiler, timeouts: { build: 0.5 } });
    expect(trials.map(({ error }) => error)).toEqual([ErrorNo.buildTimeout, ErrorNo.none]);
    expect(trials[0].message).toBe('the compiler took longer than 0.5 s');
    expect(trials[0].spent.compile).toBeGreaterThan(0.4);
    expect(() => process.kill(Number(readFileSync(pidFile, 'utf8')), 0)).toThrow('ESRCH');
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
  const measureAgainst = async (reference: Kernel): Promise<void> => {
    for await (const trial of measurer.measure({ ...problem, reference }, entries(good))) {
      expect(trial).toBeUndefined();
    }
  };

  test.each([
    ['does not compile', kernel('oops'), 'cannot be built'],
    ['crashes', kernel('*(volatile int *)8 = 1;'), 'cannot be run: it ended with signal'],
    ['leaves elements out', kernel(loop.replace(String(count), '3').replace('i < n', 'i < 3')), 'not finite'],
  ])('when it %s then the work fails with a sentence', async (_, reference, sentence) => {
    const run = measureAgainst(reference);
    await expect(run).rejects.toThrow(WorkError);
    await expect(measureAgainst(reference)).rejects.toThrow(sentence);
    expect((await measureAll(measurer, [good]))[0].error).toBe(ErrorNo.none);
  });
});
