import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { CpuKernel } from '../../../src/backend/cpu/cpu-kernel.js';
import { openEmulator } from '../../../src/backend/cuda/emulator.js';
import type { CudaKernel } from '../../../src/backend/cuda/cuda-kernel.js';
import type { DeviceKernel } from '../../../src/ir/device-kernel.js';
import { sm90 } from '../../support/targets.js';
import { dtypes, unitRoundoff } from '../../../src/ir/tensor.js';
import type { DType } from '../../../src/ir/tensor.js';
import { KernelMeasurer } from '../../../src/measure/kernels.js';
import { ErrorNo } from '../../../src/measure/measurement.js';
import type { Trial } from '../../../src/measure/verdict.js';
import { packageRoot } from '../../../src/target/root.js';

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
  return { ...kernelOf(dtype), language: 'c', source, openmp: false };
}

/** The same as one thread of a GPU would; the statement stores `value` as C[i]. */
function candidate(dtype: DType, statement: string): CudaKernel {
  const type = memory[dtype];
  const source = `extern "C" __global__ void thirds(const ${type} *A, ${type} *C, char *workspace) {
  for (int i = 0; i < ${n}; i++) { const float value = A[i] / 3; ${statement} }
}`;
  return {
    ...kernelOf(dtype),
    language: 'cuda',
    source,
    launches: [{ name: 'thirds', grid: [1, 1, 1], block: [1, 1, 1], sharedBytes: 0 }],
  };
}

const memory = { float32: 'float', tfloat32: 'float', float16: 'float16', bfloat16: 'bfloat16' } as const;
const short = ['float16', 'bfloat16'] as const;

describe('arguments in their types', () => {
  let measurer: KernelMeasurer;
  beforeAll(async () => {
    measurer = await KernelMeasurer.create(openEmulator, { seed: 5 });
  });
  afterAll(() => measurer.close());

  async function run(dtype: DType, statement: string): Promise<Trial> {
    const problem = { reference: reference(dtype), target: sm90 };
    const entry = { make: () => candidate(dtype, statement), tolerance: 1e-6 };
    for await (const trial of measurer.measure(problem, [entry])) return trial;
    throw new Error('nothing was measured');
  }

  test.each(dtypes)('what is rounded to nearest is right in %s', async (dtype) => {
    const trial = await run(dtype, 'C[i] = value;');
    expect(trial).toMatchObject({ error: ErrorNo.none });
    const largest = unitRoundoff(dtype);
    expect(trial.maxRelError).toBeLessThanOrEqual(largest + 1e-7);
    expect(trial.maxRelError).toBeGreaterThanOrEqual(largest / 2);
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

  test.each(dtypes)('elements that are not written are counted in %s', async (dtype) => {
    const { message } = await run(dtype, 'if (i > 1) C[i] = value;');
    expect(message).toMatch(new RegExp(`^2 of ${n} elements of "C" were not written`));
  });

  test.each(dtypes)('what is written behind the output of an odd number of elements is found in %s', async (dtype) => {
    const trial = await run(dtype, `C[i] = value; C[${n}] = value;`);
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

/** Significant bits, the least normal exponent and the largest number. */
const formats = { float16: [11, -14, 65504], bfloat16: [8, -126, (2 - 2 ** -7) * 2 ** 127] } as const;

/** To nearest, ties to even: in double precision, which holds every step exactly. */
function nearest(x: number, [digits, least, largest]: (typeof formats)[keyof typeof formats]): number {
  if (x === 0 || !Number.isFinite(x)) return x;
  const unit = 2 ** (Math.max(Math.floor(Math.log2(Math.abs(x))), least) - digits + 1);
  const [below, rest] = [Math.floor(x / unit), x / unit - Math.floor(x / unit)];
  const whole = rest > 0.5 || (rest === 0.5 && below % 2 !== 0) ? below + 1 : below;
  const rounded = whole === 0 ? Math.sign(x) * 0 : whole * unit;
  return Math.abs(rounded) > largest ? Math.sign(x) * Infinity : rounded;
}

describe('native/runner/types.h', () => {
  let folder: string;
  let program: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'tune-types-'));
    program = join(folder, 'types');
    const source = `#include "${join(packageRoot(), 'native', 'runner', 'types.h')}"
#include <stdio.h>
int main(void) {
  for (float x; fread(&x, 4, 1, stdin) == 1;) {
    float rounded[] = {float_of_float16(float16_of_float(x)), float_of_bfloat16(bfloat16_of_float(x))};
    fwrite(rounded, 4, 2, stdout);
  }
}`;
    execFileSync('gcc', ['-O2', '-Wall', '-Werror', '-x', 'c', '-', '-o', program], { input: source });
  });
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  /** To float16 and to bfloat16, in turns. */
  function rounded(numbers: readonly number[]): number[] {
    const bytes = execFileSync(program, { input: Buffer.from(Float32Array.from(numbers).buffer) });
    return Array.from({ length: 2 * numbers.length }, (_, i) => bytes.readFloatLE(4 * i));
  }

  test('rounds to nearest even, beyond the largest number to infinity', () => {
    const around = ['float16', 'bfloat16'].flatMap((type) => {
      const [digits, least, largest] = formats[type as keyof typeof formats];
      const tie = 1 + 2 ** -digits;
      return [tie, 3 * tie, 2 ** least, 2 ** (least - digits), largest, largest * (1 + 2 ** -digits)];
    });
    const float = fc.oneof(
      fc.float(),
      fc.float({ min: -1, max: 1 }),
      fc.constantFrom(...around.flatMap((x) => [x, -x])).map(Math.fround),
    );
    fc.assert(
      fc.property(fc.array(float, { minLength: 1, maxLength: 500 }), (numbers) => {
        const expected = numbers.flatMap((x) => [nearest(x, formats.float16), nearest(x, formats.bfloat16)]);
        expect(rounded(numbers)).toEqual(expected);
      }),
    );
  });
});
