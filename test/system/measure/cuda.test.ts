import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DeviceKernel } from '../../../src/ir/device-kernel.js';
import { openGpu } from '../../../src/backend/cuda/device.js';
import { measureGpuPeak } from '../../../src/backend/cuda/peak.js';
import { KernelMeasurer, type KernelMeasurerOptions } from '../../../src/measure/kernels.js';
import { ErrorNo, type MeasureOptions, type Measurement } from '../../../src/measure/measurement.js';
import { LocalMeasurer } from '../../../src/backend/measurer.js';
import type { Problem } from '../../../src/measure/session.js';
import { MissingError, UsageError, WorkError } from '../../../src/target/errors.js';
import type { Operator } from '../../../src/operator/operator.js';
import { findOperator } from '../../../src/operator/registry.js';
import { SpaceBuilder } from '../../../src/space/builder.js';
import type { Target } from '../../../src/target/target.js';
import { generate } from '../../../src/backend/generate.js';
import { findTemplate } from '../../../src/templates/registry.js';
import { toleranceOf } from '../../../src/templates/tolerance.js';
import type { Task, Template } from '../../../src/templates/template.js';
import { fakeNvcc, hasDriver, installFakeCuda, type FakeCuda } from '../../support/fake-cuda.js';
import { clock, element, kernel, launch } from '../../measure/cuda-kernel.js';
import { count, entries, kernel as cpuKernel, loop, measureAll, type TrialsOf } from '../../measure/fixture.js';
import type { CudaKernel, Launch } from '../../../src/backend/cuda/cuda-kernel.js';
import { reference as referenceOf } from '../../../src/backend/cpu/reference.js';
import { childrenOf, helpers, until } from '../../support/processes.js';
import { sm80, sm90 } from '../../support/targets.js';
import { take } from '../../support/take.js';
import { parseTarget } from '../../../src/backend/registry.js';
import { asCudaKernel } from '../../../src/backend/cuda/builder.js';
import { testWhere } from '../../support/skips.js';

const good = kernel(element);
const variant = (number: number): CudaKernel => kernel(`/* ${number} */ ${element}`);
const problem: Problem = { reference: cpuKernel(`/* reference */ ${loop}`), target: sm90 };

/** A function off the clock, of which each thread does what the body says. */
const conversion = (name: string, body: string): string => `
extern "C" __global__ void ${name}(const float *from, float *to) {
  const int n = ${count}, i = blockIdx.x * 128 + threadIdx.x;
  ${body}
}`;
const withPacked = (which: string, elements: number): CudaKernel['args'] =>
  good.args.map((arg) => (arg.name === which ? { ...arg, packedBytes: 4 * elements } : arg));

/** A kernel that takes half of B, which the body packs. */
function packing(body: string, more = ''): CudaKernel {
  return kernel(`if (i < n) C[i] = 2 * (A[i] + B[i]) ${more};`, conversion('pack_b', body), {
    args: withPacked('B', count + 1),
    packs: [{ ...launch, name: 'pack_b' }],
  });
}

/** A kernel that leaves C from the last to the first element; the first are `missing`. */
function unpacking(missing: number): CudaKernel {
  return kernel(
    `if (i >= ${missing} && i < n) C[n - 1 - i] = 2 * A[i] + B[i];`,
    conversion('unpack_c', 'if (i < n) to[i] = from[n - 1 - i];'),
    { args: withPacked('C', count), unpack: { ...launch, name: 'unpack_c' } },
  );
}

let cuda: FakeCuda;
let measurer: KernelMeasurer | undefined;
const open = async (options: Partial<KernelMeasurerOptions> = {}): Promise<KernelMeasurer> =>
  KernelMeasurer.create(openGpu, { seed: 7, compiler: fakeNvcc, ...options });
