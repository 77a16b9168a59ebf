import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { DeviceKernel } from '../../../src/ir/device-kernel.js';
import { openEmulator } from '../../../src/backend/cuda/emulator.js';
import { KernelMeasurer } from '../../../src/measure/kernels.js';
import { ErrorNo, type Measurement } from '../../../src/measure/measurement.js';
import { findOperator } from '../../../src/operator/registry.js';
import { generate } from '../../../src/backend/generate.js';
import { toleranceOf } from '../../../src/templates/tolerance.js';
import { findTemplate } from '../../../src/templates/registry.js';
import { sm90 } from '../../support/targets.js';
import { reference } from '../../../src/backend/cpu/reference.js';

interface Subject {
  readonly template: string;
  readonly shape: Readonly<Record<string, string>>;
  readonly values: Readonly<Record<string, number | string>>;
  /** What is broken: a piece of the kernel, and what is there instead. */
  readonly broken: readonly (readonly [what: string, piece: string, by: string])[];
}

const mma: Subject = {
  template: 'matmul.mma',
  shape: { m: '40', n: '64', k: '72', transB: 'false', dtype: 'bfloat16' },
  values: {
    ...{ warps_m: 1, warps_n: 2, tile_m: 1, tile_n: 2, block_k: 32, vector_a: 8, vector_b: 8, pad: 16 },
    ...{ unroll_k: 2, order: 'mn', buffers: 2, split_k: 1 },
  },
  broken: [
    ['another stride of the rows of A', '+ 16 * kio, 80)', '+ 16 * kio, 64)'],
    ['another stride of the rows of B', '+ 16 * d12, 144)', '+ 16 * d12, 128)'],
    ['another tile of B', '+ 16 * d12, 144)', '+ 8 * d12, 144)'],
    ['another part of the sum', '+ 16 * kio, 80)', '+ 8 * kio, 80)'],
    ['the rows of B where its columns should be', 'ldmatrix(to, row, true)', 'ldmatrix(to, row, false)'],
    ['A turned', 'ldmatrix(to, row, false)', 'ldmatrix(to, row, true)'],
    [
      'the words of B in the order of those of A',
      'threadIdx.x / 8 % 2 * 8) * stride + threadIdx.x / 8 / 2 * 16',
      'threadIdx.x / 8 / 2 * 8) * stride + threadIdx.x / 8 % 2 * 16',
    ],
    [
      'the operands exchanged',
      'A_shared_fragment[0], B_shared_fragment[j22]);',
      'B_shared_fragment[j22], A_shared_fragment[0]);',
    ],
    ['the same operand twice', 'B_shared_fragment[j22]);', 'B_shared_fragment[0]);'],
    ['an accumulator that is not cleared', 'C_acc[j2] = {};', 'for (float &x : C_acc[j2].x) x = 1;'],
    ['another element of the accumulator', '.x[2 * iiiio + 4 * jiiio]', '.x[4 * iiiio + 2 * jiiio]'],
    ['no load of A', 'load_a_rows(A_shared_fragment[0]', 'operand other; load_a_rows(other'],
    ['no load of B', 'load_b_columns(B_shared_fragment[d12]', 'operand other; load_b_columns(other'],
    ['no barrier', '__syncthreads();\n', ''],
    ['no wait', 'cp_async_wait<0>();\n', ''],
  ],
};

