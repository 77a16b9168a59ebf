import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { buildOnce, jsonLines, tune, type Ended } from './bin.js';

const dot = resolve('test/fixtures/matmul-dot.jsonl.gz');
const cache = resolve('test/fixtures/made-up.kt-cache.json');
const lines = gunzipSync(readFileSync(dot)).toString().trim().split('\n');
const [first, second] = ['matmul.dot 48x40x96+trans-b', 'matmul.dot 24x40x64+trans-b'];

let folder = '';
beforeAll(() => {
  buildOnce();
  folder = mkdtempSync(join(tmpdir(), 'tune-simulate-'));
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

const simulate = (...args: readonly string[]): Ended => tune(folder, ['simulate', ...args]);
const random = ['--explorer', 'random', '--trials', '16'];

function write(name: string, content: string | Buffer): string {
  writeFileSync(join(folder, name), content);
  return name;
}

describe('tune simulate', () => {
  test('prints a JSON line per task and seed', () => {
    const { code, stdout, stderr } = simulate(dot, '--json', '--trials', '40', '--seed', '3', '--seeds', '2');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '2 tasks, 2 seeds from 3, 40 trials each\n' });
    const found = jsonLines(stdout);
    expect(found.map(({ task, seed }) => [task, seed])).toEqual([
      [first, 3],
      [first, 4],
      [second, 3],
      [second, 4],
    ]);
    for (const line of found) {
      expect(Object.keys(line)).toEqual([
        'log',
        'task',
        'size',
        'valid',
        'explorer',
        'model',
        'seed',
        'visited',
        'fraction',
      ]);
      expect(line).toMatchObject({ log: dot, size: 204, valid: 204, explorer: 'sa', model: 'xgb-rank' });
      expect(new Set(line['visited'] as number[]).size).toBe(40);
      const { 16: at16, 32: at32, ...others } = line['fraction'] as Record<string, number>;
      expect(others).toEqual({});
      expect(at16).toBeGreaterThan(0);
      expect(at32).toBeGreaterThanOrEqual(at16);
      expect(at32).toBeLessThanOrEqual(1);
    }
  });

  test('is the same search from the same seed, a log compressed or not', () => {
    const plain = write('plain.jsonl', `${lines.join('\n')}\n`);
    const visited = (log: string): unknown[] =>
      jsonLines(simulate(log, '--json', '--trials', '24', '--task', '2').stdout).map((line) => line['visited']);
    expect(visited(dot)).toEqual(visited(plain));
    expect(visited(dot)).toHaveLength(1);
  });

  test('exhausts a space, failures included, and ends', () => {
    const { code, stdout } = simulate(cache, '--json', '--explorer', 'grid', '--strict');
    expect(code).toBe(0);
    const [line] = jsonLines(stdout);
    expect(line).toMatchObject({ task: 'made_up 64x64 on Imaginary GPU', size: 27, valid: 25, explorer: 'grid' });
    expect(line['visited']).toHaveLength(27);
    expect(line['fraction']).toMatchObject({ 32: 1, 128: 1 });
  });

  test('prints a table with a line per task, the whole, and random draws beside', () => {
    const { code, stdout } = simulate(dot, cache, '--trials', '32', '--seeds', '3');
    expect(code).toBe(0);
    const rows = stdout.trim().split('\n');
    expect(rows).toHaveLength(8);
    expect(rows[0]).toMatch(/^task +configs +ran +at 16 +at 32$/);
    expect(rows[3]).toMatch(/^made_up 64x64 on Imaginary GPU +27 +25 +[01]\.\d{3} +[01]\.\d{3}$/);
    expect(rows.slice(4).map((row) => row.split(/ {2,}/)[0])).toEqual([
      'geometric mean',
      'worst task',
      'geometric mean of random draws',
      'worst task of random draws',
    ]);
    const figure = (row: number, place: number): number => Number(rows[row].trim().split(/ +/).at(place));
    const atEnd = [1, 2, 3].map((row) => figure(row, -1));
    expect(figure(4, -1)).toBeCloseTo(Math.cbrt(atEnd.reduce((product, x) => product * x)), 2);
    expect(figure(5, -1)).toBe(Math.min(...atEnd));
  });

  test('learns from a history, from which the simulated measurements are left out', () => {
    const at16 = (...more: string[]): number[] =>
      jsonLines(simulate(dot, '--json', '--trials', '16', ...more).stdout).map(
        ({ fraction }) => (fraction as Record<string, number>)['16'],
      );
    const [cold, informed] = [at16(), at16('--history', dot, cache)];
    informed.forEach((fraction, task) => {
      expect(fraction).toBeGreaterThanOrEqual(cold[task]);
    });
    // Its own times would show the best in the first batch.
    const own = write('own.jsonl', lines.filter((line) => line.includes('[48,96]')).join('\n'));
    const left = jsonLines(simulate(own, '--json', '--trials', '16', '--history', own).stdout)[0]['visited'];
    const alone = jsonLines(simulate(own, '--json', '--trials', '16').stdout)[0]['visited'];
    expect(left).toEqual(alone);
  });
});

