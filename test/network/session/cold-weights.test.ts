import { describe, expect, test } from '@jest/globals';
import { measureColdWeights, type ColdWeights } from '../../../src/network/session/cold-weights.js';
import type { ConstantTensor } from '../../../src/network/onnx/model.js';
import { machine } from '../../../src/target/machine.js';
import type { Task } from '../../../src/templates/template.js';
import { avx512, withThreads } from '../../support/targets.js';
import { configsOf } from '../../tuner/records.js';
import { taskOf } from './fixtures.js';

const BANDWIDTH = 1e9;
const { caches, cores } = machine();
/** Floats that half of the caches hold. */
const held = Math.floor((cores * caches.l3) / 8);

/** The extra of a model of so many floats, and the threads that its bandwidth was measured on. */
async function extraOf(floats: number): Promise<{ readonly extra: ColdWeights; readonly asked: readonly number[] }> {
  const asked: number[] = [];
  const one = { type: 'float32', shape: [floats - 1] } as unknown as ConstantTensor;
  const other = { type: 'float32', shape: [] } as unknown as ConstantTensor;
  const constants = new Map(Object.entries({ one, other }));
  const extra = await measureColdWeights({ constants }, withThreads(avx512, 2), (threads) => {
    asked.push(threads);
    return Promise.resolve(BANDWIDTH);
  });
  return { extra, asked };
}

/** Bytes of a packed argument: kernels may read so many beyond it. */
const packed = (floats: number): number => 4 * floats + 64;

const image = { inChannels: '32', height: '8', width: '8', kernel: '3', pad: '1' };
const direct = taskOf('conv2d.direct', { ...image, outChannels: '16', epilogue: 'bias' });

/** Bytes that the first config of a task is charged, of weights that no cache holds. */
async function charged(task: Task): Promise<number> {
  const { extra } = await extraOf(held + 1);
  const [config] = configsOf(task, 1);
  const seconds = extra({ task, config: config! });
  expect(extra({ task, config: config! })).toBe(seconds);
  return Math.round(seconds * BANDWIDTH);
}

describe('weights', () => {
  test('cost nothing where half of the caches hold all of a model, and nothing is measured', async () => {
    const { extra, asked } = await extraOf(held);
    expect(asked).toEqual([]);
    expect(extra({ task: direct, config: configsOf(direct, 1)[0]! })).toBe(0);
  });

  test('come from memory where they do not, at the bandwidth of the threads', async () => {
    expect((await extraOf(held + 1)).asked).toEqual([2]);
  });

  test('are those of a convolution as it packs them; other inputs are none', async () => {
    expect(await charged(direct)).toBe(packed(16 * 32 * 9));
    const winograd = taskOf('conv2d.winograd', { ...image, outChannels: '16' });
    const tile = configsOf(winograd, 1)[0]!.values;
    const points = (Number(tile['tile_h']) + 2) * (Number(tile['tile_w']) + 2);
    expect(await charged(winograd)).toBeGreaterThanOrEqual(4 * 16 * 32 * points);
  });

  test('are those of both layers of a pair', async () => {
    const both = 4 * (32 * 9 + 32 * 16);
    expect(await charged(taskOf('separable.rows', { ...image, outChannels: '16' }))).toBeGreaterThanOrEqual(both);
    const pooled = { ...image, outChannels: '16', poolKernel: '2', poolStride: '2' };
    expect(await charged(taskOf('conv_pool.rows', pooled))).toBeGreaterThanOrEqual(4 * 16 * 32 * 9);
  });

  test('are none where no input is constant', async () => {
    expect(await charged(taskOf('matmul.blocked', { m: '8', n: '16', k: '8' }))).toBe(0);
    const constant = taskOf('matmul.blocked', { m: '8', n: '16', k: '8', constant: 'B' });
    expect(await charged(constant)).toBe(packed(16 * 8));
  });
});
