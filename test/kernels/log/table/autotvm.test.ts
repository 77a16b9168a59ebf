import { ownKernels } from '../../../../src/backend/own-kernels.js';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Entity } from '../../../../src/space/entity.js';
import { Random } from '../../../../src/space/random.js';
import { readTables } from '../../../../src/log/table/read.js';
import type { Table } from '../../../../src/log/table/table.js';
import { cpuSeconds } from '../../../support/cpu-seconds.js';
import {
  completeSpace,
  lineOf,
  orders,
  switches,
  tiles,
  writeLog,
  type ForeignLine,
} from '../../../log/table/records.js';
import { take } from '../../../support/take.js';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tune-tables-'));
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

/** What a log is read as. */
async function read(
  lines: readonly (ForeignLine | string)[],
): Promise<{ tables: readonly Table[]; problems: string[] }> {
  const path = writeLog(folder, 'log.jsonl', lines);
  const { tables, problems } = await readTables(path, ownKernels);
  return { tables, problems: problems.map((problem) => problem.replace(path, 'LOG')) };
}

function shuffled<T>(list: readonly T[]): T[] {
  const copy = [...list];
  new Random(5).shuffle(copy);
  return copy;
}

const name = 'conv2d_NCHWc.x86 1x3x8x8';

describe('a complete log', () => {
  test('tells its space whole: knobs in order, values in the order of their digits', async () => {
    const { tables, problems } = await read(shuffled(completeSpace()));
    expect(problems).toEqual([]);
    expect(tables).toHaveLength(1);
    const [table] = take(tables, 1);
    expect(table.space.knobs).toEqual([
      { name: 'tile', kind: 'sp', values: tiles },
      { name: 'order', kind: 're', values: orders },
      { name: 'unroll', kind: 'ot', values: switches },
    ]);
    for (const { index, entity } of completeSpace()) {
      expect(Object.values(table.space.get(index).values)).toEqual(entity.map(([, , value]) => value));
    }
    expect(table).toMatchObject({ task: name, size: 12, valid: 11, best: 1e-3 });
    expect(table.incomplete()).toBeUndefined();
    expect(table.identity).toMatchObject({ format: 'autotvm', target: 'llvm -keys=cpu', task: 'conv2d_NCHWc.x86' });
  });

  test('tells of every config how it went', async () => {
    const [{ rows }] = take((await read(completeSpace())).tables, 1);
    expect(rows.get(5)).toEqual({ costs: [1e-3], error: 0, trialSeconds: 0.5 });
    expect(rows.get(7)).toEqual({ costs: [], error: 6, trialSeconds: 0.5 });
  });

  test('may list the knobs of a record in another order', async () => {
    const shuffledRows = completeSpace().map((line, i) =>
      i % 3 === 0 ? { ...line, entity: line.entity.toReversed() } : line,
    );
    const { tables, problems } = await read(shuffledRows);
    expect(problems).toEqual([]);
    expect(tables.at(0)!.space.get(4).values).toEqual({ tile: [-1, 1], order: [2, 1, 0], unroll: true });
  });

  test('is read the same when it is compressed', async () => {
    const path = join(folder, 'packed.json.gz');
    writeFileSync(path, gzipSync(completeSpace().map(lineOf).join('\n')));
    const { tables, problems } = await readTables(path, ownKernels);
    expect(problems).toEqual([]);
    expect(tables[0]).toMatchObject({ log: path, size: 12 });
  });
});

describe('several tasks in a file', () => {
  const args = [
    ['TENSOR', [1, 3, 8, 8], 'float32'],
    [2, 2],
  ] as const;

  test('are tables of their own, each with a name of its own', async () => {
    const lines = [
      ...completeSpace(),
      ...completeSpace().map((line) => ({ ...line, args })),
      ...completeSpace().map((line) => ({ ...line, target: 'llvm -mcpu=znver2' })),
      ...completeSpace().map((line) => ({ ...line, args: [['TENSOR', [64], 'float32']] })),
    ];
    const { tables, problems } = await read(shuffled(lines));
    expect(problems).toEqual([]);
    expect(tables.map(({ task, size }) => [task, size]).sort()).toEqual([
      ['conv2d_NCHWc.x86 1x3x8x8 1x1 llvm -keys=cpu', 12],
      ['conv2d_NCHWc.x86 1x3x8x8 2x2', 12],
      ['conv2d_NCHWc.x86 1x3x8x8 llvm -mcpu=znver2', 12],
      ['conv2d_NCHWc.x86 64', 12],
    ]);
  });
});