describe('--task', () => {
  const tasks = (...args: readonly string[]): unknown[] => {
    const { code, stdout } = simulate(dot, cache, '--json', ...random, ...args);
    return code === 0 ? jsonLines(stdout).map(({ task }) => task) : [code];
  };

  test('takes numbers, names, parts of names, several at once', () => {
    expect(tasks('--task', '2')).toEqual([second]);
    expect(tasks('--task', first)).toEqual([first]);
    expect(tasks('--task', '3,1')).toEqual([first, 'made_up 64x64 on Imaginary GPU']);
    expect(tasks('--task', 'made_up', '--task', '24x40x64')).toEqual([second, 'made_up 64x64 on Imaginary GPU']);
    expect(tasks('--task', 'matmul.dot')).toEqual([first, second]);
  });

  test.each([
    ['4', 'There is no task 4 among the 3 of the logs; they count from 1.'],
    ['0', 'There is no task 0 among the 3'],
    ['matmul.dott', `There is no task "matmul.dott"; the nearest is "${first}".`],
  ])('refuses %s', (task, sentence) => {
    const { code, stdout, stderr } = simulate(dot, cache, ...random, '--task', task);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(sentence);
  });
});

/** What is wrong with a log, in words, and whether anything can be simulated all the same. */
const faults: readonly (readonly [what: string, file: () => string, sentence: string, usable: boolean])[] = [
  [
    'incomplete',
    () => write('some.jsonl', lines.slice(0, 200).join('\n')),
    `${first} is incomplete: 200 of 204 configs`,
    true,
  ],
  [
    'with a line that is none',
    () => write('odd.jsonl', ['NaN', ...lines].join('\n')),
    '1 line without a record (line 1: not JSON',
    true,
  ],
  [
    'with other knobs in a record',
    () => write('knobs.jsonl', [...lines, lines[7].replace('"tile_n"', '"tile_z"')].join('\n')),
    '1 record with other knobs than the rest left out (line 420)',
    true,
  ],
  [
    'cut short',
    () => write('cut.jsonl.gz', readFileSync(dot).subarray(0, 30_000)),
    'the compressed file is damaged',
    true,
  ],
  [
    'a cache cut short',
    () => write('cut.json', readFileSync(cache).subarray(0, 4000)),
    'its end is missing, after',
    true,
  ],
  ['empty', () => write('empty.jsonl', ''), 'empty.jsonl is empty', false],
  ['empty and compressed', () => write('empty.json.gz', gzipSync('')), 'empty.json.gz: it is empty', false],
  ['no cache', () => write('package.json', '{"name": "x"}'), 'package.json: it is no Kernel Tuner cache (', false],
  ['no log', () => write('text.jsonl', 'once upon a time\n'), '1 line without a record (line 1: not JSON)', false],
];

describe('a log that is not in order', () => {
  test.each(faults)('%s: is told', (_, file, sentence, usable) => {
    const log = file();
    const loose = simulate(log, ...random, '--json');
    expect(loose.stderr).toContain(sentence);
    expect(loose.stderr.split(sentence)).toHaveLength(2);
    expect([loose.code, loose.stdout !== '']).toEqual(usable ? [0, true] : [1, false]);
    const strict = simulate(log, ...random, '--json', '--strict');
    expect(strict).toMatchObject({ code: 1, stdout: '' });
    expect(strict.stderr).toContain(sentence);
    expect(`${loose.stderr}${strict.stderr}`).not.toMatch(/bug in tune|\n +at /);
  });

  test('is used beside others where it can be', () => {
    const { code, stdout, stderr } = simulate(write('void.jsonl', ''), cache, '--json', ...random);
    expect([code, jsonLines(stdout)]).toEqual([0, [expect.objectContaining({ log: cache })]]);
    expect(stderr).toContain('void.jsonl is empty');
  });

  test('as history is told, too, unless it only lacks configs', () => {
    const some = write('history.jsonl', lines.slice(0, 150).join('\n'));
    const { code, stderr } = simulate(cache, '--json', ...random, '--strict', '--history', some);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '1 task, 1 seed from 1, 16 trials each\n' });
    expect(simulate(cache, ...random, '--history', write('void.jsonl', '')).stderr).toContain('void.jsonl is empty');
  });
});

describe('wrong usage', () => {
  test.each([
    [['nowhere.jsonl'], 'There is no log "nowhere.jsonl"'],
    [[], 'needs one or more AutoTVM v0.2 logs or Kernel Tuner caches'],
    [[dot, '--explorer', 'randon'], 'Unknown explorer "randon": did you mean "random"?'],
    [[dot, '--model', 'xgb'], 'Unknown model "xgb"'],
    [[dot, '--seeds', '0'], '--seeds needs a whole number of at least 1, not "0".'],
    [[dot, '--trials', 'x'], '--trials needs a whole number'],
    [[dot, '--epsilon', '2'], '--epsilon needs a number from 0 to 1'],
    [[dot, '--target', 'llvm'], 'Unknown option "--target"'],
  ])('%j', (args, sentence) => {
    const { code, stdout, stderr } = simulate(...args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(sentence);
  });

  test('--help has the options of the search and examples', () => {
    const { code, stdout } = simulate('--help');
    expect(code).toBe(0);
    for (const option of [
      '--task',
      '--explorer',
      '--model',
      '--epsilon',
      '--batch-size',
      '--seeds',
      '--history',
      '--strict',
    ])
      expect(stdout).toContain(option);
    expect(stdout).toContain('Examples:');
  });
});
