import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { CpuKernel } from '../../../src/backend/cpu/cpu-kernel.js';
import { openEmulator } from '../../../src/backend/cuda/emulator.js';
import type { CudaKernel } from '../../../src/backend/cuda/cuda-kernel.js';
import type { DeviceKernel } from '../../../src/ir/device-kernel.js';
import { sm90 } from '../../support/targets.js';
import { elementType, kernelElements, kernelTypes } from '../../../src/elements/registry.js';
import type { DType } from '../../../src/ir/tensor.js';
import { KernelMeasurer } from '../../../src/measure/kernels.js';
import { ErrorNo, type Measurement } from '../../../src/measure/measurement.js';

/** Odd, so that the last element of two bytes has no neighbour. */
const n = 333;

function kernelOf(dtype: DType): Pick<DeviceKernel, 'args' | 'workspaceBytes'> {
  const arg = (name: string, role: 'input' | 'output'): DeviceKernel['args'][number] => {
    return { name, shape: [n], dtype, role, packedBytes: 0 };
  };
  return { args: [arg('A', 'input'), arg('C', 'output')], workspaceBytes: 0 };
}

/** C[i] = A[i] / 3, of floats. */
function reference(dtype: DType): CpuKernel {
  const source = `void kernel(void *const *args, void *workspace) {
  const float *A = args[0]; float *C = args[1];
  for (int i = 0; i < ${n}; i++) C[i] = A[i] / 3;
}`;
  return { ...kernelOf(dtype), language: 'c', source, openmp: false, requires: [] };
}

/** The same as one thread of a GPU would; the statement stores `value` as C[i]. */
function candidate(dtype: DType, statement: string): CudaKernel {
  const type = memoryOf(dtype);
  const source = `extern "C" __global__ void thirds(const ${type} *A, ${type} *C, char *workspace) {
  for (int i = 0; i < ${n}; i++) { const float value = (float)A[i] / 3; ${statement} }
}`;
  return {
    ...kernelOf(dtype),
    language: 'cuda',
    source,
    launches: [{ name: 'thirds', grid: [1, 1, 1], block: [1, 1, 1], sharedBytes: 0 }],
  };
}

/** As kernels for GPUs have it, or C. */
function memoryOf(dtype: DType): string {
  return kernelElements(dtype).cuda?.memory ?? elementType(dtype).c!.name;
}

const all = kernelTypes().map(({ name }) => name);
const whole = all.filter((name) => elementType(name).kind === 'whole');
const floating = all.filter((name) => !whole.includes(name));
const store = (dtype: DType): string => (whole.includes(dtype) ? 'C[i] = __builtin_rintf(value);' : 'C[i] = value;');
const short = ['float16', 'bfloat16'] as const;

describe('arguments in their types', () => {
  let measurer: KernelMeasurer;
  beforeAll(async () => {
    measurer = await KernelMeasurer.create(openEmulator, { seed: 5 });
  });
  afterAll(() => measurer.close());

  async function run(dtype: DType, statement: string, right = reference(dtype)): Promise<Measurement> {
    const problem = { reference: right, target: sm90 };
    const entry = { make: () => candidate(dtype, statement), tolerance: 1e-6 };
    for await (const trial of measurer.measure(problem, [entry])) return trial;
    throw new Error('nothing was measured');
  }

  test.each(floating)('what is rounded to nearest is right in %s', async (dtype) => {
    const trial = await run(dtype, 'C[i] = value;');
    expect(trial).toMatchObject({ error: ErrorNo.none });
    const largest = elementType(dtype).storeError;
    expect(trial.maxRelError).toBeLessThanOrEqual(largest + 1e-7);
    expect(trial.maxRelError).toBeGreaterThanOrEqual(largest / 2);
  });

  test.each(whole)('what is rounded to nearest is right in %s, and what is cut off is wrong', async (dtype) => {
    expect(await run(dtype, 'C[i] = __builtin_rintf(value);')).toMatchObject({ error: ErrorNo.none, maxRelError: 0 });
    expect(await run(dtype, 'C[i] = value;')).toMatchObject({ error: ErrorNo.wrongAnswer });
  });

  test.each(whole)('what a kernel of %s leaves as it was is wrong whatever that was', async (dtype) => {
    for (const bits of kernelElements(dtype).poison) {
      const view = new DataView(new ArrayBuffer(4));
      view.setUint32(0, bits, true);
      const left = elementType(dtype).read(view, 0);
      const right = { ...reference(dtype), source: reference(dtype).source.replace('A[i] / 3', `${left}.0f`) };
      expect(await run(dtype, '', right)).toMatchObject({ error: ErrorNo.wrongAnswer });
      expect(await run(dtype, `C[i] = ${left};`, right)).toMatchObject({ error: ErrorNo.none });
    }
  });

  test.each(short)('what is rounded towards zero, or off by more, is wrong in %s', async (dtype) => {
    const toZero = 'C[i] = value; if ((C[i] < 0 ? -C[i] : C[i]) > (value < 0 ? -value : value)) C[i].bits--;';
    const digits = (2 ** (dtype === 'float16' ? -11 : -8) + 1e-6).toExponential(1);
    for (const statement of [toZero, 'C[i] = value; C[i].bits += 3;']) {
      const trial = await run(dtype, statement);
      expect(trial.error).toBe(ErrorNo.wrongAnswer);
      expect(trial.message).toContain(`allowed ${digits})`);
    }
  });

  test.each(all)('elements that are not written are counted in %s', async (dtype) => {
    const { message } = await run(dtype, `if (i > 1) ${store(dtype)}`);
    expect(message).toMatch(new RegExp(`^2 of ${n} elements of "C" were not written`));
  });

  test.each(all)('what is written behind the output of an odd number of elements is found in %s', async (dtype) => {
    const trial = await run(dtype, `${store(dtype)} C[${n}] = value + 1;`);
    expect(trial.error).not.toBe(ErrorNo.none);
  });

  test('inputs of tfloat32 have 13 bits of zeros at their end, so that products of two are exact', async () => {
    const bits = 'union { float f; unsigned u; } a; a.f = A[i]; C[i] = (a.u & 0x1fff) == 0 ? value : 9.0f;';
    expect(await run('tfloat32', bits)).toMatchObject({ error: ErrorNo.none });
    expect(await run('float32', bits)).toMatchObject({ error: ErrorNo.wrongAnswer });
  });

  test('a kernel of other types than the reference is not called', async () => {
    const problem = { reference: reference('float16'), target: sm90 };
    const entry = { make: () => candidate('bfloat16', 'C[i] = value;'), tolerance: 1e-6 };
    for await (const trial of measurer.measure(problem, [entry]))
      expect(trial.message).toBe(
        `the kernel takes arguments of ${n} bfloat16, ${n} bfloat16 elements, the reference of ${n} float16, ${n} float16`,
      );
  });
});
