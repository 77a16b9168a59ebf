import { expect, test } from '@jest/globals';
import type { Kernel } from '../../src/codegen/kernel.js';
import { SpaceBuilder } from '../../src/space/builder.js';
import { MissingError } from '../../src/target/errors.js';
import { parseTarget } from '../../src/target/parse.js';
import { InstantiationError } from '../../src/templates/generate.js';
import type { Task, Template } from '../../src/templates/template.js';
import { buildOnly, type BuiltCandidate, type DryRunOptions } from '../../src/tuner/dry-run.js';
import { fakeNvcc } from '../support/fake-cuda.js';

const space = new SpaceBuilder().choice('threads', [64, 128, 2048, 0]).build();
const task: Task = {
  template: { name: 'sizes', operator: 'size', target: 'cuda' } as Template,
  workload: { operator: 'size', name: 'one', shape: {} },
  target: parseTarget('cuda -arch=sm_90'),
  space,
};
const options: DryRunOptions = {
  seed: 1,
  signal: new AbortController().signal,
  compiler: fakeNvcc,
  generate: (_, { values }): Kernel => {
    const threads = Number(values['threads']);
    if (threads === 0) throw new InstantiationError('no threads');
    const source = `extern "C" __global__ void run(float *C, char *workspace) { C[threadIdx.x] = ${threads}; }`;
    const launches: Kernel['launches'] = [
      { name: 'run', grid: [1, 1, 1], block: [threads, 1, 1], sharedBytes: threads },
    ];
    return { language: 'cuda', source, args: [], workspaceBytes: 0, openmp: false, launches };
  },
};

test('a dry run of a CUDA target needs no GPU, tells what each candidate needs, and why others are none', async () => {
  const told: BuiltCandidate[] = [];
  const result = await buildOnly([task], 10, { ...options, onBuilt: (one) => told.push(one) });
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

test('when there is no nvcc then the dry run says how to get it', async () => {
  const run = buildOnly([task], 10, { ...options, compiler: '/nowhere/nvcc' });
  await expect(run).rejects.toThrow(MissingError);
});
