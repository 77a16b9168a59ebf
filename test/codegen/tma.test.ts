import { describe, expect, test } from '@jest/globals';
import { generateCuda } from '../../src/backend/cuda/codegen/cuda.js';
import type { CudaKernel } from '../../src/backend/cuda/cuda-kernel.js';
import { InstantiationError } from '../../src/ir/errors.js';
import { lower } from '../../src/ir/lower.js';
import type { Schedule } from '../../src/ir/schedule.js';
import type { Stage } from '../../src/ir/stage.js';
import { findOperator } from '../../src/operator/registry.js';
import { findTemplate } from '../../src/templates/registry.js';
import { sm90 } from '../support/targets.js';
import { tensorCoreSchedule } from '../support/tensor-cores.js';

const tiles = {
  ...{ groups_m: 1, groups_n: 1, tile_m: 1, tile_n: 64, block_k: 64, swizzle: 64, copies: 'boxes' },
  ...{ order: 'mn', buffers: 2, lag: 0, split_k: 1 },
} as const;

interface Change {
  readonly shape?: Readonly<Record<string, string>>;
  readonly tiles?: Partial<Record<keyof typeof tiles, number>>;
}

function schedule({ shape, tiles: changed }: Change = {}): Schedule {
  const all = { m: '72', n: '80', k: '200', transB: 'false', dtype: 'float16', ...shape };
  return tensorCoreSchedule('wgmma', all, { ...tiles, ...changed }, 'float16');
}

const kernelOf = (s: Schedule): CudaKernel => generateCuda(lower(s));

function stage(s: Schedule, name: string): Stage {
  return s.stages.find(({ tensor }) => tensor.name === name)!;
}

const misfit = (name: string): Error =>
  new InstantiationError(
    `the TMA cannot copy these tiles of ${name} into ${name}_shared: copy rectangles of contiguous rows`,
  );

describe('TMA copies', () => {
  test('are told of the tensors by maps, one for the tiles of each', () => {
    const { source, launches } = kernelOf(schedule());
    expect(launches[0]?.maps).toEqual([
      { argument: 0, offset: 0, elementBytes: 2, shape: [72, 200], box: [64, 32], swizzle: 64 },
      { argument: 1, offset: 0, elementBytes: 2, shape: [200, 80], box: [64, 32], swizzle: 64 },
    ]);
    expect(source).toContain(
      'char *__restrict__ workspace, const __grid_constant__ tensor_map A_map0, const __grid_constant__ tensor_map B_map1)',
    );
  });

  test('are of one product where there are several', () => {
    const template = findTemplate('batch_matmul.wgmma');
    const shape = { batch: '3', m: '72', n: '80', k: '200', transB: 'false', dtype: 'float16' };
    const workload = findOperator('batch_matmul').workload(undefined, shape);
    const s = template.schedule(workload, sm90, template.define(workload, sm90).config(tiles));
    const { maps } = kernelOf(s).launches.at(0)!;
    expect(maps!.map(({ shape, box }) => [shape, box])).toEqual([
      [
        [3, 72, 200],
        [1, 64, 32],
      ],
      [
        [3, 200, 80],
        [1, 64, 32],
      ],
    ]);
  });

  test('have a barrier for each buffer of each tensor, which counts its tiles', () => {
    const { source } = kernelOf(schedule({ tiles: { buffers: 3, block_k: 32, swizzle: 32 } }));
    expect(source).toContain('static __shared__ mbarrier mbarriers[6];');
    expect(source).toContain('init_mbarriers(mbarriers + 0, 3, 2);');
    expect(source).toContain('init_mbarriers(mbarriers + 3, 3, 4);');
  });

  test('have their barriers behind the tiles in dynamic shared memory', () => {
    const { source, launches } = kernelOf(schedule({ tiles: { buffers: 4 } }));
    expect(source).toContain(`(mbarrier *)((char *)dynamic_shared + ${4 * 2 * 64 * 64 * 2});`);
    expect(launches[0]?.sharedBytes).toBe(4 * 2 * 64 * 64 * 2 + 8 * 8);
  });

  // What the copies write is read by the same path: only what threads write is shown by a fence.
  test('need one barrier of the block an iteration, and no fence', () => {
    const { source } = kernelOf(schedule());
    const [, loop = ''] = source.split('for (int ko');
    expect(loop.match(/__syncthreads\(\);\n *if \(/g)).toHaveLength(1);
    expect(loop.split('__syncthreads();')).toHaveLength(2);
    expect(source).not.toContain('fence_async_proxy');
    expect(source).not.toContain('cp_async_commit');
  });

  test('of what is not copied ahead are refused', () => {
    expect(() => kernelOf(schedule({ tiles: { buffers: 1 } }))).toThrow(
      new InstantiationError('A_shared is copied by the TMA but not pipelined: give it two or more buffers'),
    );
  });

  test('into more buffers than a thread can distinguish are refused', () => {
    const s = schedule({ shape: { k: '1280' }, tiles: { buffers: 17 } });
    expect(() => kernelOf(s)).toThrow(
      new InstantiationError('the TMA fills 34 buffers, more than the 32 mbarriers of a kernel: use fewer'),
    );
  });

  test.each([
    ['whose rows do not start at 16 bytes', 'B', { shape: { n: '81' } }],
    ['of more than 256 rows', 'B', { shape: { transB: 'true' }, tiles: { groups_n: 2, tile_n: 256 } }],
  ] as const)('%s are refused', (_, name, change) => {
    expect(() => kernelOf(schedule(change))).toThrow(misfit(name));
  });

  test.each([
    ['that lie in longer rows than they are swizzled in', (shared: Stage) => shared.swizzle(32)],
    ['that are not swizzled', (shared: Stage) => (shared.swizzling = undefined)],
    ['with room between their rows', (shared: Stage) => shared.pad(2, 32)],
    ['in another order of dimensions', (shared: Stage) => shared.reorder(shared.loops.at(2)!, shared.loops.at(1)!)],
  ])('%s are refused', (_, change) => {
    const s = schedule();
    change(stage(s, 'A_shared'));
    expect(() => kernelOf(s)).toThrow(misfit('A'));
  });
});
