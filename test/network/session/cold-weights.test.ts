import { describe, expect, test } from '@jest/globals';
import { measureColdWeights, type ColdWeights } from '../../../src/network/session/cold-weights.js';
import type { ConstantTensor } from '../../../src/network/onnx/model.js';
import { machine } from '../../../src/target/machine.js';
import type { Task } from '../../../src/templates/template.js';
import { avx512, withThreads } from '../../support/targets.js';
import { configsOf } from '../../tuner/records.js';
import { taskOf } from './fixtures.js';

const BANDWIDTH = 1e9;
/** Floats that half of a core's own cache holds. */
const held = Math.floor(machine().caches.l2 / 8);

interface Extra {
  readonly extra: ColdWeights;
  readonly asked: readonly { readonly threads: number; readonly bytes: number }[];
}

/** The extra of a model of so many floats, and the threads and bytes that its bandwidth was measured with. */
async function extraOf(floats: number): Promise<Extra> {
  const asked: { threads: number; bytes: number }[] = [];
  const one = { type: 'float32', shape: [floats - 1] } as unknown as ConstantTensor;
  const other = { type: 'float32', shape: [] } as unknown as ConstantTensor;
  const constants = new Map(Object.entries({ one, other }));
  const extra = await measureColdWeights({ constants }, withThreads(avx512, 2), (threads, bytes) => {
    asked.push({ threads, bytes });
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
  test('cost nothing where half of a core’s own cache holds all of a model, and nothing is measured', async () => {
    const { extra, asked } = await extraOf(held);
    expect(asked).toEqual([]);
    expect(extra({ task: direct, config: configsOf(direct, 1)[0]! })).toBe(0);
  });

  test('come from further away where it does not, as fast as the threads read so many bytes', async () => {
    expect((await extraOf(held + 1)).asked).toEqual([{ threads: 2, bytes: 4 * (held + 1) }]);
  });

  test('of bytes are a quarter of those of floats', async () => {
    const asked: number[] = [];
    const constants = new Map([['one', { type: 'int8', shape: [4 * held] } as unknown as ConstantTensor]]);
    const measure = (_: number, bytes: number): Promise<number> => {
      asked.push(bytes);
      return Promise.resolve(BANDWIDTH);
    };
    await measureColdWeights({ constants }, avx512, measure);
    expect(asked).toEqual([]);
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
