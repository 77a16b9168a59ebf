import { beforeAll, describe, expect, test } from '@jest/globals';
import { PhysicalLimits } from '../../../src/backend/physical-limits.js';
import { backendOf, parseTarget } from '../../../src/backend/registry.js';
import { loadSource } from '../../../src/catalogue/load-file.js';
import { findOperator } from '../../../src/operator/registry.js';
import { findTemplate } from '../../../src/templates/registry.js';
import { makeTask } from '../../../src/templates/task.js';
import type { Task } from '../../../src/templates/template.js';
import { sourceFolder, writeSource } from '../../support/source-spec.js';

const target = parseTarget('llvm', 1);
const limits = new PhysicalLimits();
const folder = sourceFolder();

function taskOf(template: string, shape: Readonly<Record<string, string>>): Task {
  const found = findTemplate(template);
  return makeTask(found, findOperator(found.operator).workload(undefined, shape), target);
}

const matmul = taskOf('matmul.blocked', { m: '64', n: '64', k: '64' });
const winograd = taskOf('conv2d.winograd', {
  inChannels: '16',
  outChannels: '16',
  height: '16',
  width: '16',
  kernel: '3',
  pad: '1',
});

/** Seconds of a call at so many FLOP/s of the direct algorithm. */
function at(task: Task, rate: number): number {
  return findOperator(task.workload.operator).flops(task.workload) / rate;
}

const copied = taskOf('elementwise.map', { inputs: '64x64', expression: 'a*2' });
const bytes = 4 * 64 * 64;

let stores: number;
beforeAll(async () => {
  ({ stores } = await backendOf(target).measureNearestCache!());
});

describe('a time is refused', () => {
  test('that is beyond the measured peak of the machine, and not one that is near it', async () => {
    const peak = (await backendOf(target).measurePeak(target))!;
    for (const share of [0.1, 0.9, 1]) expect(await limits.refuse(matmul, at(matmul, share * peak))).toBeUndefined();
    expect(await limits.refuse(matmul, at(matmul, 2 * peak))).toMatch(
      /^\S+ .?s a call are impossible: the operations of this workload would take .* GFLOPS, and this machine does at most .*$/,
    );
  });

  test('by the peak of its own type', async () => {
    const narrow = parseTarget('llvm', 1, 'uint8');
    const { template, workload } = taskOf('matmul.blocked', { m: '64', n: '64', k: '64', dtype: 'uint8' });
    const task = makeTask(template, workload, narrow);
    const peak = (await backendOf(narrow).measurePeak(narrow, 'uint8'))!;
    expect(await limits.refuse(task, at(task, peak))).toBeUndefined();
    expect(await limits.refuse(task, at(task, 2 * peak))).toMatch(
      /would take .* Gop\/s, and this machine does at most/,
    );
  });

  test('that is beyond every machine', async () => {
    expect(await limits.refuse(matmul, 1e-9)).toMatch(/^1.00 ns a call are impossible/);
  });

  test('but not what an algorithm may save', async () => {
    const peak = (await backendOf(target).measurePeak(target))!;
    expect(await limits.refuse(winograd, at(winograd, 3 * peak))).toBeUndefined();
    expect(await limits.refuse(winograd, at(winograd, 20 * peak))).toMatch(/impossible/);
  });

  test('in which the nearest cache does not take the output', async () => {
    for (const share of [0.1, 0.9, 1]) expect(await limits.refuse(copied, bytes / (share * stores))).toBeUndefined();
    expect(await limits.refuse(copied, bytes / (3 * stores))).toMatch(
      /^\S+ .?s a call are impossible: writing the output of this workload, 16 KiB, would take \S+ GB\/s, and the nearest caches of this machine give at most \S+$/,
    );
  });

  test('but not one so short that what was subtracted from it is as long', async () => {
    const small = taskOf('elementwise.map', { inputs: '8x64', expression: 'a*2' });
    expect(await limits.refuse(small, 2e-9)).toBeUndefined();
  });

  test('in which source cannot write its output, whatever it computes', async () => {
    const { template, operator } = (await loadSource(writeSource(folder, { sizes: { n: 4096 } }))).source;
    const scale = makeTask(template, operator.workload(undefined, {}), target, operator);
    expect(await limits.refuse(scale, bytes / stores)).toBeUndefined();
    expect(await limits.refuse(scale, bytes / (3 * stores))).toMatch(/writing the output of this workload, 16 KiB/);
  });
});
