import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { asyncHelpers } from '../../src/codegen/cuda-async.js';
import type { Kernel } from '../../src/codegen/kernel.js';
import { KernelMeasurer } from '../../src/measure/kernels.js';
import { ErrorNo } from '../../src/measure/measurement.js';
import type { Trial } from '../../src/measure/verdict.js';
import { findOperator } from '../../src/operator/registry.js';
import { hostCpu } from '../../src/target/cpu.js';
import { generate } from '../../src/templates/generate.js';
import { reference as referenceOf } from '../../src/templates/reference.js';
import { findTemplate } from '../../src/templates/registry.js';
import { swizzledKernel } from '../support/swizzled.js';
import { sm80 } from '../support/targets.js';

const n = 96;
const args: Kernel['args'] = [
  { name: 'A', shape: [n], dtype: 'float32', role: 'input', packedBytes: 0 },
  { name: 'C', shape: [n], dtype: 'float32', role: 'output', packedBytes: 0 },
];
const common = { args, workspaceBytes: 0, openmp: false };

/** C[i] = A[n - 1 - i]. */
const reference: Kernel = {
  ...common,
  language: 'c',
  source: `void kernel(void *const *args, void *workspace) {
  const float *A = args[0]; float *C = args[1];
  for (int i = 0; i < ${n}; i++) C[i] = A[${n} - 1 - i];
}`,
};

/** Three blocks of 32 threads, each of which mirrors a part of A. */
function cuda(body: string, sharedBytes = 0): Kernel {
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
function copying(body: string): Kernel {
  const kernel = cuda(body);
  return { ...kernel, source: [...asyncHelpers, kernel.source].join('\n') };
}

const fill = 'tile[t] = A[32 * (2 - block) + t];';
const use = 'C[32 * block + t] = tile[31 - t];';

describe('the harness for CUDA kernels on a CPU', () => {
  let measurer: KernelMeasurer;
  beforeAll(async () => {
    measurer = await KernelMeasurer.create({ seed: 3 });
  });
  afterAll(() => measurer.close());

  async function run(kernel: Kernel, expected = reference): Promise<Trial> {
    const problem = { reference: expected, cpu: hostCpu(), threads: 1 };
    for await (const trial of measurer.measure(problem, [{ make: () => kernel, tolerance: 1e-5 }])) return trial;
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

  test('finds what is written outside the output', async () => {
    const trial = await run(cuda(`${fill} __syncthreads(); ${use} C[${n}] = 0;`));
    expect(trial.error).not.toBe(ErrorNo.none);
  });

  test.each([1, 3])('runs kernels whose shared memory is swizzled, in %d buffers', async (buffers) => {
    const shape = { m: '40', n: '36', k: '44', transB: 'false' };
    const kernel = swizzledKernel(shape, buffers);
    expect(kernel.source).toMatch(/float4 \*\)\(A_shared.* \^ /);
    const trial = await run(kernel, referenceOf(findOperator('matmul').workload(undefined, shape)));
    expect(trial).toMatchObject({ error: ErrorNo.none });
  });

  describe('copies that a thread does not wait for', () => {
    const copy = 'copy_async4(tile + t, A + 32 * (2 - block) + t, true);';
    const rest = `__syncthreads(); ${use}`;

    test('are made when their group is waited for', async () => {
      expect(await run(copying(`${copy} commit_copies(); wait_copies<0>(); ${rest}`))).toMatchObject({
        error: ErrorNo.none,
      });
      const older = `${copy} commit_copies(); commit_copies(); wait_copies<1>(); ${rest}`;
      expect(await run(copying(older))).toMatchObject({ error: ErrorNo.none });
      const nothing = copy.replace('true', 'false');
      const cleared = `${nothing} commit_copies(); wait_copies<0>(); tile[t] += A[32 * (2 - block) + t]; ${rest}`;
      expect(await run(copying(cleared))).toMatchObject({ error: ErrorNo.none });
    });

    test.each([
      ['nobody waits for', `${copy} commit_copies(); ${rest}`],
      ['no group has', `${copy} wait_copies<0>(); ${rest}`],
      ['are in a group that may still be under way', `${copy} commit_copies(); wait_copies<1>(); ${rest}`],
      ['fill what was there before', `${fill} ${copy} commit_copies(); ${rest}`],
      ['are waited for after the barrier', `${copy} commit_copies(); __syncthreads(); wait_copies<0>(); ${use}`],
    ])('are found where they %s', async (_, body) => {
      expect(await run(copying(body))).toMatchObject({ error: ErrorNo.wrongAnswer });
    });

    test('may be left alone where nobody reads them', async () => {
      const left = `${fill} ${rest} __syncthreads(); ${copy} commit_copies();`;
      expect(await run(copying(left))).toMatchObject({ error: ErrorNo.none });
    });

    test('are refused where they are not aligned to their size', async () => {
      const wide = copy.replace('copy_async4', 'copy_async8');
      expect(await run(copying(wide))).toMatchObject({ error: ErrorNo.runtimeDevice });
    });
  });

  describe.each([2, 3, 4])('a generated kernel of %d buffers', (buffers) => {
    const operator = findOperator('matmul');
    const workload = operator.workload(undefined, { m: '32', n: '32', k: '44', transB: 'false' });
    const template = findTemplate('matmul.simt');
    const space = template.define(workload, sm80);
    const config = space.config({
      ...{ threads_m: 8, threads_n: 8, tile_m: 4, tile_n: 4, vthread_m: 1, vthread_n: 1, block_k: 8, vector_a: 4 },
      ...{ vector_b: 4, pad: 4, unroll_k: 4, order: 'mn', buffers, split_k: 1 },
    });
    const intact = generate({ template, workload, target: sm80, space }, config);
    const wait = `wait_copies<${buffers - 2}>();\n`;
    const commit = 'commit_copies();\n';
    const tile = intact.source.indexOf(`${commit}#pragma`);

    /** What the harness says of the kernel with a piece of its body replaced. */
    async function error(piece: string, by: string, from = intact.source.indexOf('__global__')): Promise<ErrorNo> {
      const at = intact.source.indexOf(piece, from);
      expect(at).toBeGreaterThan(0);
      const source = intact.source.slice(0, at) + by + intact.source.slice(at + piece.length);
      return (await run({ ...intact, source }, referenceOf(workload))).error;
    }

    test('is right as it is', async () => {
      expect(await error('', '')).toBe(ErrorNo.none);
    });

    test.each([
      ['its wait', wait, ''],
      ['its barrier', '__syncthreads();\n', ''],
      ['the group of its first tile', commit, ''],
      ['a group in time, since it waits for one less', wait, `wait_copies<${buffers - 1}>();\n`],
      ['its wait before the barrier', `${wait}          __syncthreads();\n`, `__syncthreads(); ${wait}`],
    ])('is wrong without %s', async (_, piece, by) => {
      expect(await error(piece, by)).toBe(ErrorNo.wrongAnswer);
    });

    test('is wrong without the groups of its later tiles', async () => {
      expect(tile).toBeGreaterThan(0);
      expect(await error(commit, '', tile)).toBe(ErrorNo.wrongAnswer);
    });

    test('may wait for more than it must', async () => {
      expect(await error(wait, 'wait_copies<0>();\n')).toBe(ErrorNo.none);
    });
  });
});
