import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { mkdirSync, readdirSync } from 'node:fs';
import { Builder } from '../../../src/backend/cpu/builder.js';
import type { CpuKernel } from '../../../src/backend/cpu/kernel.js';
import { hostTarget } from '../../../src/backend/cpu/target.js';
import { generate } from '../../../src/backend/generate.js';
import { ErrorNo } from '../../../src/measure/measurement.js';
import { nativeProgram } from '../../../src/measure/native.js';
import { ObjectCache } from '../../../src/measure/object-cache.js';
import { Scratch } from '../../../src/measure/scratch.js';
import { findOperator } from '../../../src/operator/registry.js';
import { findTemplate } from '../../../src/templates/registry.js';
import { makeTask } from '../../../src/templates/task.js';

const target = { ...hostTarget(), threads: 2 };
const operator = findOperator('conv2d');
const task = makeTask(findTemplate('conv2d.winograd'), operator.workload('resnet18.C12', {}), target, operator);

/** Kernels of two configs that differ, but have a stage in common. */
function pair(): readonly [CpuKernel, CpuKernel] {
  const kernels: CpuKernel[] = [];
  for (let i = 0; i < 400; i++) {
    const index = (i * 977) % task.space.rawSize;
    if (!task.space.isValid(index)) continue;
    const made = generate(task, task.space.get(index)) as CpuKernel;
    if (!made.units) continue;
    const twin = kernels.find(
      ({ source, units }) => source !== made.source && units!.units.some((unit) => made.units!.units.includes(unit)),
    );
    if (twin) return [twin, made];
    kernels.push(made);
  }
  throw new Error('no two kernels have a stage in common');
}

let scratch: Scratch;
let folder = '';
beforeAll(() => {
  scratch = new Scratch();
  folder = scratch.path('kept');
  mkdirSync(folder);
});
afterAll(() => {
  scratch.close();
});

async function build(kernels: readonly CpuKernel[]): Promise<readonly number[]> {
  const native = await nativeProgram(scratch);
  const kept = new ObjectCache(folder, scratch);
  const builder = new Builder({ native, scratch, jobs: 2, compiler: undefined, timeoutSeconds: 60, kept });
  try {
    const seconds: number[] = [];
    for (const kernel of kernels) {
      const built = await builder.build(kernel, target, 'kernel');
      expect(built).toHaveProperty('path');
      seconds.push(built.seconds);
    }
    return seconds;
  } finally {
    await builder.close();
  }
}

test('a stage that two kernels have is compiled once, and a later run compiles nothing', async () => {
  const kernels = pair();
  const shared = kernels[0].units!.units.filter((unit) => kernels[1].units!.units.includes(unit));
  expect(shared.length).toBeGreaterThan(0);
  const cold = await build(kernels);
  expect(Math.min(...cold)).toBeGreaterThan(0);
  const files = readdirSync(folder).length;
  const units = new Set(kernels.flatMap(({ units }) => units!.units)).size;
  expect(files).toBeLessThanOrEqual(units + 2);
  expect(await build(kernels)).toEqual([0, 0]);
  expect(readdirSync(folder)).toHaveLength(files);
}, 60_000);

test('where a unit is refused, the whole source says why', async () => {
  const [kernel] = pair();
  const [first = '', ...others] = kernel.units!.units;
  const broken = {
    ...kernel,
    source: kernel.source + '\nint;broken',
    units: { ...kernel.units!, units: [first + 'x', ...others] },
  };
  const native = await nativeProgram(scratch);
  const builder = new Builder({ native, scratch, jobs: 2, compiler: undefined, timeoutSeconds: 60 });
  try {
    const built = await builder.build(broken, target, 'kernel');
    expect(built).toMatchObject({ error: ErrorNo.compileHost });
    expect(await builder.build(kernel, target, 'kernel')).toHaveProperty('path');
  } finally {
    await builder.close();
  }
}, 60_000);
