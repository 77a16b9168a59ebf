import { expect, test } from '@jest/globals';
import { generate } from '../../src/backend/generate.js';
import { InstantiationError } from '../../src/ir/errors.js';
import { Schedule } from '../../src/ir/schedule.js';
import { matmul } from '../../src/operator/matmul.js';
import { SpaceBuilder } from '../../src/space/builder.js';
import type { Space } from '../../src/space/space.js';
import type { Task, Template } from '../../src/templates/template.js';
import { findTemplate } from '../../src/templates/registry.js';
import { cpuSeconds } from '../support/cpu-seconds.js';
import { avx512 } from '../support/targets.js';

const workload = matmul.workload(undefined, { m: '4096', n: '4096', k: '4096' });

/** A product whose tile is unrolled, in place or in registers. */
function tiled(size: number, inRegisters: boolean): Task {
  const space = new SpaceBuilder().choice('size', [size]).build() as Space;
  const schedule = (): Schedule => {
    const whole = new Schedule(matmul.computation(workload));
    const c = whole.output;
    const sums = inRegisters ? whole.cacheWrite(c, 'register') : undefined;
    const [i, j] = c.loopsOver('i', 'j');
    const [rows, row] = c.split(i, size, 'peel');
    const [columns, column] = c.split(j, size, 'peel');
    c.reorder(rows, columns, row, column).unroll(row, column);
    sums?.computeAt(c, columns);
    return whole;
  };
  const template = { ...findTemplate('matmul.blocked'), name: 'huge', define: () => space, schedule } as Template;
  return { template, workload, target: avx512, space };
}

test.each([
  ['unrolled', false, /unrolled loops have more than 65536 iterations at \S+: unroll less$/],
  ['in registers', true, /takes 16777216 registers, more than the 65536 allowed: use smaller tiles$/],
])('a tile of 4096 x 4096 %s is refused before its text is made', (_, inRegisters, says) => {
  const task = tiled(4096, inRegisters);
  const start = cpuSeconds();
  let refusal: unknown;
  try {
    generate(task, task.space.get(0));
  } catch (error) {
    refusal = error;
  }
  expect(refusal).toBeInstanceOf(InstantiationError);
  expect(refusal).toMatchObject({ message: expect.stringMatching(says) });
  expect(cpuSeconds(start)).toBeLessThan(10);
});
