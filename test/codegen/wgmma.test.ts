import { describe, expect, test } from '@jest/globals';
import { generateCuda } from '../../src/backend/cuda/codegen/cuda.js';
import { InstantiationError } from '../../src/ir/errors.js';
import { lower } from '../../src/ir/lower.js';
import type { Schedule } from '../../src/ir/schedule.js';
import type { Stage } from '../../src/ir/stage.js';
import type { DType } from '../../src/ir/tensor.js';
import { tensorCoreSchedule } from '../support/tensor-cores.js';

const tiles = {
  ...{ groups_m: 1, groups_n: 1, tile_m: 1, tile_n: 32, block_k: 32, swizzle: 64, copies: 'threads' },
  ...{ order: 'mn', buffers: 1, lag: 0, split_k: 1 },
} as const;

const schedule = (dtype: DType, change: Partial<Record<keyof typeof tiles, number>> = {}, ofTiles = dtype): Schedule =>
  tensorCoreSchedule('wgmma', { m: '64', n: '64', k: '64', transB: 'false', dtype }, { ...tiles, ...change }, ofTiles);

function stage(s: Schedule, name: string): Stage {
  return s.stages.find(({ tensor }) => tensor.name === name)!;
}

const misplaced = (name: string): Error =>
  new InstantiationError(`${name} does not lie in swizzled rows of 32, 64 or 128 bytes: swizzle its shared buffer`);

function text(s: Schedule): string {
  return generateCuda(lower(s)).source;
}

describe('products of warpgroups', () => {
  // B lies along columns, which words cannot: they are transposed on the way to shared memory.
  test.each([
    ['float16', 'km'],
    ['bfloat16', 'km'],
    ['tfloat32', 'kk'],
  ] as const)('of %s are instructions on rows along %s', (dtype, majors) => {
    const source = text(schedule(dtype));
    expect(source).toContain(`wgmma_32_${dtype}_${majors}(&C_acc[0], matrix_descriptor(A_shared`);
  });

  // The harness for CPUs has no use for fences: a GPU would do without them what it likes.
  test('are begun and ended once for all of a block of the sum, and every barrier is behind a fence', () => {
    const [, kernel = ''] = text(schedule('float16', { tile_m: 2 })).split('__global__');
    expect(kernel).toMatch(
      /wgmma_fence\(C_acc\);(?:(?!wgmma_commit|wgmma_wait|__syncthreads)[^])*wgmma_\d[^]*wgmma_commit\(\);\n *wgmma_wait<0>/,
    );
    for (const once of ['wgmma_fence(C_acc);', 'wgmma_commit();', 'wgmma_wait<0>(C_acc);'])
      expect(kernel.split(once)).toHaveLength(2);
    const barriers = kernel.match(/\w+\(\);\n *__syncthreads\(\);/g)!;
    expect(barriers.map((text) => text.split('\n')[0])).toEqual(['fence_async_proxy();', 'fence_async_proxy();']);
    expect(kernel.split('__syncthreads();')).toHaveLength(3);
  });

  test('of float32, and of other depths than those of an instruction, are refused', () => {
    const refusal = (dtype: DType, of: DType): (() => string) => {
      return () => text(schedule(dtype, { block_k: 32 }, of));
    };
    expect(refusal('float32', 'tfloat32')).toThrow(
      new InstantiationError('there is no instruction for products of float32 with 32 columns'),
    );
    expect(refusal('tfloat32', 'float16')).toThrow('there is no instruction for products of tfloat32 with 32 columns');
  });

  test('of more columns than an instruction has are refused', () => {
    expect(() => text(schedule('float16', { tile_n: 512 }))).toThrow(
      new InstantiationError('there is no instruction for products of float16 with 512 columns'),
    );
  });

  test.each(['A_shared', 'B_shared'])('are refused where %s lies in longer rows', (name) => {
    const s = schedule('float16', { block_k: 64, tile_n: 64 });
    stage(s, name).store([0, 1]);
    expect(() => text(s)).toThrow(misplaced(name));
  });

  test('are refused where rows have room between them, and where they are not swizzled, or in other spans', () => {
    const changed = (change: (shared: Stage) => unknown): Schedule => {
      const s = schedule('float16');
      change(stage(s, 'A_shared'));
      return s;
    };
    expect(() => text(changed((shared) => shared.pad(2, 32)))).toThrow(misplaced('A_shared'));
    expect(() => text(changed((shared) => (shared.swizzling = undefined)))).toThrow(misplaced('A_shared'));
    expect(() => text(changed((shared) => shared.swizzle(128)))).toThrow(misplaced('A_shared'));
  });

  // The pattern of swizzling is one of addresses.
  test.each([
    [{ swizzle: 64 }, 'static __shared__ __align__(512) float16 A_shared[2048]'],
    [{ swizzle: 128, block_k: 64, tile_n: 64 }, 'static __shared__ __align__(1024) float16 A_shared[4096]'],
    [
      { swizzle: 128, block_k: 64, tile_n: 256, tile_m: 2, groups_m: 2 },
      'extern __shared__ __align__(1024) float4 dynamic_shared[]',
    ],
  ] as const)('of operands as in %j find them where the pattern of swizzling starts', (change, declared) => {
    expect(text(schedule('float16', change))).toContain(declared);
  });

  test('are refused where anything else is computed inside them', () => {
    const s = schedule('float16');
    const acc = stage(s, 'C_acc');
    stage(s, 'B_shared').computeAt(acc, acc.loops.at(-4)!);
    expect(() => text(s)).toThrow(/the tensorized loop i4 has more than one statement/);
  });
});
