import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { generateC } from '../../../src/backend/cpu/codegen/c.js';
import { generateCuda } from '../../../src/backend/cuda/codegen/cuda.js';
import type { DeviceKernel } from '../../../src/ir/device-kernel.js';
import { isReduce } from '../../../src/ir/loop.js';
import { lower } from '../../../src/ir/lower.js';
import { Schedule } from '../../../src/ir/schedule.js';
import { at, compute, input, plus, sum, times } from '../../../src/ir/compute.js';
import { openEmulator } from '../../../src/backend/cuda/emulator.js';
import { KernelMeasurer } from '../../../src/measure/kernels.js';
import { ErrorNo } from '../../../src/measure/measurement.js';
import { findOperator } from '../../../src/operator/registry.js';
import { scalarTarget } from '../../../src/backend/cpu/scalar.js';
import { generate } from '../../../src/backend/generate.js';
import { findTemplate } from '../../../src/templates/registry.js';
import { swizzledKernel } from '../../support/swizzled.js';
import { sm80 } from '../../support/targets.js';
import { reference as referenceOf } from '../../../src/backend/cpu/reference.js';

describe('generated kernels in the harness', () => {
  let measurer: KernelMeasurer;
  beforeAll(async () => {
    measurer = await KernelMeasurer.create(openEmulator, { seed: 3 });
  });
  afterAll(() => measurer.close());

  async function errorOf(kernel: DeviceKernel, reference: DeviceKernel): Promise<ErrorNo> {
    const problem = { reference, target: sm80 };
    for await (const { error } of measurer.measure(problem, [{ make: () => kernel, tolerance: 1e-5 }])) return error;
    throw new Error('nothing was measured');
  }

  test.each([1, 3])('are right where shared memory is swizzled, in %d buffers', async (buffers) => {
    const shape = { m: '40', n: '36', k: '44', transB: 'false' };
    const kernel = swizzledKernel(shape, buffers);
    expect(kernel.source).toMatch(/float4 \*\)\(A_shared.* \^ /);
    const workload = findOperator('matmul').workload(undefined, shape);
    expect(await errorOf(kernel, referenceOf(workload))).toBe(ErrorNo.none);
  });

  describe.each([2, 3, 4])('of %d buffers', (buffers) => {
    const operator = findOperator('matmul');
    const workload = operator.workload(undefined, { m: '32', n: '32', k: '44', transB: 'false' });
    const template = findTemplate('matmul.simt');
    const space = template.define(workload, sm80);
    const config = space.config({
      ...{ threads_m: 8, threads_n: 8, tile_m: 4, tile_n: 4, vthread_m: 1, vthread_n: 1, block_k: 8, vector_a: 1 },
      ...{ vector_b: 4, pad: 4, unroll_k: 4, order: 'mn', buffers, split_k: 1 },
    });
    const intact = generate({ template, workload, target: sm80, space }, config);
    const wait = `cp_async_wait<${buffers - 2}>();\n`;
    const commit = 'cp_async_commit();\n';
    const tile = intact.source.indexOf(`${commit}#pragma`);

    /** What the harness says of the kernel with a piece of its body replaced. */
    async function error(piece: string, by: string, from = intact.source.indexOf('__global__')): Promise<ErrorNo> {
      const at = intact.source.indexOf(piece, from);
      expect(at).toBeGreaterThan(0);
      const source = intact.source.slice(0, at) + by + intact.source.slice(at + piece.length);
      return errorOf({ ...intact, source }, referenceOf(workload));
    }

    test('is right as it is', async () => {
      expect(await error('', '')).toBe(ErrorNo.none);
    });

    test.each([
      ['its wait', wait, ''],
      ['its barrier', '__syncthreads();\n', ''],
      ['the group of its first tile', commit, ''],
      ['a group in time, since it waits for one less', wait, `cp_async_wait<${buffers - 1}>();\n`],
      ['its wait before the barrier', `${wait}          __syncthreads();\n`, `__syncthreads(); ${wait}`],
    ])('is wrong without %s', async (_, piece, by) => {
      expect(await error(piece, by)).toBe(ErrorNo.wrongAnswer);
    });

    test('is wrong without the groups of its later tiles', async () => {
      expect(tile).toBeGreaterThan(0);
      expect(await error(commit, '', tile)).toBe(ErrorNo.wrongAnswer);
    });

    test('may wait for more than it must', async () => {
      expect(await error(wait, 'cp_async_wait<0>();\n')).toBe(ErrorNo.none);
    });

    test('are right where copies are made at once, as before sm_80, but not without the barrier', async () => {
      const early = { ...intact, source: intact.source.replaceAll('defined(TUNE_CUDA_HOST_H)', '0') };
      expect(await errorOf(early, referenceOf(workload))).toBe(ErrorNo.none);
      const loose = { ...early, source: early.source.replace('__syncthreads();', '') };
      expect(await errorOf(loose, referenceOf(workload))).toBe(ErrorNo.wrongAnswer);
    });

    test('are right where one tile is computed, and another copied', async () => {
      const kernel = generateCuda(lower(mixed(buffers)));
      expect(kernel.source).toMatch(/cp_async4\(&B_shared/);
      expect(kernel.source).not.toMatch(/cp_async\d+\(&doubled/);
      expect(await errorOf(kernel, generateC(lower(mixed(1)), scalarTarget()))).toBe(ErrorNo.none);
    });
  });
});

/** C[i] = sum of 2 A[i, k] B[k]; a row a block, whose four threads fill the tiles. Of one buffer: unscheduled. */
function mixed(buffers: number): Schedule {
  const [rows, k] = [3, 36];
  const [a, b] = [input('A', [rows, k]), input('B', [k])];
  const doubled = compute('doubled', [rows, k], ['i', 'k'], ([i, p]) => plus(at(a, i, p), at(a, i, p)));
  const output = sum('C', [rows], ['i'], { k }, ([i], { k: p }) => times(at(doubled, i, p), at(b, p)));
  const s = new Schedule({ inputs: [a, b], output, constants: [] });
  if (buffers === 1) return s;
  const acc = s.cacheWrite(s.output, 'register');
  const row = s.output.loops.at(0)!;
  s.output.bind(row, 'blockX');
  const [outer] = acc.split(acc.loops.find(isReduce)!, 4, 'min');
  acc.reorder(outer, ...acc.loops.filter((l) => l !== outer && isReduce(l)), ...acc.loops.filter((l) => !isReduce(l)));
  acc.computeAt(s.output, row);
  const own = s.stage(doubled);
  own.scope = 'shared';
  for (const [stage, loop] of [
    [own, 'k'],
    [s.cacheRead(b, 'shared'), 'd0'],
  ] as const)
    stage.buffers(buffers).bind(stage.loop(loop), 'threadX').computeAt(acc, outer);
  return s;
}
