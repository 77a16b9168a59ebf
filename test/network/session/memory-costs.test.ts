import { describe, expect, test } from '@jest/globals';
import { measureMemoryCosts, type MemoryCosts } from '../../../src/network/session/memory-costs.js';
import type { ConstantTensor } from '../../../src/network/onnx/model.js';
import { machine } from '../../../src/target/machine.js';
import type { Task } from '../../../src/templates/template.js';
import type { Best } from '../../../src/tuner/leaderboard.js';
import { avx512, withThreads } from '../../support/targets.js';
import { configsOf } from '../../tuner/records.js';
import { taskOf } from './fixtures.js';

const BANDWIDTH = 1e9;
const { l2 } = machine().caches;
/** Floats that half of a core's own cache holds. */
const held = Math.floor(l2 / 8);
const THREADS = 2;

interface Extra {
  readonly extra: MemoryCosts;
  readonly asked: readonly { readonly threads: number; readonly bytes: number }[];
}

/** The extra of a model of so many floats, and the threads and bytes that its bandwidth was measured with. */
async function extraOf(floats: number): Promise<Extra> {
  const asked: { threads: number; bytes: number }[] = [];
  const one = { type: 'float32', shape: [floats - 1] } as unknown as ConstantTensor;
  const other = { type: 'float32', shape: [] } as unknown as ConstantTensor;
  const constants = new Map(Object.entries({ one, other }));
  const extra = await measureMemoryCosts({ constants }, withThreads(avx512, THREADS), (threads, bytes) => {
    asked.push({ threads, bytes });
    return Promise.resolve(BANDWIDTH);
  });
  return { extra, asked };
}

/** The memory that images come from which no core's own cache holds. */
const ofImages = { threads: THREADS, bytes: 4 * THREADS * l2 };

/** Bytes of a packed argument: kernels may read so many beyond it. */
const packed = (floats: number): number => 4 * floats + 64;

const image = { inChannels: '32', height: '8', width: '8', kernel: '3', pad: '1' };
const direct = taskOf('conv2d.direct', { ...image, outChannels: '16', epilogue: 'bias' });

/** The first config of a task, as a kernel that was measured, or that somebody hopes for. */
function kernelOf(task: Task, seconds: number, best?: Best): Parameters<MemoryCosts>[0] {
  return { task, config: configsOf(task, 1)[0]!, seconds, best };
}

const measured = {} as Best;

/** Bytes that the first config of a task is charged, of weights that no cache holds. */
async function charged(task: Task): Promise<number> {
  const { extra } = await extraOf(held + 1);
  const kernel = kernelOf(task, 1, measured);
  const seconds = extra(kernel);
  expect(extra(kernel)).toBe(seconds);
  return Math.round(seconds * BANDWIDTH);
}

describe('weights', () => {
  test('cost nothing where half of a core’s own cache holds all of a model, and are not measured', async () => {
    const { extra, asked } = await extraOf(held);
    expect(asked).toEqual([ofImages]);
    expect(extra(kernelOf(direct, 1, measured))).toBe(0);
  });

  test('come from further away where it does not, as fast as the threads read so many bytes', async () => {
    expect((await extraOf(held + 1)).asked).toEqual([{ threads: THREADS, bytes: 4 * (held + 1) }, ofImages]);
  });

  test('of bytes are a quarter of those of floats', async () => {
    const asked: number[] = [];
    const constants = new Map([['one', { type: 'int8', shape: [4 * held] } as unknown as ConstantTensor]]);
    const measure = (_: number, bytes: number): Promise<number> => {
      asked.push(bytes);
      return Promise.resolve(BANDWIDTH);
    };
    await measureMemoryCosts({ constants }, withThreads(avx512, THREADS), measure);
    expect(asked).toEqual([ofImages.bytes]);
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

test('where finals timed calls on cold weights, these count', async () => {
  const { extra } = await extraOf(held + 1);
  expect(extra(kernelOf(direct, 1, { cold: 1.25 } as Best))).toBe(0.25);
  expect(extra(kernelOf(direct, 1, { cold: 0.75 } as Best))).toBe(-0.25);
  const cached = await extraOf(held);
  expect(cached.extra(kernelOf(direct, 1, { cold: 1.25 } as Best))).toBe(0);
});

describe('a time that nobody measured', () => {
  /** An image of so many bytes, copied. */
  const copyOf = (bytes: number): Task => taskOf('elementwise.map', { inputs: `${bytes / 4}`, expression: '0 - a' });
  const large = copyOf(2 * THREADS * l2);

  test('is no shorter than memory needs to read all inputs, and the output before it is written', async () => {
    const { extra } = await extraOf(1);
    const seconds = (3 * 2 * THREADS * l2) / BANDWIDTH;
    expect(extra(kernelOf(large, 1e-9)) + 1e-9).toBeCloseTo(seconds, 9);
    expect(extra(kernelOf(large, 2 * seconds))).toBe(0);
  });

  test('stands where the caches of the cores hold what it moves, or where it was measured', async () => {
    const { extra } = await extraOf(1);
    expect(extra(kernelOf(copyOf(l2 / 4), 1e-9))).toBe(0);
    expect(extra(kernelOf(large, 1e-9, measured))).toBe(0);
  });
});