describe('a log that is not in order', () => {
  test('is known to be incomplete, and by how much', async () => {
    const { tables } = await read(completeSpace().filter(({ index }) => index !== 2 && index !== 9));
    expect(tables.at(0)!.incomplete()).toMatch(/^10 of 12 configs/);
    expect(tables[0]).toMatchObject({ size: 10, valid: 9 });
    expect([tables.at(0)!.space.isValid(2), tables.at(0)!.space.size]).toEqual([false, 10]);
  });

  test('that lacks values of a knob is numbered anew, in a sensible order', async () => {
    const { tables, problems } = await read(completeSpace().filter(({ index }) => index % 3 !== 1));
    expect(problems).toEqual([
      `LOG: ${name}: its indices do not determine the order of all values; configs are renumbered`,
    ]);
    expect(tables.at(0)!.space.knobs.map(({ values }) => values)).toEqual([
      [
        [-1, 4],
        [-1, 32],
      ],
      orders,
      [false, true],
    ]);
    expect(tables.at(0)!.incomplete()).toBe('8 of 12 configs or more');
    expect(tables.at(0)!.best).toBe(1e-3);
  });

  test('has records left out whose knobs are others', async () => {
    const lines = completeSpace();
    const line = lines.at(4)!;
    lines[4] = { ...line, entity: [['tile_z', 'sp', [-1, 1]], ...line.entity.slice(1)] };
    const { tables, problems } = await read(lines);
    expect(problems).toEqual([`LOG: ${name}: 1 record with other knobs than the rest left out (line 5)`]);
    expect(tables.at(0)!.rows.has(4)).toBe(false);
    expect(tables.at(0)!.incomplete()).toMatch(/^11 of 12/);
  });

  test('has records placed by their knobs, and not by a wrong index', async () => {
    const lines = completeSpace();
    lines[4] = { ...lines.at(4)!, index: 9 };
    const { tables, problems } = await read(lines);
    expect(problems).toEqual([
      `LOG: ${name}: 1 record with an index that is not that of the knobs, which count (line 5)`,
    ]);
    expect(tables.at(0)!.rows.get(4)?.costs).toEqual([2e-3]);
    expect(tables.at(0)!.incomplete()).toBeUndefined();
  });

  test('counts a config that was measured twice with its last time', async () => {
    const { tables, problems } = await read([...completeSpace(), { ...completeSpace().at(3)!, costs: [0.5] }]);
    expect(problems).toEqual([`LOG: ${name}: 1 config measured again; the last time counts`]);
    expect(tables.at(0)!.rows.get(3)?.costs).toEqual([0.5]);
  });

  test.each([
    ['NaN', 'line 3: not JSON, which has no NaN and no Infinity'],
    ['-0.001', 'line 3: result.0.0: '],
    ['"fast"', 'line 3: result.0.0: '],
  ])('has a time of %s told', async (time, reason) => {
    const lines: (ForeignLine | string)[] = completeSpace();
    lines[2] = lineOf(completeSpace().at(2)!).replace('[0.004]', `[${time}]`);
    const { tables, problems } = await read(lines);
    expect(problems).toEqual([expect.stringContaining(`LOG: 1 line without a record (${reason}`)]);
    expect(tables.at(0)!.incomplete()).toMatch(/^11 of 12/);
  });

  test('holds no table when nothing ran', async () => {
    const { tables, problems } = await read(completeSpace().map((line) => ({ ...line, costs: [1e9], error: 4 })));
    expect(tables).toEqual([]);
    expect(problems).toEqual([`LOG: ${name}: none of its configs ran, and it is left out`]);
  });

  test('may be empty', async () => {
    expect(await read([])).toEqual({ tables: [], problems: ['LOG is empty'] });
  });

  test('may be cut short while compressed', async () => {
    const lines = Array.from({ length: 300 }, () => completeSpace()).flat();
    const whole = gzipSync(lines.map((line, i) => lineOf({ ...line, costs: [1 + Math.sin(i)] })).join('\n'));
    const path = join(folder, 'cut.jsonl.gz');
    writeFileSync(path, whole.subarray(0, whole.length / 2));
    const { tables, problems } = await readTables(path, ownKernels);
    expect(problems[0]).toMatch(/the compressed file is damaged from here on/);
    expect(tables.at(0)!.size).toBe(12);
  });
});