const wgmma: Subject = {
  template: 'matmul.wgmma',
  shape: { m: '100', n: '64', k: '72', transB: 'false', dtype: 'float16' },
  values: {
    ...{ groups_m: 1, groups_n: 1, tile_m: 1, tile_n: 64, block_k: 32, swizzle: 64, copies: 'threads' },
    ...{ order: 'mn', buffers: 2, lag: 0, split_k: 1 },
  },
  broken: [
    ['rows of A that are nearer', '16 * kio, 64, 512, 64)', '16 * kio, 64, 256, 64)'],
    ['rows of B that are nearer', '512 * kio, 2048, 512, 64)', '512 * kio, 2048, 256, 64)'],
    ['columns of B that are nearer', '512 * kio, 2048, 512, 64)', '512 * kio, 1024, 512, 64)'],
    ['the distances of B exchanged', '512 * kio, 2048, 512, 64)', '512 * kio, 512, 2048, 64)'],
    ['longer rows of A', '16 * kio, 64, 512, 64)', '16 * kio, 64, 512, 128)'],
    ['shorter rows of B', '512 * kio, 2048, 512, 64)', '512 * kio, 2048, 512, 32)'],
    ['another part of the sum', '16 * kio, 64, 512, 64)', '8 * kio, 64, 512, 64)'],
    ['another order of chunks in shared memory', '(threadX) ^ (((threadX) / 8))', '(threadX) ^ (((threadX) / 4))'],
    [
      'tiles that start inside the pattern of swizzling',
      '__align__(512) float16 A_shared[4096];',
      '__align__(512) float16 all[4160]; float16 *const A_shared = all + 64;',
    ],
    ['a matrix that starts a chunk too late', '16 * kio, 64, 512, 64)', '16 * kio + 8, 64, 512, 64)'],
    ['no barrier', '__syncthreads();\n', ''],
    ['no wait', 'cp_async_wait<0>();\n', ''],
    ['an accumulator that is not cleared', 'C_acc[1] = {};', 'for (float &x : C_acc[1].x) x = 1;'],
    ['B as if it lay along the sum', '{b, 1}', '{b, 0}'],
  ],
};

const tma: Subject = {
  template: 'matmul.wgmma',
  shape: { m: '100', n: '96', k: '168', transB: 'false', dtype: 'bfloat16' },
  values: { ...wgmma.values, copies: 'boxes', buffers: 3, lag: 0 },
  broken: [
    [
      'another tile of A',
      'A_map0, mbarriers + ((ko + 2) % 3), 4096, 32 * ko + 64,',
      'A_map0, mbarriers + ((ko + 2) % 3), 4096, 32 * ko + 32,',
    ],
    [
      'the places of a tile of B exchanged',
      '64 * ((blockX) % 2) + 32 * d1o, 0);',
      '0, 64 * ((blockX) % 2) + 32 * d1o);',
    ],
    [
      'a tile elsewhere in shared memory',
      'tma_copy2(B_shared + 1024 * d1o2 + 2048,',
      'tma_copy2(B_shared + 1024 - 1024 * d1o2 + 2048,',
    ],
    ['one buffer less than are filled', '% 3) + 16 * kio', '% 2) + 16 * kio'],
  ],
};

const lagging: Subject = {
  template: 'matmul.wgmma',
  shape: { m: '100', n: '64', k: '168', transB: 'false', dtype: 'float16' },
  values: { ...wgmma.values, buffers: 3, lag: 1 },
  broken: [
    ['products that are waited for too late', 'wgmma_wait<1>(C_acc);', 'wgmma_wait<2>(C_acc);'],
    ['last products that nobody waits for', 'wgmma_wait<0>(C_acc);', ''],
    ['products that nobody commits', 'wgmma_commit();', ''],
    ['no barrier', '__syncthreads();\n', ''],
  ],
};

/** What the harness says where a kernel does what a GPU does not allow. */
const refused = { error: ErrorNo.runtimeDevice, message: 'SIGABRT while running' };

