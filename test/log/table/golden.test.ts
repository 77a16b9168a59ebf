/**
 * Checks on measurements that others made, which are not in the repository: TUNE_DATA names the folder that holds them.
 */
import { ownKernels } from '../../../src/backend/own-kernels.js';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import type { Values } from '../../../src/space/space.js';
import { readTables } from '../../../src/log/table/read.js';
import type { Table } from '../../../src/log/table/table.js';
import { take } from '../../support/take.js';
import { describeWhere } from '../../support/skips.js';

const data = process.env['TUNE_DATA'];
const when = describeWhere(data !== undefined, 'TUNE_DATA, a folder of what others measured');
const read = async (name: string): Promise<readonly Table[]> => {
  const { tables, problems } = await readTables(join(data!, name), ownKernels);
  expect(problems).toEqual([]);
  expect(tables.map(({ incomplete }) => incomplete())).toEqual(tables.map(() => undefined));
  return tables;
};

/** The configs of the product that satisfy some restrictions, by index. */
function allowed({ space }: Table, restrictions: (knob: (name: string) => number) => readonly boolean[]): number[] {
  const valuesAt = (index: number): Values => {
    const digits = space.digits(index);
    return Object.fromEntries(space.knobs.map(({ name, values }, place) => [name, values.at(digits.at(place)!)!]));
  };
  return Array.from({ length: space.rawSize }, (_, index) => index).filter((index) => {
    const values = valuesAt(index);
    return restrictions((name) => Number(values[name])).every(Boolean);
  });
}

const ascending = (indices: Iterable<number>): number[] => [...indices].sort((a, b) => a - b);

when('nine VGG-16 tasks on a Ryzen 7 3700X', () => {
  test('are complete, with 43 timeouts', async () => {
    const tables = await read('autotvm_vgg-16_3700X.jsonl.gz');
    expect(tables.map(({ size }) => size)).toEqual([308, 1078, 1232, 1408, 1440, 1620, 1440, 1600, 1200]);
    const failed = tables.flatMap(({ rows }) => [...rows.values()].filter(({ error }) => error !== 0));
    expect(failed).toHaveLength(43);
    expect(tables.reduce((sum, { valid }) => sum + valid, 0)).toBe(11_326 - 43);
  });
});

when.each([
  ['A100', 4201, 0.5536],
  ['MI250X', 4362, 0.6588],
])('the convolution on an %s', (machine, valid, best) => {
  test('has the configs that its restrictions allow', async () => {
    const [table] = take(await read(`conv2d_15x15_${machine}.kt-cache.json.gz`), 1);
    expect([table.space.rawSize, table.size, table.valid]).toEqual([10_240, 4362, valid]);
    expect(Number((1000 * table.best).toFixed(4))).toBe(best);
    const keys = allowed(table, (knob) => [
      knob('use_padding') === 0 || knob('block_size_x') % 32 !== 0,
      knob('block_size_x') * knob('block_size_y') <= 1024,
      knob('use_padding') === 0 || knob('use_shmem') !== 0,
      knob('use_shmem') === 0 ||
        (knob('block_size_x') * knob('tile_size_x') + 14) * (knob('block_size_y') * knob('tile_size_y') + 14) <
          12 * 1024,
    ]);
    expect(keys).toEqual(ascending(table.rows.keys()));
  });
});

when('the matrix product on an RTX 3090', () => {
  test('has the configs that its restrictions allow', async () => {
    const [table] = take(await read('gemm_4096_RTX3090.kt-cache.json.gz'), 1);
    expect([table.space.rawSize, table.size]).toEqual([82_944, 17_956]);
    expect(Number((1000 * table.best).toFixed(3))).toBe(5.658);
    const keys = allowed(table, (knob) => [
      knob('KWG') % knob('KWI') === 0,
      knob('MWG') % (knob('MDIMC') * knob('VWM')) === 0,
      knob('NWG') % (knob('NDIMC') * knob('VWN')) === 0,
      knob('MWG') % (knob('MDIMA') * knob('VWM')) === 0,
      knob('NWG') % (knob('NDIMB') * knob('VWN')) === 0,
      knob('KWG') % ((knob('MDIMC') * knob('NDIMC')) / knob('MDIMA')) === 0,
      knob('KWG') % ((knob('MDIMC') * knob('NDIMC')) / knob('NDIMB')) === 0,
    ]);
    expect(keys).toEqual(ascending(table.rows.keys()));
  });
});
