import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { compareNetwork } from '../../../../src/network/compare/compare.js';
import { openVino } from '../../../../src/network/compare/openvino.js';
import { fakeOpenVino } from '../../../network/compare/fake-openvino.js';
import { onnxRuntime } from '../../../../src/network/compare/onnxruntime.js';
import type { NetworkToCompare } from '../../../../src/network/compare/comparison.js';
import { Scratch } from '../../../../src/measure/scratch.js';
import { WorkError } from '../../../../src/target/errors.js';
import { useQuickGcc } from '../../../support/quick-gcc.js';
import { fakeRuntime } from '../../../network/compare/fake-runtime.js';
import { writeTinyLibrary } from '../../../network/compare/tiny-library.js';

useQuickGcc();

const scratch = new Scratch();
const folder = scratch.path('library');
const runtimes = [onnxRuntime(fakeRuntime(scratch.path('runtime')))];
const data = Float32Array.from({ length: 64 }, (_, i) => (i % 7) - 3);
const events = [
  { name: 'm_nchwc', op: 'Conv', us: 20 },
  { name: 'ReorderOutput', op: 'ReorderOutput', us: 3 },
  { name: 'made up', op: 'Cast', us: 2 },
];

function network(model: object, changes: Partial<NetworkToCompare> = {}): NetworkToCompare {
  const path = join(scratch.folder, `model-${scratch.number()}.json`);
  writeFileSync(path, JSON.stringify(model));
  return {
    name: 'tiny',
    folder,
    shape: 0,
    model: path,
    nodes: [{ name: 'first', inputs: ['x'], outputs: ['m'] }],
    inputs: [{ name: 'x', type: 'float32', shape: [1, 64] }],
    fixed: new Map(),
    outputs: [{ name: 'y', type: 'float32', shape: [1, 64] }],
    data: [data],
    layers: [{ name: 'first', nodes: ['first'] }],
    calls: [{ layer: 'first', alone: 1e-6 }, { layer: 'm to NCHW' }],
    threads: 1,
    ...changes,
  };
}

beforeAll(() => writeTinyLibrary(folder, data));
afterAll(() => {
  scratch.close();
});

describe('a library of ours and ONNX Runtime', () => {
  test('take turns on the same inputs, layer by layer', async () => {
    const compared = await compareNetwork(network({ factor: 1.5, events }), { runtimes, seconds: 0 });
    expect(compared).toMatchObject({ threads: 1, rounds: 9 });
    const { ratio, ratio_low: low, ratio_high: high } = compared;
    const times = [compared.ours, compared.onnxruntime].map((one) => [one.seconds_p10, one.seconds, one.seconds_p90]);
    for (const [least, median, most] of [...times, [low, ratio, high]]) {
      expect(least).toBeGreaterThan(0);
      expect(median).toBeGreaterThanOrEqual(least!);
      expect(most).toBeGreaterThanOrEqual(median!);
    }
    expect(compared.onnxruntime.description).toMatch(
      /^ONNX Runtime 1\.30\.0, a call through Node costs [\d.]+ µs, threads 1$/,
    );
    for (const one of [compared.ours, compared.onnxruntime]) {
      expect(one.first_seconds).toBeGreaterThan(0);
      expect(one.base_bytes).toBeGreaterThan(0);
      expect(one.peak_bytes).toBeGreaterThan(one.base_bytes);
    }
    expect(compared.largest_difference).toBeCloseTo(1 / 3, 6);
    const [layer, conversions, other] = compared.layers;
    expect(layer).toMatchObject({ kind: 'layer', layer: 'first', nodes: ['first'] });
    expect(layer!.onnxruntime_seconds).toBeCloseTo(20e-6, 9);
    expect(conversions).toMatchObject({ kind: 'conversions' });
    expect(conversions!.onnxruntime_seconds).toBeCloseTo(3e-6, 9);
    expect(other).toMatchObject({ kind: 'other', nodes: ['made up'], seconds: 0 });
    expect(other!.onnxruntime_seconds).toBeCloseTo(2e-6, 9);
    for (const { seconds } of [layer!, conversions!]) expect(seconds).toBeGreaterThan(0);
  });

  test('take turns with OpenVINO, too', async () => {
    const nodes = [
      { name: 'Multiply_3', op: 'Convolution', seconds: 5e-6, origins: ['first'] },
      { name: 'fake', op: 'Reorder', seconds: 1e-6, origins: [] },
    ];
    const both = [...runtimes, openVino(fakeOpenVino(scratch.path('python'), nodes), 'float32')];
    const compared = await compareNetwork(network({ factor: 1, events }), { runtimes: both, seconds: 0 });
    expect(compared.openvino).toMatchObject({ seconds: 2e-6, load_seconds: 0.5, base_bytes: 1000, peak_bytes: 2000 });
    expect(compared.openvino!.description).toBe('OpenVINO 2026.4 in float32, threads 1');
    expect(compared.openvino!.largest_difference).toBe(0);
    expect(compared.openvino!.ratio).toBeGreaterThan(0);
    expect(compared.layers.map((layer) => layer.openvino_seconds)).toEqual([5e-6, 1e-6, null]);
    expect(compared.layers.map((layer) => layer.alone_seconds)).toEqual([1e-6, null, null]);
  });

  test('are compared without OpenVINO where that cannot read the model, and why is said', async () => {
    const python = scratch.path('python-without');
    writeFileSync(python, '#!/bin/sh\necho "error RuntimeError: no such operator"\n');
    chmodSync(python, 0o755);
    const both = [...runtimes, openVino(python, 'float32')];
    const compared = await compareNetwork(network({ factor: 1, events }), { runtimes: both, seconds: 0 });
    expect(compared).toMatchObject({
      openvino: null,
      openvino_refusal: 'OpenVINO cannot be timed: RuntimeError: no such operator.',
    });
    expect(compared.layers.every((layer) => layer.openvino_seconds === null)).toBe(true);
  });

  test.each([
    ['a model that it cannot read', { model: '/nowhere/model.onnx' }, /ONNX Runtime cannot be timed: ENOENT/],
    [
      'another input',
      { inputs: [{ name: 'x', type: 'float32', shape: [1, 65] }] },
      /cannot be timed: inputs have another shape/,
    ],
    [
      'outputs of other shapes',
      { outputs: [{ name: 'y', type: 'float32', shape: [1, 63] }] },
      /outputs of other shapes than ours/,
    ],
    ['layers of another library', { calls: [{ layer: 'first' }] }, /The library has other layers than its network/],
    ['a folder without a library', { folder: scratch.folder }, /cannot be built: /],
  ])('refuse %s in one sentence', async (_, changes, message) => {
    const compared = compareNetwork(network({ factor: 1, events }, changes), { runtimes, seconds: 0 });
    const error: unknown = await compared.catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(WorkError);
    expect((error as Error).message).toMatch(message);
    expect((error as Error).message).not.toContain('\n');
  });

  test('stop when they are told to', async () => {
    const reason = new Error('enough');
    const aborted = compareNetwork(network({ factor: 1, events }), { runtimes, signal: AbortSignal.abort(reason) });
    await expect(aborted).rejects.toBe(reason);
  });
});
