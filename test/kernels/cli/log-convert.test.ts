import { ownKernels } from '../../../src/backend/own-kernels.js';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { logConvertSchema } from '../../../src/log/formats/convert.js';
import { readLog, type LoggedRecord } from '../../../src/log/record/log.js';
import { encode } from '../../../src/log/record/record.js';
import { readTables } from '../../../src/log/table/read.js';
import { cudaLine, failedRecord, ownRecord, x86Line } from '../../log/record/fixtures.js';
import { run } from '../../cli/run.js';

/** A real log of matmul.dot on two shapes. */
const real = 'test/fixtures/matmul-dot.jsonl.gz';
const cache = 'test/fixtures/made-up.kt-cache.json';
let folder = '';
const at = (name: string): string => join(folder, name);

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tune-convert-'));
  writeFileSync(at('one.jsonl'), [ownRecord, failedRecord].map((record) => `${encode(record)}\n`).join(''));
  writeFileSync(at('foreign.log'), `${x86Line}\n${cudaLine}\nnonsense\n`);
  writeFileSync(at('empty.jsonl'), '# nothing\n');
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

/** Converts there and back again. */
async function roundTrip(log: string, to: string, ...options: readonly string[]): Promise<LoggedRecord[]> {
  const [there, back] = [at(`there.${to}.json`), at(`back.${to}.jsonl`)];
  const first = await run('log', 'convert', log, '--to', to, '--out', there, '--force', ...options);
  expect([first.said, first.code]).toEqual([undefined, 0]);
  const second = await run('log', 'convert', there, '--to', 'tune', '--out', back, '--force');
  expect([second.said, second.code]).toEqual([undefined, 0]);
  return [...(await readLog(back)).records];
}

/** What every format keeps: what was tried, when, what came of it; times may differ in their last digit. */
function keptOf({ target, task, args, entity, costs, error, timestamp }: LoggedRecord): unknown {
  const digits = (value: number): string => value.toPrecision(12);
  return [target, task, args, entity, costs.map(digits), error, timestamp.toFixed(3)];
}

describe('a log and back again', () => {
  test.each(['kernel-tuner', 't4'])('through %s keeps task, configs, times and validity', async (to) => {
    const records = (await readLog(real)).records.filter(({ args }) => JSON.stringify(args).includes('[48,96]'));
    // A cache holds a config once, as it was measured last; T4 all its records.
    const last = new Map(records.map((record) => [JSON.stringify(record.entity), record]));
    const before = to === 't4' ? records : [...last.values()];
    const after = await roundTrip(real, to, '--task', '48x40x96');
    expect(before.length).toBeGreaterThan(100);
    expect(after.map(keptOf).map(String).sort()).toEqual(before.map(keptOf).map(String).sort());
    const { operator, workload, templateVersion, fingerprint, compiler } = before[0]!.tune!;
    expect(after[0]!.tune).toMatchObject({ operator, workload, templateVersion, fingerprint, compiler });
    expect(after[0]!.tune!.spent!.compile).toBeCloseTo(before[0]!.tune!.spent!.compile, 9);
  });

  test.each(['kernel-tuner', 't4'])('through %s keeps knobs of every kind, and that a config failed', async (to) => {
    const [own, failed] = await roundTrip(at('one.jsonl'), to);
    expect(own!.entity).toEqual(ownRecord.entity);
    expect(own!.tune!.module).toEqual(ownRecord.tune!.module);
    // A cache has the config once: the failure, which came later, stands.
    if (to === 't4') expect([own!.error, failed!.error]).toEqual([0, 4]);
    else expect([own!.error, failed]).toEqual([4, undefined]);
  });

  test('through autotvm keeps what its lines hold, and nothing of ours', async () => {
    const before = (await readLog(real)).records;
    const after = await roundTrip(real, 'autotvm');
    expect(after.map(keptOf)).toEqual(before.map(keptOf));
    const lines = readFileSync(at('there.autotvm.json'), 'utf8').trim().split('\n');
    expect(lines.filter((line) => line.includes('"tune"'))).toEqual([]);
    expect(after[0]!.tune).toEqual({ operator: 'matmul', workload: before[0]!.tune!.workload });
  });
});

