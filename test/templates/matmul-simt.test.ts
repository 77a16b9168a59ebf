import { expect, test } from '@jest/globals';
import { bytesOf, storagesOf } from '../../src/codegen/cuda-accesses.js';
import { findOperator } from '../../src/operator/registry.js';
import { Random } from '../../src/space/random.js';
import type { Space } from '../../src/space/space.js';
import { parseTarget } from '../../src/target/parse.js';
import { nestOf } from '../../src/templates/generate.js';
import { findTemplate } from '../../src/templates/registry.js';
import { sm80 } from '../support/targets.js';

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
  expect(buffersOf(spaceOf(256, parseTarget('cuda -arch=sm_75')))).toEqual([1, 2]);
  expect(buffersOf(spaceOf(12))).toEqual([1, 2, 3]);
  expect(buffersOf(spaceOf(4))).toEqual([1]);
});

test('all buffers of the tiles fit the shared memory', () => {
  const workload = findOperator('matmul').workload(undefined, { m: '512', n: '512', k: '512' });
  const target = parseTarget('cuda -arch=sm_86');
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
  expect(most).toBeLessThanOrEqual(target.gpu!.sharedPerBlock);
  expect(most).toBeGreaterThan(target.gpu!.sharedPerBlock / 2);
});
