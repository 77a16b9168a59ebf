import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Builder } from '../../../../src/backend/cpu/builder.js';
import type { CpuKernel } from '../../../../src/backend/cpu/cpu-kernel.js';
import { hostTarget } from '../../../../src/backend/cpu/target.js';
import { generate } from '../../../../src/backend/generate.js';
import type { Built } from '../../../../src/measure/build.js';
import { ErrorNo } from '../../../../src/measure/measurement.js';
import { nativeProgram } from '../../../../src/measure/native.js';
import { ObjectCache } from '../../../../src/measure/object-cache.js';
import { Scratch } from '../../../../src/measure/scratch.js';
import { findOperator } from '../../../../src/operator/registry.js';
import { findTemplate } from '../../../../src/templates/registry.js';
import { makeTask } from '../../../../src/templates/task.js';

const operator = findOperator('conv2d');
const workload = operator.workload('resnet18.C12', {});
const targetOf = (threads: number) => ({ ...hostTarget(), threads });

/** Kernels of two configs that differ, but have a stage in common. */
function pair(threads = 2): readonly [CpuKernel, CpuKernel] {
  const task = makeTask(findTemplate('conv2d.winograd'), workload, targetOf(threads), operator);
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

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tune-test-units-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

/** Builds kernels, one after the other, in a run of its own. */
async function build(
  kernels: readonly CpuKernel[],
  keeps = true,
  threads = 2,
): Promise<readonly (Built & { cut: boolean })[]> {
  const scratch = new Scratch();
  const native = await nativeProgram(scratch);
  const kept = keeps ? new ObjectCache(folder, scratch) : undefined;
  const builder = new Builder({ native, scratch, jobs: 2, compiler: undefined, timeoutSeconds: 60, kept });
  try {
    const built: (Built & { cut: boolean })[] = [];
    for (const kernel of kernels) {
      const one = await builder.build(kernel, targetOf(threads), 'kernel');
      built.push({ ...one, cut: 'path' in one && readFileSync(one.path).includes('stage_') });
    }
    return built;
  } finally {
    await builder.close();
    scratch.close();
  }
}

test.each([1, 2])(
  'a stage that two kernels on %i threads have is compiled once, and later not at all',
  async (threads) => {
    const kernels = pair(threads);
    const shared = kernels[0].units!.units.filter((unit) => kernels[1].units!.units.includes(unit));
    expect(shared.length).toBeGreaterThan(0);
    const cold = await build(kernels, true, threads);
    expect(Math.min(...cold.map(({ seconds }) => seconds))).toBeGreaterThan(0);
    const files = readdirSync(folder).length;
    const units = new Set(kernels.flatMap((kernel) => kernel.units!.units)).size;
    expect(files).toBeLessThanOrEqual(units + 2);
    const warm = await build(kernels, true, threads);
    expect(warm.every((one) => 'path' in one)).toBe(true);
    expect(warm.map(({ seconds }) => seconds)).toEqual([0, 0]);
    expect(readdirSync(folder)).toHaveLength(files);
  },
  60_000,
);

test('where a unit is refused, the whole source says why', async () => {
  const [kernel] = pair();
  const [first = '', ...others] = kernel.units!.units;
  const units = { ...kernel.units!, units: [`${first}x`, ...others] };
  const [refused, whole] = await build(
    [
      { ...kernel, source: `${kernel.source}int;broken`, units },
      { ...kernel, units },
    ],
    false,
  );
  expect(refused).toMatchObject({ error: ErrorNo.compileHost });
  expect(whole).toHaveProperty('path');
}, 60_000);

test('of a source that was changed the whole is built', async () => {
  const [kernel] = pair();
  const built = await build([kernel, { ...kernel, source: `${kernel.source}int other;` }], false);
  expect(built.map(({ cut }) => cut)).toEqual([true, false]);
}, 60_000);