describe('a log that somebody made up', () => {
  test('whose knobs make more configs than can be counted has that task left out, and the others read', async () => {
    const knobs = Array.from({ length: 14 }, (_, place) => `knob_${place}`);
    const lines = Array.from({ length: 16 }, (_, value) => ({
      index: value,
      args: [['TENSOR', [7], 'float32']],
      entity: knobs.map((knob): Entity => [knob, 'ot', value]),
    }));
    const { tables, problems } = await read([...lines, ...completeSpace()]);
    expect(tables.map(({ task }) => task)).toEqual([name]);
    expect(problems).toEqual([expect.stringMatching(/^LOG: conv2d_NCHWc.x86 7: The space has 2\^53 .* \(line 1\)$/)]);
  });

  test('with thousands of tasks and of values is read in a moment', async () => {
    const [first] = take(completeSpace(), 1);
    const secondsFor = async (length: number): Promise<number> => {
      const tasks = Array.from({ length }, (_, size) => ({ ...first, args: [['TENSOR', [size + 1], 'float32']] }));
      const values = Array.from({ length }, (_, index): ForeignLine => {
        return { index, entity: [['tile', 'ot', index]], costs: [1], args: [['TENSOR', [9, 9], 'float32']] };
      });
      const start = cpuSeconds();
      const { tables } = await read([...tasks, ...values]);
      expect([tables.length, tables.at(-1)!.size]).toEqual([length + 1, length]);
      return cpuSeconds(start);
    };
    await secondsFor(100); // compiles it
    const few = await secondsFor(500);
    // Eight times as many; what is quadratic takes 64 times as long.
    expect((await secondsFor(4000)) / few).toBeLessThan(30);
  });
});

describe('a log of our own', () => {
  const fixture = 'test/fixtures/matmul-dot.jsonl.gz';

  test('has records left out that are no config of its template, since nothing can be made of them', async () => {
    const all = gunzipSync(readFileSync(fixture)).toString().trim().split('\n');
    const line = all.at(2)!.replace(/\["(\w+)","ot",(\d+)\]/, '["$1","ot",-5]');
    expect(line).not.toBe(all.at(2));
    const { tables, problems } = await read(all.with(2, line));
    expect(problems).toEqual([
      expect.stringMatching(/1 record outside of its space left out \(line 3: .* no value -5; /),
    ]);
    expect(tables.map(({ size }) => size).sort()).toEqual([203, 204]);
  });

  test('is complete when it holds all that the template allows', async () => {
    const { tables, problems } = await readTables(fixture, ownKernels);
    expect(problems).toEqual([]);
    expect(tables.map(({ task, size, valid, space }) => [task, size, valid, space.rawSize])).toEqual([
      ['matmul.dot 48x40x96+trans-b', 204, 204, 360],
      ['matmul.dot 24x40x64+trans-b', 204, 204, 360],
    ]);
    expect(tables.map(({ incomplete }) => incomplete())).toEqual([undefined, undefined]);
  });

  test('is incomplete when a record is missing, whatever the product of its knobs is', async () => {
    const all = gunzipSync(readFileSync(fixture)).toString().trim().split('\n');
    const [first, lines] = [all.at(0)!, all.slice(1)];
    const config = /"config":\{"index":\d+/.exec(first)!.at(0)!;
    const { tables } = await read(lines.filter((line) => !(line.includes(`${config},`) && line.includes('[48,96]'))));
    const [without] = take(
      tables.filter(({ task }) => task.includes('48x40x96')),
      1,
    );
    expect(without.incomplete()).toBe('203 of 204 configs');
  });

  test('is numbered as its template does where the log lacks values', async () => {
    const lines = gunzipSync(readFileSync(fixture)).toString().trim().split('\n').slice(5, 8);
    const { tables, problems } = await read(lines);
    expect(problems).toEqual([]);
    const logged = lines.map((line) => (JSON.parse(line) as { config: { index: number } }).config.index);
    expect([...tables.at(0)!.rows.keys()]).toEqual(logged);
    expect(tables.at(0)!.incomplete()).toBe('3 of 204 configs');
  });
});