describe('files of others', () => {
  test('a cache becomes T4 and a cache again, with all its configs and times', async () => {
    await run('log', 'convert', cache, '--to', 't4', '--out', at('cache.t4.json'));
    const { stdout } = await run(
      ...['log', 'convert', at('cache.t4.json'), '--to', 'kernel-tuner', '--out', at('again.json'), '--json'],
    );
    const told = logConvertSchema.parse(JSON.parse(stdout));
    const [before, after] = [
      (await readTables(cache, ownKernels)).tables[0]!,
      (await readTables(at('again.json'), ownKernels)).tables[0]!,
    ];
    expect(told).toMatchObject({ from: 't4', to: 'kernel-tuner' });
    expect([after.valid, after.best]).toEqual([before.valid, expect.closeTo(before.best, 12)]);
  });

  test('T4 as Kernel Tuner writes it is read', async () => {
    const result = {
      timestamp: '2023-12-21 10:44:42.236642+00:00',
      configuration: { block_size_x: 16, use_padding: 0 },
      times: { compilation: 661.5, framework: 53.1, search_algorithm: 0, validation: 0, runtimes: [12.26, 12.25] },
      invalidity: 'correct',
      correctness: 1,
      measurements: [{ name: 'time', value: 12.26, unit: '' }],
      objectives: ['time'],
    };
    const failed = { ...result, configuration: { block_size_x: 32, use_padding: 0 }, invalidity: 'compile' };
    const strange = { ...result, invalidity: 'somehow' };
    writeFileSync(at('kt.t4.json'), JSON.stringify({ results: [result, failed, strange], schema_version: '1.0.0' }));
    const { code, stderr } = await run(
      ...['log', 'convert', at('kt.t4.json'), '--to', 'kernel-tuner', '--out', at('kt.json')],
    );
    expect([code, stderr]).toEqual([0, expect.stringMatching(/1 result without use \(result 3: invalidity/)]);
    const { cache: rows } = JSON.parse(readFileSync(at('kt.json'), 'utf8')) as { cache: Record<string, object> };
    expect(rows).toMatchObject({
      '16,0': { time: 12.255, times: [12.26, 12.25], compile_time: 661.5, timestamp: '2023-12-21 10:44:42.236+00:00' },
      '32,0': { time: 'CompilationFailedConfig' },
    });
  });

  test('templates of others are counted and named, and no record of ours is made of them', async () => {
    const out = at('ours.jsonl');
    const { code, said, stderr } = await run('log', 'convert', at('foreign.log'), '--to', 'tune', '--out', out);
    expect([code, said]).toEqual([1, expect.stringMatching(/Nothing of .* can be written as tune: 1 record of/)]);
    for (const name of ['conv2d_NCHWc.x86', 'conv2d_nchw.cuda'])
      expect(
        `${stderr}\n${said}`.split(`1 record of ${name} left out: it is a template of another program`),
      ).toHaveLength(
        2, // it is said once
      );
    expect(stderr).toContain('1 line without a record (line 3: not JSON)');
    expect(existsSync(out)).toBe(false);
    const kernel = await run('log', 'convert', cache, '--to', 'autotvm', '--out', out);
    expect([kernel.code, kernel.said]).toEqual([1, expect.stringMatching(/of another program, and a log has to name/)]);
  });

  test('a log of AutoTVM stays what it is, but for what cannot be read', async () => {
    await run('log', 'convert', at('foreign.log'), '--to', 'autotvm', '--out', at('same.log.gz'));
    const lines = gunzipSync(readFileSync(at('same.log.gz')))
      .toString()
      .trim()
      .split('\n');
    const keys = (line: string): unknown[] => {
      const { input, config, result } = JSON.parse(line) as Record<string, unknown>;
      return [input, config, result];
    };
    expect(lines.map(keys)).toEqual([x86Line, cudaLine].map(keys));
  });
});

describe('what cannot be is said', () => {
  test.each([
    [
      ['one.jsonl', '--to', 'kernel_tuner', '--out', 'b'],
      2,
      /Unknown format "kernel_tuner": did you mean "kernel-tuner"\?/,
    ],
    [['gone.jsonl', '--to', 't4', '--out', 'b'], 2, /There is no log .*gone/],
    [['empty.jsonl', '--to', 't4', '--out', 'b'], 1, /There is no record in/],
    [['foreign.log', '--to', 't4', '--out', 'b'], 2, /holds one task, and .* has 2: choose with --task/],
    [['foreign.log', '--to', 't4', '--out', 'b', '--task', '3'], 2, /There is no task 3 among the 2/],
    [['one.jsonl', '--to', 't4', '--out', 'one.jsonl'], 2, /exists: --force replaces it/],
    [['one.jsonl', '--to', 't4', '--out', 'nowhere/b'], 2, /There is no folder/],
    [['one.jsonl', '--out', 'b'], 2, /--to/],
    [['one.jsonl', '--to', 't4'], 2, /--out/],
  ])('%j', async ([log, ...options], code, says) => {
    const place = options.indexOf('--out') + 1;
    const args = options.map((option, i) => (place > 0 && i === place ? at(option) : option));
    const ended = await run('log', 'convert', at(log!), ...args);
    expect([ended.code, ended.said]).toEqual([code, expect.stringMatching(says)]);
    expect(existsSync(at('b'))).toBe(false);
  });

  test('a hostile file is shown and not obeyed', async () => {
    const evil = '\u001b[2J__proto__';
    writeFileSync(
      at('evil.json'),
      JSON.stringify({
        results: [{ configuration: { [evil]: 1 }, times: {}, invalidity: 'correct', correctness: 1 }],
        tune: { target: 'llvm; rm -rf /', task: evil, args: [] },
      }),
    );
    const { code, said } = await run('log', 'convert', at('evil.json'), '--to', 'tune', '--out', at('b'));
    expect([code, said]).toEqual([1, expect.stringMatching(/There is no record in/)]);
  });
});
