import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { cpAsyncHelpers } from '../../../src/backend/cuda/instructions/cp-async.js';
import { generateC } from '../../../src/backend/cpu/codegen/c.js';
import { generateCuda } from '../../../src/backend/cuda/codegen/cuda.js';
import type { DeviceKernel } from '../../../src/ir/device-kernel.js';
import { openEmulator } from '../../../src/backend/cuda/emulator.js';
import type { CudaKernel } from '../../../src/backend/cuda/cuda-kernel.js';
import type { CpuKernel } from '../../../src/backend/cpu/cpu-kernel.js';
import { add } from '../../../src/ir/index.js';
import { lower } from '../../../src/ir/lower.js';
import { Schedule } from '../../../src/ir/schedule.js';
import { at, compute, input, plus } from '../../../src/ir/compute.js';
import { KernelMeasurer } from '../../../src/measure/kernels.js';
import { ErrorNo, type Measurement } from '../../../src/measure/measurement.js';
import { elementwise } from '../../../src/templates/gpu-copies.js';
import { avx2, sm90 } from '../../support/targets.js';

const n = 96;
const args: DeviceKernel['args'] = [
  { name: 'A', shape: [n], dtype: 'float32', role: 'input', packedBytes: 0 },
  { name: 'C', shape: [n], dtype: 'float32', role: 'output', packedBytes: 0 },
];
const common = { args, workspaceBytes: 0 };

/** C[i] = A[n - 1 - i]. */
const reference: CpuKernel = {
  ...common,
  language: 'c',
  openmp: false,
  requires: [],
  source: `void kernel(void *const *args, void *workspace) {
  const float *A = args[0]; float *C = args[1];
  for (int i = 0; i < ${n}; i++) C[i] = A[${n} - 1 - i];
}`,
};

/** Three blocks of 32 threads, each of which mirrors a part of A. */
function cuda(body: string, sharedBytes = 0): CudaKernel {
  return {
    ...common,
    language: 'cuda',
    source: `${sharedBytes > 0 ? 'extern __shared__ float4 dynamic_shared[];' : ''}
extern "C" __global__ void __launch_bounds__(32) mirror(const float *__restrict__ A, float *__restrict__ C, char *__restrict__ workspace) {
  const int t = threadIdx.x, block = blockIdx.x;
  ${sharedBytes > 0 ? 'float *const tile = (float *)dynamic_shared;' : 'static __shared__ __align__(16) float tile[32];'}
  ${body}
}`,
    launches: [{ name: 'mirror', grid: [3, 1, 1], block: [32, 1, 1], sharedBytes }],
  };
}

/** The same with copies that a thread does not wait for. */
function copying(body: string): CudaKernel {
  const kernel = cuda(body);
  return { ...kernel, source: [...cpAsyncHelpers, kernel.source].join('\n') };
}

const fill = 'tile[t] = A[32 * (2 - block) + t];';
const use = 'C[32 * block + t] = tile[31 - t];';

