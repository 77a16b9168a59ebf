import { ownKernels } from '../../../src/backend/own-kernels.js';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { ErrorNo } from '../../../src/measure/measurement.js';
import { readTables } from '../../../src/log/table/read.js';
import type { Table } from '../../../src/log/table/table.js';
import { take } from '../../support/take.js';

const fixture = 'test/fixtures/made-up.kt-cache.json';
const text = readFileSync(fixture, 'utf8');

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tune-caches-'));
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

async function read(
  content: string | Buffer,
  name = 'cache.json',
): Promise<{ tables: readonly Table[]; problems: string[] }> {
  const path = join(folder, name);
  writeFileSync(path, content);
  const { tables, problems } = await readTables(path, ownKernels);
  return { tables, problems: problems.map((problem) => problem.replace(path, 'CACHE')) };
}

describe('a Kernel Tuner cache', () => {
  test('is a table of the configs that are its keys', async () => {
    const { tables, problems } = await readTables(fixture, ownKernels);
    expect(problems).toEqual([]);
    const [table] = take(tables, 1);
    expect(table.task).toBe('made_up 64x64 on Imaginary GPU');
    expect(table.identity).toEqual({
      format: 'kernel-tuner',
      device: 'Imaginary GPU',
      kernel: 'made_up',
      problemSize: [64, 64],
    });
    expect(table.space.knobs).toEqual([
      { name: 'block_size_x', kind: 'ot', values: [16, 32, 64, 128] },
      { name: 'block_size_y', kind: 'ot', values: [1, 2, 4] },
      { name: 'tile_size_x', kind: 'ot', values: [1, 4, 2] },
    ]);
    expect([table.size, table.valid, table.space.size, table.space.rawSize, table.best]).toEqual([
      27, 25, 27, 36, 2e-3,
    ]);
    expect(table.incomplete()).toBeUndefined();
    const allowed = Array.from({ length: 36 }, (_, i) => i).filter((i) => table.space.isValid(i));
    for (const { values } of allowed.map((index) => table.space.get(index))) {
      expect(Number(values['block_size_x']) * Number(values['block_size_y'])).toBeLessThanOrEqual(128);
    }
  });

  test('gives seconds: single runs, and what a trial costs in all its steps', async () => {
    const [{ rows, space }] = take((await readTables(fixture, ownKernels)).tables, 1);
    const row = rows.get(space.indexOf({ block_size_x: 64, block_size_y: 2, tile_size_x: 2 }))!;
    expect(row).toEqual({ costs: [2e-3, 2.125e-3, 1.875e-3], error: 0, trialSeconds: expect.closeTo(0.135, 9) });
    const failed = rows.get(space.indexOf({ block_size_x: 128, block_size_y: 1, tile_size_x: 4 }))!;
    expect(failed).toMatchObject({ costs: [], error: ErrorNo.runtimeDevice, message: 'RuntimeFailedConfig' });
    const uncompiled = rows.get(space.indexOf({ block_size_x: 16, block_size_y: 4, tile_size_x: 1 }))!;
    expect(uncompiled.error).toBe(ErrorNo.compileDevice);
  });

  test.each([
    ['"time":1e20,', ErrorNo.unknown],
    ['"__error__":"CompilationFailedConfig",', ErrorNo.compileDevice],
    ['"time":"SomethingElse",', ErrorNo.unknown],
  ])('knows the failures of other versions: %s', async (failure, error) => {
    const { tables, problems } = await read(text.replace(/"time":2.25,/, failure));
    expect(problems).toEqual([]);
    const { rows, space, valid } = tables.at(0)!;
    const found = rows.get(space.indexOf({ block_size_x: 64, block_size_y: 2, tile_size_x: 1 }));
    expect([found?.error, found?.costs, valid]).toEqual([error, [], 24]);
  });

  test('that a running tuner left open gives the rows that are whole', async () => {
    const open = text.replace(/\n\}\n\}\n$/, ',\n');
    expect(open).not.toBe(text);
    const { tables, problems } = await read(open);
    expect(problems).toEqual([]);
    expect(tables.at(0)!.incomplete()).toBe('its end is missing, after 27 configs');
    const torn = text.slice(0, text.indexOf('"64,1,4"') + 100);
    expect((await read(torn)).tables.at(0)!.incomplete()).toBe('its end is missing, after 19 configs');
    expect((await read(text.trimEnd().slice(0, -1))).tables.at(0)!.size).toBe(27);
  });

  test('that was cut short while compressed gives the rows that are whole', async () => {
    const rows = Array.from({ length: 2000 }, (_, i) => `"${i}": {"a": ${i}, "time": ${1 + Math.sin(i) ** 2}}`);
    const values = JSON.stringify(rows.map((_, i) => i));
    const big = `{"kernel_name": "k", "tune_params_keys": ["a"], "tune_params": {"a": ${values}}, "cache": {\n${rows.join(',\n')}}}`;
    const packed = gzipSync(big);
    const { tables, problems } = await read(packed.subarray(0, packed.length * 0.8), 'cache.json.gz');
    expect(problems).toEqual(['CACHE: the compressed file is damaged (unexpected end of file)']);
    expect(tables.at(0)!.size).toBeGreaterThan(500);
    expect(tables.at(0)!.size).toBeLessThan(2000);
  });

  test('may say less in its rows than in their keys, as Python writes values', async () => {
    const small = {
      kernel_name: 'k',
      problem_size: 'n',
      tune_params_keys: ['on', 'share', 'how'],
      tune_params: { on: [true, false], share: [0.5, 1], how: ['a', 'b'] },
      cache: { 'True,0.5,b': { time: 4 }, 'False,1.0,a': { time: 2 } },
      more: 'of another version',
    };
    const { tables, problems } = await read(JSON.stringify(small));
    expect(problems).toEqual([]);
    expect([...tables.at(0)!.rows].map(([index, { costs }]) => [tables.at(0)!.space.get(index).values, costs])).toEqual(
      [
        [{ on: true, share: 0.5, how: 'b' }, [0.004]],
        [{ on: false, share: 1, how: 'a' }, [0.002]],
      ],
    );
  });

  test('takes the time for the truth where the single runs are something else', async () => {
    const first = '"time":2.25,"times":[2.25,2.375,2.125]';
    expect(text).toContain(first);
    const [{ rows, space }] = take((await read(text.replace(first, '"time":2.25,"times":[9,9,9]'))).tables, 1);
    const costs = [...rows.keys()].map((index) => rows.get(index)!.costs).filter((one) => one.length === 1);
    expect([costs, space.size]).toEqual([[[0.00225]], 27]);
  });
});

