import { expect, test } from '@jest/globals';
import { bytesOf, storagesOf } from '../../src/codegen/accesses.js';
import { findOperator } from '../../src/operator/registry.js';
import { Random } from '../../src/space/random.js';
import type { Space } from '../../src/space/space.js';
import { findTemplate } from '../../src/templates/registry.js';
import { gpuTarget, sm80 } from '../support/targets.js';
import { nestOf } from '../../src/templates/nest.js';

const template = findTemplate('matmul.simt');

function spaceOf(k: number, target = sm80): Space {
  return template.define(findOperator('matmul').workload(undefined, { m: '256', n: '256', k: `${k}` }), target);
}

function buffersOf(space: Space): unknown[] {
  const random = new Random(5);
  return [...new Set(Array.from({ length: 100 }, () => space.sample(random)!.values['buffers']))].sort();
}

test('tiles have more than two buffers only where copies are waited for one by one, and no more than there are tiles', () => {
  expect(buffersOf(spaceOf(256))).toEqual([1, 2, 3, 4]);
  expect(buffersOf(spaceOf(256, gpuTarget('sm_75')))).toEqual([1, 2]);
  expect(buffersOf(spaceOf(12))).toEqual([1, 2, 3]);
  expect(buffersOf(spaceOf(4))).toEqual([1]);
});

test.each([
  ['float32', 'false', { vector_a: [1], vector_b: [1, 2, 4] }],
  ['float32', 'true', { vector_a: [1, 2, 4], vector_b: [1, 2, 4] }],
  ['float16', 'false', { vector_a: [1, 2, 4, 8], vector_b: [1, 2, 4, 8] }],
])('what copies ahead turn are no vectors of words: %s with A turned: %s', (dtype, transA, expected) => {
  const shape = { m: '256', n: '256', k: '256', dtype, transA, transB: 'false' };
  const space = template.define(findOperator('matmul').workload(undefined, shape), sm80);
  const random = new Random(7);
  const all = Array.from({ length: 200 }, () => space.sample(random)!.values);
  const found = (knob: string, configs: typeof all): unknown[] => [...new Set(configs.map((v) => v[knob]))].sort();
  const ahead = all.filter(({ buffers }) => buffers !== 1);
  expect({ vector_a: found('vector_a', ahead), vector_b: found('vector_b', ahead) }).toEqual(expected);
  const widths = dtype === 'float32' ? [1, 2, 4] : [1, 2, 4, 8];
  expect(
    found(
      'vector_a',
      all.filter(({ buffers }) => buffers === 1),
    ),
  ).toEqual(widths);
});

test('all buffers of the tiles fit the shared memory', () => {
  const workload = findOperator('matmul').workload(undefined, { m: '512', n: '512', k: '512' });
  const target = gpuTarget('sm_86');
  const space = template.define(workload, target);
  const random = new Random(9);
  const bytes = Array.from({ length: 60 }, () => {
    const config = space.sample(random)!;
    const shared = storagesOf(nestOf({ template, workload, target, space }, config).body).filter(
      ({ scope }) => scope === 'shared',
    );
    expect(shared.map(({ buffers = 1 }) => buffers)).toEqual([config.values['buffers'], config.values['buffers']]);
    return shared.reduce((sum, storage) => sum + bytesOf(storage), 0);
  });
  const most = Math.max(...bytes);
  expect(most).toBeLessThanOrEqual(target.gpu.sharedPerBlock);
  expect(most).toBeGreaterThan(target.gpu.sharedPerBlock / 2);
});
