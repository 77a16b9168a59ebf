import { afterEach, describe, expect, test } from '@jest/globals';
import { median } from 'simple-statistics';
import { openGpu } from '../../../src/backend/cuda/device.js';
import type { CudaKernel } from '../../../src/backend/cuda/cuda-kernel.js';
import { KernelMeasurer } from '../../../src/measure/kernels.js';
import { ErrorNo, type Measurement } from '../../../src/measure/measurement.js';
import { fakeNvcc, installFakeCuda, type FakeCuda, type FakeParts } from '../../support/fake-cuda.js';
import { sm90 } from '../../support/targets.js';
import { clock, element, kernel, launch } from '../../measure/cuda-kernel.js';
import { kernel as cpuKernel, loop, measureAll } from '../../measure/fixture.js';

let cuda: FakeCuda;
afterEach(() => {
  cuda.remove();
});

type Settings = Readonly<Record<string, string>>;
const problem = { reference: cpuKernel(`/* reference */ ${loop}`), target: sm90 };

async function withMeasurer<T>(
  settings: Settings,
  parts: FakeParts,
  work: (measurer: KernelMeasurer) => Promise<T>,
): Promise<T> {
  cuda = installFakeCuda(settings, parts);
  const measurer = await KernelMeasurer.create(openGpu, { seed: 7, compiler: fakeNvcc });
  try {
    return await work(measurer);
  } finally {
    await measurer.close();
  }
}

/** A trial of a kernel that is right, on a GPU of its own. */
async function timed(of: CudaKernel, settings: Settings = {}, parts: FakeParts = {}): Promise<Measurement> {
  const [trial] = await withMeasurer(settings, parts, (measurer) => measureAll(measurer, [of], {}, problem));
  expect(trial).toMatchObject({ error: ErrorNo.none });
  return trial;
}

/** One thread that does it all, which takes no longer than a microsecond or two. */
const quick = kernel('for (int j = 0; j < n; j++) C[j] = 2 * A[j] + B[j];', '', {
  launches: [{ ...launch, grid: [1, 1, 1], block: [1, 1, 1] }],
});

/** A kernel that takes so many milliseconds in its first, second, third call, …, and the last of these from then on. */
const taking = (...milliseconds: readonly number[]): CudaKernel => {
  const last = milliseconds.length - 1;
  return kernel(
    `${element} if (i == n) {
      const int call = calls < ${last} ? calls++ : ${last};
      for (double end = seconds() + 1e-3 * times[call]; seconds() < end;) continue;
    }`,
    `${clock} static int calls; static const double times[] = {${milliseconds.join(', ')}};`,
  );
};

describe('launches', () => {
  test('a small kernel is timed as a graph of many calls, behind one that keeps the GPU busy', async () => {
    const { gpu, costs, ...others } = await timed(quick);
    expect(gpu).toEqual({ launch: 'graph' });
    expect(others.disturbed).toBeUndefined(); // nobody could say
    const [first, ...later] = cuda.timings();
    expect(first).toEqual([expect.anything(), []]);
    expect(later.length).toBeGreaterThan(costs.length);
    for (const [before, between] of later.slice(-costs.length)) {
      expect(before).toMatch(/^graph of \d+$/);
      expect(between).toEqual([expect.stringMatching(/^graph of \d+$/)]);
    }
    const [, last] = later.at(-1)!;
    expect(Number(/\d+/.exec(last.join())![0])).toBeGreaterThan(1);
  });

  test('where the cache is swept each repeat is one call behind the sweep, a graph as well', async () => {
    const { gpu, costs } = await timed(kernel(element), { FAKE_CUDA_L2: '4096' });
    expect(gpu?.launch).toBe('graph');
    const swept = cuda.timings().filter(([before]) => before === 'sweep');
    expect(swept).toHaveLength(costs.length);
    expect(new Set(swept.map(([, between]) => between.join()))).toEqual(new Set(['graph of 1']));
  });

  test.each<[why: string, settings: Settings, parts: FakeParts]>([
    ['has no graphs', {}, { old: true }],
    ['refuses graphs', { FAKE_CUDA_GRAPHS: '0' }, {}],
  ])('when the driver %s then calls are launched one by one, and the trial says so', async (_, settings, parts) => {
    const { gpu, costs } = await timed(kernel(element), settings, parts);
    expect(gpu).toEqual({ launch: 'stream' });
    expect(costs.length).toBeGreaterThanOrEqual(3);
    expect(cuda.lines().join('\n')).not.toContain('graph');
  });

  test('a kernel that faults in its graph alone is a fault, and the next one is measured', async () => {
    const late = kernel(`${element} if (i == n && calls++ == 4) *(volatile int *)8 = 1;`, 'static int calls;');
    const trials = await withMeasurer({}, {}, (measurer) => measureAll(measurer, [late, kernel(element)], {}, problem));
    expect(trials).toMatchObject([{ error: ErrorNo.runtimeDevice }, { error: ErrorNo.none }]);
    expect(trials[0].message).toMatch(/^CUDA_ERROR_ILLEGAL_ADDRESS .* while being timed$/);
  });
});

describe('the warm-up', () => {
  test('goes on while a kernel of milliseconds still becomes faster', async () => {
    const { costs } = await timed(taking(12, 10, 8, 6, 4));
    expect(median([...costs])).toBeLessThan(0.0075);
  });

  test('is bounded, however long a kernel takes to settle', async () => {
    const { costs } = await timed(taking(...Array.from({ length: 20 }, (_, i) => 40 - 1.5 * i)));
    const before = cuda.timings().length - costs.length;
    expect(before).toBeGreaterThanOrEqual(2);
    expect(before).toBeLessThanOrEqual(3); // the first call, and one or two that take 40 ms
  });
});

describe('what NVML tells', () => {
  test('is kept: clocks, temperature, and that nothing held the clocks down', async () => {
    const { gpu, disturbed } = await timed(kernel(element), {}, { nvml: true });
    const told = { smMHz: [1980, 1980], memoryMHz: [2619, 2619], celsius: [41, 41], clockReasons: [] };
    expect(gpu).toEqual({ launch: 'graph', ...told });
    expect(disturbed).toBe(0);
  });

  test('repeats of a GPU that is too hot are disturbed, all of them: the trial is noisy', async () => {
    const trial = await timed(kernel(element), { FAKE_NVML_REASONS: '64' }, { nvml: true });
    expect(trial).toMatchObject({ disturbed: 1, noisy: true, gpu: { clockReasons: ['hw_thermal'] } });
  });

  test('a power cap is told, and no disturbance by itself', async () => {
    const { gpu, disturbed } = await timed(kernel(element), { FAKE_NVML_REASONS: '4' }, { nvml: true });
    expect(gpu?.clockReasons).toEqual(['sw_power_cap']);
    expect(disturbed).toBe(0);
  });

  test('repeats in which a clock moved are disturbed, and taken again', async () => {
    const clocks = '1980 1980 1980 1980 1500 1500 1500 1500';
    const { disturbed, costs } = await timed(kernel(element), { FAKE_NVML_SM: clocks }, { nvml: true });
    expect(disturbed).toBeGreaterThan(0.1);
    expect(disturbed).toBeLessThan(0.5);
    expect(costs.length).toBeGreaterThanOrEqual(3);
  });
});
