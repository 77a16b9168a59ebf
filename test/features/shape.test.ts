import { ownKernels } from '../../src/backend/own-kernels.js';
import { describe, expect, test } from '@jest/globals';
import { acrossTemplates, featurizer } from '../../src/features/registry.js';
import { scaled } from '../../src/features/scale.js';
import { shapeFeaturizer } from '../../src/features/shape.js';
import { SpaceBuilder } from '../../src/space/builder.js';
import { conv2d } from '../../src/operator/conv2d.js';
import { readTables } from '../../src/log/table/read.js';
import { toTask } from '../../src/log/table/task.js';
import { makeTask } from '../../src/templates/task.js';
import { findTemplate } from '../../src/templates/registry.js';
import { nearestKin, viewOf } from '../../src/transfer/known-tasks.js';
import { ownHistoryOf } from '../../src/transfer/record-histories.js';
import { take } from '../support/take.js';
import { avx2 } from '../support/targets.js';

const space = new SpaceBuilder().choice('a', [1, 2, 3]).build();
const nest = (): never => {
  throw new Error('no nest is asked for');
};

describe('the view of the shape', () => {
  test('is the same for every config, behind the columns of other views', () => {
    const sizes = new Map([
      ['height', 56],
      ['pad[0]', 0],
    ]);
    const view = featurizer(['knobs', 'shape'], { space, nest, sizes });
    expect(view.names.slice(-2)).toEqual(['shape: height', 'shape: pad[0]']);
    for (const index of [0, 1, 2]) {
      const row = new Float32Array(view.width);
      view.write(space.get(index), row, 0);
      expect([...row.slice(-2)]).toEqual([scaled(56), 0]);
    }
    expect(shapeFeaturizer(new Map()).width).toBe(0);
  });

  test('has the numbers of a workload, and of what others measured the numbers of its arguments', async () => {
    const ours = makeTask(findTemplate('conv2d.direct'), conv2d.workload('resnet18.C2', {}), avx2);
    expect(viewOf(ours, ['shape']).names).toEqual(expect.arrayContaining(['shape: inChannels', 'shape: height']));
    const [table] = take((await readTables('test/fixtures/made-up.kt-cache.json', ownKernels)).tables, 1);
    expect(viewOf(toTask(table), ['shape']).names).toEqual(['shape: args[0]', 'shape: args[1]']);
  });

  test('makes no kin by itself', async () => {
    expect(acrossTemplates(['knobs', 'shape'])).toEqual([]);
    expect(acrossTemplates(['curve', 'knobs', 'shape'])).toEqual(['curve', 'shape']);
    const [table] = take((await readTables('test/fixtures/made-up.kt-cache.json', ownKernels)).tables, 1);
    const own = ownHistoryOf(table);
    const task = { ...own.task, space };
    expect(nearestKin({ ...own, task }, [own], ['knobs', 'shape'])).toEqual([]);
    expect(nearestKin(own, [own], ['knobs', 'shape'])).toHaveLength(1);
  });
});
