import { describe, expect, test } from '@jest/globals';
import { lower, featureNest } from '../../src/ir/lower.js';
import { Schedule } from '../../src/ir/schedule.js';
import { matmul } from '../../src/operator/matmul.js';
import { conv2d } from '../../src/operator/conv2d.js';
import { conv2dDirect } from '../../src/templates/conv2d-direct.js';
import { Random } from '../../src/space/random.js';
import { itervar, loopMatrix } from '../support/loop-matrix.js';
import { avx512 } from '../support/targets.js';
import { tensorCoreSchedule } from '../support/tensor-cores.js';
import { nestOf } from '../../src/templates/nest.js';

describe('the loop matrix', () => {
  const workload = matmul.workload(undefined, { m: '128', n: '128', k: '128' });
  const rows = loopMatrix(lower(new Schedule(matmul.computation(workload))));

  test("of a plain gemm is AutoTVM's itervar feature, number by number", () => {
    const touch = (row: number, key: string): number[] => {
      const { stride, count, reuse } = rows[row]!.touches.get(key)!;
      return [stride, count, reuse];
    };
    const attributes = rows.map((r) => [r.length, r.nestLevel, r.topDown, r.bottomUp]);
    expect(attributes).toEqual([
      [128, 1, 128, 2097152],
      [128, 2, 16384, 16384],
      [128, 3, 2097152, 128],
    ]);
    expect(touch(0, 'A_0')).toEqual([128, 16384, 128]);
    expect(touch(0, 'B_0')).toEqual([0, 16384, 128]);
    expect(touch(1, 'A_0')).toEqual([0, 128, 128]);
    expect(touch(1, 'B_0')).toEqual([1, 16384, 1]);
    expect(touch(2, 'A_0')).toEqual([1, 128, 1]);
    expect(touch(2, 'B_0')).toEqual([128, 128, 1]);
    expect(touch(2, 'C_1')).toEqual([0, 1, 128]);
    expect(touch(2, 'C_2')).toEqual([0, 1, 128]);
    expect(rows[2]).toMatchObject({ adds: 1, muls: 1, divs: 0 });
  });

  test('flattens to 18 numbers a loop and 6 an access, in logarithms', () => {
    const flat = itervar(rows);
    expect(flat).toHaveLength(3 * 18 + 6 * (5 + 5 + 4));
    expect(flat[0]).toBeCloseTo(Math.log2(129));
    expect(flat[1]).toBe(1);
    expect(flat.slice(4, 15)).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0]);
  });

  test('has the loops of a matrix instruction as loops', () => {
    const tiles = {
      ...{ warps_m: 2, warps_n: 1, tile_m: 1, tile_n: 2, block_k: 32, vector_a: 8, vector_b: 8, pad: 0 },
      ...{ unroll_k: 1, order: 'mn', buffers: 1, split_k: 1 },
    };
    const shape = { m: '64', n: '64', k: '128', transB: 'false', dtype: 'float16' };
    const all = loopMatrix(featureNest(tensorCoreSchedule('mma', shape, tiles, 'float16')));
    const tensorized = all.filter(({ stage, annotation }) => stage === 'C_acc' && annotation === 'tensorize');
    expect(tensorized.map(({ name, length }) => [name, length])).toEqual([
      ['i3', 16],
      ['j3', 16],
      ['kii', 16],
    ]);
    const products = tensorized.at(-1)!;
    expect([products.adds, products.muls]).toEqual([1, 1]);
    // Blocks, warps, blocks of the sum, steps in one, tiles of a warp, what an instruction multiplies: the lanes share
    // that.
    expect(products.topDown).toBe(4 * 2 * 4 * 2 * 2 * 16 ** 3);
    // AutoTVM's annotations have none for it.
    expect(itervar([products]).slice(4, 15)).toEqual(Array(11).fill(0));
  });

  test('tells configs of a template apart', () => {
    const shape = conv2d.workload('resnet18.C9', {});
    const task = { template: conv2dDirect, workload: shape, target: avx512, space: conv2dDirect.define(shape, avx512) };
    const random = new Random(3);
    const features = new Set<string>();
    for (let i = 0; i < 20; i++) features.add(itervar(loopMatrix(nestOf(task, task.space.sample(random)!))).join());
    expect(features.size).toBeGreaterThan(17);
  });
});
