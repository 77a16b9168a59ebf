import { ownKernels } from '../../../src/backend/own-kernels.js';
import { describe, expect, test } from '@jest/globals';
import { ErrorNo, type Trial } from '../../../src/measure/measurement.js';
import { TableMeasurer } from '../../../src/log/table/measurer.js';
import { readTables } from '../../../src/log/table/read.js';
import { toTask } from '../../../src/log/table/task.js';
import { nestOf } from '../../../src/templates/nest.js';
import { take } from '../../support/take.js';

const [table] = take((await readTables('test/fixtures/made-up.kt-cache.json', ownKernels)).tables, 1);
const measurer = new TableMeasurer(table);
const indexOf = (x: number, y: number, tile: number): number =>
  table.space.indexOf({ block_size_x: x, block_size_y: y, tile_size_x: tile });
const good = table.space.get(indexOf(64, 2, 2));
const failed = table.space.get(indexOf(128, 1, 4));

async function measure(signal?: AbortSignal): Promise<Trial[]> {
  const found: Trial[] = [];
  for await (const one of measurer.measure(toTask(table), [good, failed], signal && { signal })) found.push(one);
  return found;
}

describe('a table in place of a device', () => {
  test('answers with what the file holds, failures included, and spends nothing', async () => {
    const spent = { compile: 0, check: 0, run: 0 };
    expect(await measure()).toEqual([
      { config: good, costs: [2e-3, 2.125e-3, 1.875e-3], error: 0, spent, timestamp: 0 },
      { config: failed, costs: [], error: ErrorNo.runtimeDevice, message: 'RuntimeFailedConfig', spent, timestamp: 0 },
    ]);
    expect(await measure()).toEqual(await measure());
    expect(await measure(AbortSignal.abort())).toEqual([]);
  });

  test('finds the same again in finals', async () => {
    const [again, stillFailed] = take(await measurer.remeasure([{ config: good }, { config: failed }]), 2);
    expect(again).toMatchObject({ costs: [2e-3, 2.125e-3, 1.875e-3], rounds: [[2e-3], [2.125e-3], [1.875e-3]] });
    expect(stillFailed).toMatchObject({ error: ErrorNo.runtimeDevice, rounds: [] });
  });

  test('can build nothing, and says so', () => {
    expect(() => nestOf(toTask(table), good)).toThrow('was measured elsewhere and has no loop nest here');
  });
});