describe('the harness for CUDA kernels on a CPU', () => {
  let measurer: KernelMeasurer;
  beforeAll(async () => {
    measurer = await KernelMeasurer.create(openEmulator, { seed: 3 });
  });
  afterAll(() => measurer.close());

  async function run(kernel: CudaKernel, wanted = reference): Promise<Measurement> {
    const problem = { reference: wanted, target: sm90 };
    for await (const trial of measurer.measure(problem, [{ make: () => kernel, tolerance: 1e-6 }])) return trial;
    throw new Error('nothing was measured');
  }

  test.each([
    ['static', 0],
    ['dynamic', 128],
  ])('runs blocks whose threads meet at a barrier, with %s shared memory', async (_, bytes) => {
    expect(await run(cuda(`${fill} __syncthreads(); ${use}`, bytes))).toMatchObject({ error: ErrorNo.none });
  });

  test('finds a barrier that is missing, whichever way threads depend on each other', async () => {
    expect(await run(cuda(`${fill} ${use}`))).toMatchObject({ error: ErrorNo.wrongAnswer });
    // Right if all threads before have written, which is so only where they run in order.
    const upward = `${fill} C[32 * block + t] = t < 16 ? A[${n} - 1 - 32 * block - t] : tile[31 - t];`;
    expect(await run(cuda(upward))).toMatchObject({ error: ErrorNo.wrongAnswer });
  });

  test('finds shared memory that was never written', async () => {
    const half = `if (t < 16) { ${fill} } __syncthreads(); ${use}`;
    expect(await run(cuda(half))).toMatchObject({ error: ErrorNo.wrongAnswer });
  });

  test('finds a barrier that not all threads reach, and threads at different ones', async () => {
    const some = `${fill} if (t < 16) __syncthreads(); ${use}`;
    const apart = `${fill} if (t < 16) __syncthreads();\n else __syncthreads(); ${use}`;
    for (const body of [some, apart]) expect(await run(cuda(body))).toMatchObject({ error: ErrorNo.runtimeDevice });
  });

  test('packs constants and what is free, and unpacks the output', async () => {
    const a = input('A', [n]);
    const b = input('B', [7, 11]);
    const out = compute('C', [7, 11], ['i', 'j'], ([i, j]) => plus(at(a, add(i, j)), at(b, i, j)));
    const computation = { inputs: [a, b], output: out, constants: [b], free: [a, out] };
    const plain = generateC(lower(new Schedule(computation)), avx2);
    const s = new Schedule(computation);
    s.output.store([1, { dim: 0, part: 'outer', tile: 4 }, { dim: 0, part: 'inner', tile: 4 }]);
    const tiles = [
      { dim: 0, part: 'outer', tile: 10 },
      { dim: 0, part: 'inner', tile: 10 },
    ] as const;
    elementwise(s, s.pack(a, [tiles[1], tiles[0]], 'prepacked'));
    elementwise(s, s.pack(b, [1, 0], 'prepacked'));
    elementwise(s, s.output);
    const kernel = generateCuda(lower(s));
    expect(kernel.args.map(({ packedBytes }) => packedBytes)).toEqual([4 * 100 + 64, 4 * 77 + 64, 4 * 88 + 64]);
    expect(await run(kernel, plain)).toMatchObject({ error: ErrorNo.none });
  });

  test('finds what is written outside the output', async () => {
    const trial = await run(cuda(`${fill} __syncthreads(); ${use} C[${n}] = 0;`));
    expect(trial.error).not.toBe(ErrorNo.none);
  });

  describe('copies that a thread does not wait for', () => {
    const copy = 'cp_async4(tile + t, A + 32 * (2 - block) + t, true);';
    const rest = `__syncthreads(); ${use}`;

    test('are made when their group is waited for', async () => {
      expect(await run(copying(`${copy} cp_async_commit(); cp_async_wait<0>(); ${rest}`))).toMatchObject({
        error: ErrorNo.none,
      });
      const older = `${copy} cp_async_commit(); cp_async_commit(); cp_async_wait<1>(); ${rest}`;
      expect(await run(copying(older))).toMatchObject({ error: ErrorNo.none });
      const nothing = copy.replace('true', 'false');
      const cleared = `${nothing} cp_async_commit(); cp_async_wait<0>(); tile[t] += A[32 * (2 - block) + t]; ${rest}`;
      expect(await run(copying(cleared))).toMatchObject({ error: ErrorNo.none });
    });

    test.each([
      ['nobody waits for', `${copy} cp_async_commit(); ${rest}`],
      ['no group has', `${copy} cp_async_wait<0>(); ${rest}`],
      ['are in a group that may still be in flight', `${copy} cp_async_commit(); cp_async_wait<1>(); ${rest}`],
      ['fill what was there before', `${fill} ${copy} cp_async_commit(); ${rest}`],
      ['are waited for after the barrier', `${copy} cp_async_commit(); __syncthreads(); cp_async_wait<0>(); ${use}`],
    ])('are found where they %s', async (_, body) => {
      expect(await run(copying(body))).toMatchObject({ error: ErrorNo.wrongAnswer });
    });

    test('may be left alone where nobody reads them', async () => {
      const left = `${fill} ${rest} __syncthreads(); ${copy} cp_async_commit();`;
      expect(await run(copying(left))).toMatchObject({ error: ErrorNo.none });
    });

    test('are refused where they are not aligned to their size', async () => {
      const wide = copy.replace('cp_async4', 'cp_async8');
      expect(await run(copying(wide))).toMatchObject({ error: ErrorNo.runtimeDevice });
    });
  });
});