const measure = <const Kernels extends readonly CudaKernel[]>(
  kernels: Kernels,
  options?: MeasureOptions,
): Promise<TrialsOf<Kernels>> => measureAll(measurer!, kernels, options, problem);
/** An nvcc in a folder that does not come to an end with units that have a marked kernel. */
function slowNvcc(folder: string): string {
  const path = join(folder, 'nvcc');
  const script = `for arg; do grep -qs MARK -- "$arg" && sleep 100; done\nexec "${fakeNvcc}" "$@"`;
  writeFileSync(path, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  return path;
}
const classes = (trials: readonly Measurement[]): readonly ErrorNo[] => trials.map(({ error }) => error);

describe('a measurer of CUDA kernels', () => {
  beforeAll(async () => {
    cuda = installFakeCuda();
    measurer = await open({ timeouts: { run: 3, build: 100 } });
  });
  afterAll(async () => {
    await measurer!.close();
    cuda.remove();
  });

  test('a right kernel has several costs, its error, its hash, and where the time went', async () => {
    const [trial] = await measure([good]);
    expect(trial.message).toBeUndefined();
    expect(trial.error).toBe(ErrorNo.none);
    expect(trial.costs.length).toBeGreaterThanOrEqual(3);
    expect(Math.min(...trial.costs)).toBeGreaterThan(1e-9);
    expect(trial.maxRelError).toBeLessThan(1e-6);
    expect(trial.sourceHash).toMatch(/^[0-9a-f]{16}$/);
    expect(trial.spent.compile).toBeGreaterThan(0.001);
    expect(trial.packSeconds).toBeUndefined();
  });

  test('kernels of a batch are compiled together, equal ones once', async () => {
    const before = cuda.count('compile');
    const kernels = Array.from({ length: 12 }, (_, i) => variant(i));
    const trials = await measure([...kernels, variant(3)]);
    expect(classes(trials)).toEqual(trials.map(() => ErrorNo.none));
    expect(cuda.count('compile') - before).toBeLessThanOrEqual(3);
    expect(trials.at(12)!.spent.compile).toBe(0);
  });

  test('when one does not compile then the others of its unit do', async () => {
    const trials = await measure([variant(20), kernel('C[0] = oops;'), variant(21)]);
    expect(classes(trials)).toEqual([0, ErrorNo.compileHost, 0]);
    expect(trials[1].message).toMatch(/^kernel\.cu:\d+:\d+: error: .*oops/);
  });

  test('a constant is packed once, off the clock, and the kernel gets its packed form', async () => {
    const count = `int *packs = (int *)to + n; if (i == 0) *packs = *packs == (int)0xffeeffee ? 1 : *packs + 1;`;
    const [trial] = await measure([packing(`if (i < n) to[i] = from[i] / 2; ${count}`, '+ (((int *)B)[n] - 1)')]);
    expect(trial.message).toBeUndefined();
    expect(trial.packSeconds).toBeGreaterThan(0);
  });

  test('an output in a layout of its own is unpacked before it is checked', async () => {
    const trials = await measure([unpacking(0), unpacking(1)]);
    expect(classes(trials)).toEqual([ErrorNo.none, ErrorNo.wrongAnswer]);
    expect(trials[1].message).toMatch(/^1 of 1003 elements of "C" were not written/);
  });

  test('launches run one after the other, with as much shared memory as they ask for', async () => {
    const before = `extern "C" __global__ void second(const float *A, const float *B, float *C, char *workspace) {
      int i = blockIdx.x * 128 + threadIdx.x;
      if (i < ${count}) C[i] = ((float *)workspace)[i] + B[i];
    }`;
    const launches = [
      { ...launch, sharedBytes: 100 << 10 },
      { ...launch, name: 'second' },
    ];
    const two = kernel('if (i < n) ((float *)workspace)[i] = 2 * A[i];', before, {
      launches,
      workspaceBytes: 4 * count,
    });
    expect(await measure([two])).toMatchObject([{ error: ErrorNo.none }]);
  });

  test('arguments of two bytes an element go to the GPU and back', async () => {
    const typed = <K extends DeviceKernel>(made: K): K => ({
      ...made,
      args: made.args.map((arg) => ({ ...arg, dtype: 'bfloat16' })),
    });
    const copy = (change: string): CudaKernel =>
      typed(
        kernel(`const unsigned short *from = (const unsigned short *)A;
          if (i < n) ((unsigned short *)C)[i] = from[i] ${change};`),
      );
    const copied = { ...problem, reference: typed(cpuKernel('for (long i = 0; i < n; i++) C[i] = A[i];')) };
    const trials: Measurement[] = [];
    for await (const trial of measurer!.measure(copied, entries(copy(''), copy('+ 2')))) trials.push(trial);
    expect(trials).toMatchObject([{ error: ErrorNo.none, maxRelError: 0 }, { error: ErrorNo.wrongAnswer }]);
  });

  test('what has the TMA copy tiles of tensors gets maps of them', async () => {
    const template = findTemplate('batch_matmul.wgmma');
    const shape = { batch: '2', m: '70', n: '40', k: '136', transB: 'false', dtype: 'bfloat16' };
    const workload = findOperator('batch_matmul').workload(undefined, shape);
    const target = parseTarget('cuda -arch=sm_90');
    const space = template.define(workload, target);
    const config = space.config({
      ...{ groups_m: 1, groups_n: 1, tile_m: 1, tile_n: 64, block_k: 32, swizzle: 64, copies: 'boxes' },
      ...{ order: 'mn', buffers: 2, lag: 0, split_k: 2 },
    });
    const task = { template, workload, target, space };
    const made = asCudaKernel(generate(task, config));
    const [first, ...others] = made.launches as [Launch, ...Launch[]];
    const other = { ...made, launches: [{ ...first, maps: first.maps!.toReversed() }, ...others] };
    const boxed = { ...problem, reference: referenceOf(workload) };
    const tolerance = toleranceOf(task, config);
    const all = [made, other].map((one) => ({ make: () => one, tolerance }));
    const once = { budget: 0, minRepeats: 1, maxRepeats: 1 };
    const trials = await measurer!.remeasure(boxed, all, { rounds: 1, repeats: once });
    expect(trials[0]).toMatchObject({ error: ErrorNo.none });
    expect(trials.at(1)!.error).not.toBe(ErrorNo.none);
  });

  test('when a kernel is clearly slower than the best then its repeats stop early', async () => {
    const slow = kernel(
      `${element} if (i == 0) for (double end = seconds() + 0.02; seconds() < end;) continue;`,
      clock,
    );
    const [trial] = await measure([slow], { best: 0.002 });
    expect(trial.costs).toHaveLength(1);
    expect(trial.costs[0]).toBeGreaterThan(0.0199);
  });

  const faults: readonly (readonly [name: string, bad: CudaKernel, error: ErrorNo, message: RegExp])[] = [
    [
      'has too many threads',
      kernel(element, '', { launches: [{ ...launch, block: [2048, 1, 1] }] }),
      ErrorNo.instantiation,
      /^twice has a block of 2048 × 1 × 1/,
    ],
    [
      'needs too much shared memory, part of it static',
      kernel(element, '', { launches: [{ ...launch, sharedBytes: 227 << 10 }] }),
      ErrorNo.instantiation,
      /^twice needs 232704 bytes of shared memory a block/,
    ],
    [
      'lacks a function that is launched',
      kernel(element, '', { launches: [{ ...launch, name: 'thrice' }] }),
      ErrorNo.compileDevice,
      /^thrice_\d+: CUDA_ERROR_NOT_FOUND/,
    ],
    [
      'copies TMA tiles of a tensor whose rows do not start at 16 bytes',
      kernel(element, '', {
        launches: [
          { ...launch, maps: [{ argument: 0, offset: 0, elementBytes: 4, shape: [17, 59], box: [8, 8], swizzle: 32 }] },
        ],
      }),
      ErrorNo.compileDevice,
      /^TMA tiles that cannot be copied: CUDA_ERROR_INVALID_VALUE/,
    ],
    [
      'uses a null pointer',
      kernel('*(volatile int *)8 = 1;'),
      ErrorNo.runtimeDevice,
      /^CUDA_ERROR_ILLEGAL_ADDRESS \(an illegal memory access was encountered\) while running$/,
    ],
    ['traps', kernel('__trap();'), ErrorNo.runtimeDevice, /^CUDA_ERROR_ILLEGAL_INSTRUCTION/],
    [
      'never ends',
      kernel('for (volatile int i = 0;; i++) continue;'),
      ErrorNo.runTimeout,
      /^no result within [\d.]+ s \(while running\)$/,
    ],
    [
      'faults while it packs',
      packing('to[i] = *(volatile int *)8;'),
      ErrorNo.runtimeDevice,
      /^CUDA_ERROR_ILLEGAL_ADDRESS .* while packing constants$/,
    ],
    [
      'never ends packing',
      packing('for (volatile int i = 0;; i++) continue;'),
      ErrorNo.runTimeout,
      /^no result within [\d.]+ s \(while packing constants\)$/,
    ],
    [
      'packs more than there is room for',
      packing('if (i < n) to[i] = from[i] / 2; if (i == 0) to[n + 1] = 0;'),
      ErrorNo.wrongAnswer,
      /just outside of the packed "B"/,
    ],
    [
      'reads of a packed argument what was not packed',
      packing('if (i != 3 && i < n) to[i] = from[i] / 2;'),
      ErrorNo.wrongAnswer,
      /C\[0, 3\] is not a number/,
    ],
    [
      'kills the process that holds the GPU',
      kernel('kill(getpid(), 9);', 'extern "C" int kill(int, int), getpid();'),
      ErrorNo.unknown,
      /^the process that holds the GPU was ended by signal 9/,
    ],
    [
      'kills the runner',
      kernel('kill(getppid(), 9); for (;;) continue;', 'extern "C" int kill(int, int), getppid();'),
      ErrorNo.unknown,
      /^the runner was lost \(SIGKILL\)/,
    ],
    [
      'demands more memory than the GPU has',
      kernel(element, '', { workspaceBytes: 2 ** 31 }),
      ErrorNo.unknown,
      /^the GPU has too little memory: 2048\.1 MiB more are needed, and \d+\.\d of its 1024 MiB are free$/,
    ],
    [
      'is wrong in one element',
      kernel(`${element} if (i == 61) C[61] += 0.5f;`),
      ErrorNo.wrongAnswer,
      /^C\[1, 2\] is .* but should be .*relative error/,
    ],
    [
      'leaves elements out',
      kernel('if (i >= 5) ' + element),
      ErrorNo.wrongAnswer,
      /^5 of 1003 elements of "C" were not/,
    ],
    [
      'reads beyond an input',
      kernel(`${element} if (i == 7) C[7] += ((volatile const float *)A)[n];`),
      ErrorNo.wrongAnswer,
      /C\[0, 7\] is not a number/,
    ],
    [
      'computes with the workspace as it comes',
      kernel(`${element} if (i == 2) C[2] += *(float *)workspace;`, '', { workspaceBytes: 64 }),
      ErrorNo.wrongAnswer,
      /C\[0, 2\] is not a number/,
    ],
    [
      'writes beyond the output',
      kernel('if (i <= n) C[i] = 2 * A[i] + B[i];'),
      ErrorNo.wrongAnswer,
      /just outside of "C"/,
    ],
    [
      'writes before the workspace',
      kernel(`${element} workspace[-1] = 0;`, '', { workspaceBytes: 64 }),
      ErrorNo.wrongAnswer,
      /just outside of the workspace/,
    ],
    ['writes beyond an input', kernel(`${element} ((float *)A)[n] = 0;`), ErrorNo.wrongAnswer, /just outside of "A"/],
    [
      'is right only the first time',
      kernel(`${element} if (i == 4) C[4] += calls++ * 0.5f;`, 'static int calls;'),
      ErrorNo.wrongAnswer,
      /C\[0, 4\] .*though the first call was right/,
    ],
    [
      'computes in its first call alone',
      kernel(`if (calls == 0) { ${element} } if (i == n) calls++;`, 'static int calls;'),
      ErrorNo.wrongAnswer,
      /^1003 of 1003 elements of "C" were not written.*though the first call was right/,
    ],
    [
      'answers from the inputs of its first call',
      kernel(
        'if (calls == 0 && i < n) kept[i] = A[i]; if (i < n) C[i] = 2 * kept[i] + B[i]; if (i == n) calls++;',
        `static int calls; static float kept[${count}];`,
      ),
      ErrorNo.wrongAnswer,
      /^C\[.*though the first call was right/,
    ],
    [
      'is wrong every third time',
      kernel(`${element} if (i == 9) C[9] += calls++ % 3 == 2;`, 'static int calls;'),
      ErrorNo.wrongAnswer,
      /^C\[0, 9\] .*though the first call was right/,
    ],
    [
      'changes its inputs',
      kernel(`${element} if (i < n) ((float *)A)[i] += 1;`),
      ErrorNo.wrongAnswer,
      /though the first call was right/,
    ],
  ];

  describe('when a kernel', () => {
    /** Of the faults, each with a right kernel behind it: one batch, whose kernels share their compilers. */
    let trials: readonly Measurement[];
    beforeAll(async () => {
      trials = await measure(faults.flatMap(([, bad]) => [bad, good]));
    });

    test.each(faults.map(([name, , error, message], place) => [name, place, error, message] as const))(
      '%s then that is its class, and the next one is measured',
      (_, place, error, message) => {
        const [trial, next] = take(trials.slice(2 * place), 2);
        expect(trial.message).toMatch(message);
        expect(trial.error).toBe(error);
        expect(trial.costs).toEqual([]);
        expect(next.message).toBeUndefined();
        expect(next.error).toBe(ErrorNo.none);
      },
    );

    test('cannot be loaded then that is its class, and the next one is measured', async () => {
      const unknown = kernel('nothing_has_this_name();', 'extern "C" void nothing_has_this_name();');
      const [trial, next] = await measure([unknown, good]);
      expect(trial).toMatchObject({ error: ErrorNo.compileDevice, costs: [] });
      expect(trial.message).toMatch(/^the cubin cannot be loaded: CUDA_ERROR_INVALID_IMAGE/);
      expect(next.error).toBe(ErrorNo.none);
    });
  });

  test('a fault costs one start, a wrong answer none', async () => {
    const started = async (...kernels: readonly CudaKernel[]): Promise<number> => {
      const before = cuda.count('start');
      await measure(kernels);
      return cuda.count('start') - before;
    };
    await measure([good]);
    const opening = await started(good, good);
    expect(opening).toBeLessThanOrEqual(1);
    expect(await started(good, kernel('C[0] = 1;'), good)).toBe(opening);
    expect(await started(good, kernel('__trap();'), good, kernel('*(volatile int *)8 = 1;'), good)).toBe(opening + 2);
  });

  test('when the signal is aborted while building then nothing is measured', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'tune-test-'));
    const own = await open({ compiler: slowNvcc(folder) });
    const controller = new AbortController();
    const many = Array.from({ length: 100 }, (_, i) => kernel(`/* MARK ${i} */ ${element}`));
    const trials = measureAll(own, many, { signal: controller.signal }, problem);
    await until(() => helpers('build').flatMap(childrenOf).length > 0);
    controller.abort();
    // To wait for a compiler would take longer than a test may.
    expect(await trials).toEqual([]);
    await own.close();
    rmSync(folder, { recursive: true });
    expect(classes(await measure([good]))).toEqual([0]);
  });

  test('finals measure kernels in turns', async () => {
    const repeats = { budget: 0.001, minRepeats: 2, maxRepeats: 2 };
    const trials = await measurer!.remeasure(problem, entries(good, kernel('C[0] = 1;'), variant(1)), {
      rounds: 3,
      repeats,
    });
    expect(classes(trials)).toEqual([0, ErrorNo.wrongAnswer, 0]);
    const { rounds } = trials.at(0)!;
    expect(rounds.length).toBeGreaterThanOrEqual(3); // as many again on a busy machine
    expect(new Set(rounds.map((round) => round.length))).toEqual(new Set([2]));
  });

  test('when the target is of another architecture then one sentence names both', async () => {
    const run = measurer!.remeasure({ ...problem, target: sm80 }, entries(good));
    await expect(run).rejects.toThrow(UsageError);
    await expect(measurer!.remeasure({ ...problem, target: sm80 }, entries(good))).rejects.toThrow(
      'The GPU here, Fake GPU, is sm_90 and cannot run kernels for sm_80: use --target "cuda -arch=sm_90", or --dry-run',
    );
  });
});