describe.each([mma, wgmma, tma, lagging])(
  '$template in the harness, $values.copies, lag $values.lag',
  ({ template: name, shape, values, broken }) => {
    let measurer: KernelMeasurer;
    beforeAll(async () => {
      measurer = await KernelMeasurer.create(openEmulator, { seed: 3 });
    });
    afterAll(() => measurer.close());

    const template = findTemplate(name);
    const workload = findOperator(template.operator).workload(undefined, shape);
    const space = template.define(workload, sm90);
    const task = { template, workload, target: sm90, space };
    const intact = generate(task, space.config(values));

    async function run(kernel: DeviceKernel): Promise<Measurement> {
      const problem = { reference: reference(workload), target: sm90 };
      const tolerance = toleranceOf(task, space.config(values));
      for await (const trial of measurer.measure(problem, [{ make: () => kernel, tolerance }])) return trial;
      throw new Error('nothing was measured');
    }

    /** The kernel with the last such piece of it replaced. */
    function changed(piece: string, by: string): DeviceKernel {
      const { source } = intact;
      expect(source).toContain(piece);
      const at = source.lastIndexOf(piece);
      return { ...intact, source: source.slice(0, at) + by + source.slice(at + piece.length) };
    }

    test('is right as it is', async () => {
      expect(await run(intact)).toMatchObject({ error: ErrorNo.none });
    });

    test.each(broken)('is wrong with %s', async (_, piece, by) => {
      expect(await run(changed(piece, by))).toMatchObject({ error: ErrorNo.wrongAnswer });
    });

    if (name === 'matmul.mma')
      test('fails where a matrix does not start at 16 bytes', async () => {
        expect(await run(changed('+ 16 * kio, 80)', '+ 4 + 16 * kio, 80)'))).toMatchObject(refused);
      });

    test('fails where not all lanes of a warp come to an instruction', async () => {
      const piece = name === 'matmul.mma' ? 'mma_bfloat16(C_acc' : `wgmma_64_${shape['dtype']}_km(&C_acc`;
      expect(await run(changed(piece, `if (threadX < 16) ${piece}`))).toMatchObject(refused);
    });

    if (values['copies'] === 'boxes')
      test.each([
        ['nobody waits for A', 'wait_mbarrier(mbarriers, ((ko) % 3), phases);', ''],
        ['nobody waits for B', 'wait_mbarrier(mbarriers, ((ko) % 3) + 3, phases);', ''],
        ['threads wait for odd phases first', 'unsigned phases = 0;', 'unsigned phases = ~0u;'],
        ['the phases of buffers are not told apart', 'phases ^= 1u << number;', 'phases = ~phases;'],
        ['no barrier is before what fills a buffer again', '__syncthreads();\n          if (', 'if ('],
        ['nobody copies what is waited for', 'tma_copy2(A_shared + 0,', 'if (blockX > 8) tma_copy2(A_shared + 0,'],
        ['an mbarrier counts on too few bytes', 'mbarriers + 0, 4096,', 'mbarriers + 0, 2048,'],
        [
          'an mbarrier counts on more tiles',
          'init_mbarriers(mbarriers + 3, 3, 2)',
          'init_mbarriers(mbarriers + 3, 3, 3)',
        ],
        [
          'an mbarrier counts on fewer tiles',
          'init_mbarriers(mbarriers + 3, 3, 2)',
          'init_mbarriers(mbarriers + 3, 3, 1)',
        ],
        [
          'every thread asks for a box',
          'threadIdx.x + threadIdx.y + threadIdx.z == 0) {\n#ifdef TUNE_CUDA_HOST_H\n    tune_host::tma_copy',
          'true) {\n#ifdef TUNE_CUDA_HOST_H\n    tune_host::tma_copy',
        ],
        ['mbarriers are not initialized', 'init_mbarriers(mbarriers + 0, 3, 1);', ''],
        ['a tile does not start at 128 bytes', 'tma_copy2(A_shared + 0,', 'tma_copy2(A_shared + 8,'],
        [
          'a tile lies outside of shared memory',
          'tma_copy2(B_shared + 1024 * d1o2 + 2048,',
          'tma_copy2(B_shared + (1 << 20) + 2048,',
        ],
        ['a tile is copied that nobody waits for', 'if (-ko + 3 >= 0)', 'if (true)'],
      ])('fails where %s', async (_, piece, by) => {
        expect(await run(changed(piece, by))).toMatchObject(refused);
      });

    if (values['copies'] === 'threads')
      test.each([
        ['lanes mean different matrices', '16 * kio, 64, 512, 64)', '16 * kio + 8 * threadX, 64, 512, 64)'],
        ['rows are not said to be swizzled', 'swizzle == 64 ? 2ull', 'swizzle == 64 ? 0ull'],
      ])('fails where %s', async (_, piece, by) => {
        expect(await run(changed(piece, by))).toMatchObject(refused);
      });
  },
);