describe('a cache that is not in order', () => {
  const many = Array.from({ length: 60 }, (_, place) => `switch_${place}`);
  const switches = Object.fromEntries(many.map((name) => [name, [0, 1]]));
  const timeOf = /"time":2.25,/;

  test.each([
    ['NaN', '1 row without a number for a time, counted as failed', 27, 24],
    ['null', '1 row without a number for a time, counted as failed', 27, 24],
    ['-2', '1 row without use (64,2,1: a time of -2 ms is impossible)', 26, 24],
    ['[2]', '1 row without use (64,2,1: time: Invalid input)', 26, 24],
  ])('has a time of %s told', async (time, problem, size, valid) => {
    const { tables, problems } = await read(text.replace(timeOf, `"time":${time},`));
    expect(problems).toEqual([`CACHE: ${problem}`]);
    expect([tables.at(0)!.size, tables.at(0)!.valid]).toEqual([size, valid]);
  });

  test('counts a config under two keys with its last time', async () => {
    const again = text.replace(
      '"16,1,1": {',
      '"one more": {"block_size_x":16,"block_size_y":1,"tile_size_x":1,"time":1},\n"16,1,1": {',
    );
    const { tables, problems } = await read(again);
    expect(problems).toEqual(['CACHE: 1 config measured again; the last time counts']);
    expect([tables.at(0)!.size, tables.at(0)!.best]).toEqual([27, 2e-3]);
  });

  test('has rows told whose parameters have other values', async () => {
    const { tables, problems } = await read(text.replace('"block_size_x":64,', '"block_size_x":48,'));
    expect(problems).toEqual(['CACHE: 1 row without use (64,1,1: The knob "block_size_x" has no value 48.)']);
    expect(tables.at(0)!.size).toBe(26);
  });

  test.each([
    ['', 'CACHE: it is empty'],
    ['{"a": 1}', 'CACHE: it is neither an AutoTVM log nor a Kernel Tuner cache (kernel_name: '],
    ['hello', 'CACHE: it is neither an AutoTVM log nor a Kernel Tuner cache (not JSON)'],
    [
      text.replace('"tile_size_x"\n', '"tile_size_z"\n'),
      'CACHE: it is neither an AutoTVM log nor a Kernel Tuner cache (a parameter of',
    ],
    [
      text.replaceAll('"block_size_x"', '"__proto__"'),
      'CACHE: it is neither an AutoTVM log nor a Kernel Tuner cache (tune_params_keys.0: ',
    ],
    [
      text.replace('"Imaginary GPU"', String.raw`"\u001b[2J"`),
      'CACHE: it is neither an AutoTVM log nor a Kernel Tuner cache (device_name: has characters that cannot be shown)',
    ],
    [
      text.replace('"tile_size_x"\n', '"block_size_x"\n'),
      'CACHE: it is neither an AutoTVM log nor a Kernel Tuner cache (tune_params_keys: a parameter is there twice)',
    ],
    [
      JSON.stringify({ kernel_name: 'k', tune_params_keys: many, tune_params: switches, cache: {} }),
      'CACHE: The space has 2^53 points or more',
    ],
  ])('is refused with a reason (%#)', async (content, reason) => {
    const { tables, problems } = await read(content);
    expect(tables).toEqual([]);
    expect(problems).toEqual([expect.stringContaining(reason)]);
  });

  test('holds no table when nothing ran', async () => {
    const { tables, problems } = await read(text.replace(/"time":[\d.]+/g, '"time":"RuntimeFailedConfig"'));
    expect(tables).toEqual([]);
    expect(problems).toEqual(['CACHE: none of the configs of made_up 64x64 on Imaginary GPU ran, and it is left out']);
  });
});