test('tasks of a CUDA target are measured on the GPU, by the measurer that the command line makes', async () => {
  cuda = installFakeCuda();
  const space = new SpaceBuilder().choice('fate', ['right', 'wrong']).build();
  const task = (target: Target, flops: number): Task => ({
    template: { name: 'fates', operator: 'fate', target: target.kind, tolerance: 1e-5 } as Template,
    workload: { operator: 'fate', name: 'one', shape: {} },
    operator: { flops: () => flops } as Partial<Operator> as Operator,
    target,
    space,
  });
  const local = await LocalMeasurer.create({
    seed: 3,
    kind: 'cuda',
    compiler: fakeNvcc,
    generate: (_, { values }) => (values['fate'] === 'right' ? good : kernel('C[0] = 1;')),
    reference: () => problem.reference,
  });
  try {
    const errors: ErrorNo[] = [];
    const onGpu = task(parseTarget('cuda -arch=sm_90'), 1e3);
    for await (const { error } of local.measure(onGpu, [space.get(0), space.get(1)])) errors.push(error);
    expect(errors).toEqual([ErrorNo.none, ErrorNo.wrongAnswer]);
    const messages: (string | undefined)[] = [];
    for await (const { message } of local.measure(task(onGpu.target, 1e13), [space.get(0)])) messages.push(message);
    expect(messages).toEqual([expect.stringMatching(/impossible.* GFLOPS, and this machine does at most/)]);
    const finals = await local.remeasure([{ task: onGpu, config: space.get(0) }], { rounds: 2 });
    // More where a busy machine leaves the time open.
    expect([2, 3, 4]).toContain(finals.at(0)!.rounds.length);
  } finally {
    await local.close();
    cuda.remove();
  }
});

