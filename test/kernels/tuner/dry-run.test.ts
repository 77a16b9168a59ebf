import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CudaKernel } from '../../../src/backend/cuda/cuda-kernel.js';
import { SpaceBuilder } from '../../../src/space/builder.js';
import { MissingError } from '../../../src/target/errors.js';
import type { Task, Template } from '../../../src/templates/template.js';
import { buildOnly, type DryRunOptions } from '../../../src/tuner/dry-run.js';
import type { Outcome } from '../../../src/tuner/dry-run-outcome.js';
import { fakeNvcc } from '../../support/fake-cuda.js';
import { parseTarget } from '../../../src/backend/registry.js';
import { InstantiationError } from '../../../src/ir/errors.js';

const space = new SpaceBuilder().choice('threads', [64, 128, 2048, 0]).build();
const task: Task = {
  template: { name: 'sizes', operator: 'size', target: 'simt' } as Template,
  workload: { operator: 'size', name: 'one', shape: {} },
  target: parseTarget('cuda -arch=sm_90'),
  space,
};
const options: DryRunOptions = {
  seed: 1,
  signal: new AbortController().signal,
  compiler: fakeNvcc,
  generate: (_, { values }): CudaKernel => {
    const threads = Number(values['threads']);
    if (threads === 0) throw new InstantiationError('no threads');
    const source = `extern "C" __global__ void run(float *C, char *workspace) { C[threadIdx.x] = ${threads}; }`;
    const launches: CudaKernel['launches'] = [
      { name: 'run', grid: [1, 1, 1], block: [threads, 1, 1], sharedBytes: threads },
    ];
    return { language: 'cuda', source, args: [], workspaceBytes: 0, launches };
  },
};

test('a dry run of a CUDA target needs no GPU, tells what each candidate needs, and why others are none', async () => {
  const all: Outcome[] = [];
  const result = await buildOnly([task], 10, { ...options, onDone: (one) => all.push(one) });
  const told = all.flatMap((one) => ('error' in one ? [] : [one]));
  expect(result.reason).toBe('exhausted');
  expect(all).toHaveLength(4);
  const { built, failures, resources, compiler, seconds, spent } = result;
  expect(built).toBe(2);
  expect(compiler).toBe('nvcc 13.0');
  expect(spent.compile).toBeGreaterThan(0);
  expect(spent.instantiate).toBeLessThan(seconds);
  expect(failures).toMatchObject([{ error: 1, count: 2 }]);
  const needs = { registers: 40, spillBytes: 12, localBytes: 16 };
  const bySize = told.toSorted((a, b) => a.config.index - b.config.index);
  expect(bySize.map(({ config }) => config.values['threads'])).toEqual([64, 128]);
  expect(bySize.map((one) => one.resources)).toEqual([
    { ...needs, sharedBytes: 256 + 64 },
    { ...needs, sharedBytes: 256 + 128 },
  ]);
  expect(resources).toEqual(told.map((one) => one.resources));
});

test('an abort after the last candidate stops nothing', async () => {
  const controller = new AbortController();
  let told = 0;
  const onDone = (): void => {
    if (++told === 4) controller.abort();
  };
  const { reason, built } = await buildOnly([task], 4, { ...options, signal: controller.signal, onDone });
  expect({ reason, built }).toEqual({ reason: 'trials', built: 2 });
});

test('when there is no nvcc then the dry run says how to get it', async () => {
  const run = buildOnly([task], 10, { ...options, compiler: '/nowhere/nvcc' });
  await expect(run).rejects.toThrow(MissingError);
});

describe('a dry run of which only the first unit is ever compiled', () => {
  const unit = 16;
  let folder: string;
  let made: number;
  let slow: DryRunOptions;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'tune-test-'));
    const compiler = join(folder, 'nvcc');
    writeFileSync(
      compiler,
      `#!/bin/sh\nfor arg; do grep -qs LATER -- "$arg" && sleep 100; done\nexec "${fakeNvcc}" "$@"\n`,
    );
    chmodSync(compiler, 0o755);
    made = 0;
    const make: DryRunOptions['generate'] = (...args) => {
      const kernel = options.generate!(...args);
      // Of units that wait together the largest is compiled first.
      const mark = made++ < unit ? '/* of the first and largest unit */' : '/* LATER */';
      return { ...kernel, source: `${mark} ${kernel.source}` };
    };
    slow = { ...options, compiler, generate: make };
  });
  afterEach(() => {
    rmSync(folder, { recursive: true });
  });
  const choices = Array.from({ length: 8 * unit }, (_, i) => i + 1);
  const long: Task = { ...task, space: new SpaceBuilder().choice('threads', choices).build() };

  test('its candidates are told while others are compiled, and an abort ends those', async () => {
    const controller = new AbortController();
    let told = 0;
    const onDone = (): void => {
      if (++told === unit) controller.abort();
    };
    const { built, failures, reason, seconds } = await buildOnly([long], 8 * unit, {
      ...slow,
      signal: controller.signal,
      onDone,
    });
    expect({ built, failures, reason }).toEqual({ built: unit, failures: [], reason: 'interrupted' });
    expect(seconds).toBeLessThan(20);
  });

  test('when the minutes are over, what is not built is dropped', async () => {
    const told: Outcome[] = [];
    const { built, failures, reason } = await buildOnly([long], 8 * unit, {
      ...slow,
      minutes: 0.01,
      onDone: (one) => told.push(one),
    });
    expect({ failures, reason }).toEqual({ failures: [], reason: 'minutes' });
    expect(built).toBeLessThanOrEqual(unit);
    expect(told.filter((one) => !('error' in one))).toHaveLength(built);
  });
});