describe('a machine that lacks something', () => {
  afterEach(async () => {
    await measurer?.close();
    measurer = undefined;
    cuda.remove();
  });

  const testWithoutDriver = testWhere(!hasDriver(), 'a machine without a driver for GPUs');

  testWithoutDriver('when there is no driver then one sentence says so and names --dry-run', async () => {
    cuda = installFakeCuda();
    process.env['LD_LIBRARY_PATH'] = '/nowhere';
    await expect(open()).rejects.toThrow(MissingError);
    await expect(open()).rejects.toThrow(/driver is not installed.*--dry-run/);
  });

  test('when there is no GPU then one sentence says so', async () => {
    cuda = installFakeCuda({ FAKE_CUDA_DEVICES: '0' });
    await expect(open()).rejects.toThrow(/the driver finds no GPU.*--dry-run/);
  });

  test('when there is no nvcc then the error says how to get it', async () => {
    cuda = installFakeCuda();
    await expect(open({ compiler: '/nowhere/nvcc' })).rejects.toThrow(MissingError);
    await expect(open({ compiler: '/nowhere/nvcc' })).rejects.toThrow(/"\/nowhere\/nvcc".*install the CUDA toolkit/);
  });

  test('when the driver is of an older CUDA than the compiler then one sentence says so', async () => {
    cuda = installFakeCuda({ FAKE_CUDA_DRIVER: '12080' });
    await expect(open()).rejects.toThrow(MissingError);
    await expect(open()).rejects.toThrow(/^The driver supports CUDA 12\.8 and may not load what nvcc 13\.0 compiles/);
  });

  test('when nvcc does not know the architecture then one sentence says what it knows', async () => {
    cuda = installFakeCuda({ FAKE_CUDA_ARCH: '75' });
    measurer = await open();
    const run = measurer.remeasure({ ...problem, target: parseTarget('cuda -arch=sm_75') }, entries(good));
    await expect(run).rejects.toThrow(/^nvcc 13\.0 does not compile for sm_75, only for sm_80, sm_90: /);
  });

  test('when the arguments do not fit into the memory of the GPU then one sentence says how much is there', async () => {
    cuda = installFakeCuda({ FAKE_CUDA_MEMORY: '100000' });
    measurer = await open();
    await expect(measure([good])).rejects.toThrow(WorkError);
    await expect(measure([good])).rejects.toThrow(
      /^This workload cannot be measured on the GPU: the GPU has too little memory/,
    );
  });

  test('when nvcc hangs on one kernel then the others of its unit are built', async () => {
    cuda = installFakeCuda();
    const folder = mkdtempSync(join(tmpdir(), 'tune-test-'));
    measurer = await open({ compiler: slowNvcc(folder), timeouts: { build: 4 }, buildJobs: 1 });
    const trials = await measure([variant(1), kernel(`/* MARK */ ${element}`), variant(2)]);
    expect(classes(trials)).toEqual([0, ErrorNo.buildTimeout, 0]);
    expect(trials[1].message).toBe('the compiler took longer than 4 s');
    rmSync(folder, { recursive: true });
  });

  test('the peak of a GPU is measured as kernels are', async () => {
    cuda = installFakeCuda();
    const peak = await measureGpuPeak(sm90, 'float32', { compiler: fakeNvcc });
    expect(await measureGpuPeak(sm90, 'bfloat16', { compiler: fakeNvcc })).toBeUndefined();
    expect(peak).toBeGreaterThan(1e7);
    expect(peak).toBeLessThan(1e12);
  });

  test.each([
    [32 << 20, false],
    [4096, true],
  ])('with a cache of %i bytes it is flushed before repeats: %s', async (bytes, swept) => {
    cuda = installFakeCuda({ FAKE_CUDA_L2: String(bytes) });
    measurer = await open();
    const [trial] = await measure([good]);
    expect(trial.message).toBeUndefined();
    expect(cuda.count('sweep')).toBe(swept ? trial.costs.length : 0);
  });
});
