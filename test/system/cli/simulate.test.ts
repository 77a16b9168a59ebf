import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { outputSchemas } from '../../../src/api/outputs.js';
import { networkSchema } from '../../../src/network/schedule/network-settings.js';
import { schedulers } from '../../../src/network/schedule/schedulers/registry.js';
import { buildOnce, jsonLines, tune } from '../../cli/bin.js';
import { run, type Run } from '../../cli/run.js';

const dot = resolve('test/fixtures/matmul-dot.jsonl.gz');
const cache = resolve('test/fixtures/made-up.kt-cache.json');
const lines = gunzipSync(readFileSync(dot)).toString().trim().split('\n');
const [first, second, third] = [
  'matmul.dot 48x40x96+trans-b',
  'matmul.dot 24x40x64+trans-b',
  'made_up 64x64 on Imaginary GPU',
];

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tune-simulate-'));
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

const simulate = (...args: readonly string[]): Promise<Run> => run('simulate', ...args);
const random = ['--explorer', 'random', '--trials', '16'];
const usualScheduler = networkSchema.parse({}).scheduler;

function write(name: string, content: string | Buffer): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

/** One key of every line. */
async function simulated(key: string, ...args: readonly string[]): Promise<unknown[]> {
  const { code, stdout } = await simulate('--json', ...args);
  expect(code).toBe(0);
  return jsonLines(stdout).map((line) => line[key]);
}

describe('tune simulate', () => {
  test('compares explorers that are named with commas: a row for each, task and seed', async () => {
    const args = ['--explorer', 'grid,random', '--trials', '16', '--seeds', '2'];
    expect(await simulated('explorer', cache, ...args)).toEqual(['grid', 'grid', 'random', 'random']);
    const { stdout } = await simulate(cache, ...args);
    expect(stdout).toMatch(/^explorer +at 16 +interval$/m);
    expect(stdout).toMatch(/^(grid|random) +[01]\.\d{3} +[01]\.\d{3} to [01]\.\d{3} +best$/m);
  });

  test('compares models that are named with commas, and says which are statistically tied with the best', async () => {
    const names = ['--explorer', 'grid,portfolio', '--model', 'xgb-rank,xgb-reg'];
    const { stdout } = await simulate(cache, ...names, '--trials', '16', '--seeds', '10');
    const [head, ...rows] = stdout.split('\n').slice(0, 5);
    expect(head).toMatch(/^explorer +model +at 16 +interval$/);
    const [found, interval] = [' +[01]\\.\\d{3}', ' +[01]\\.\\d{3} to [01]\\.\\d{3}'];
    for (const [i, verdict] of [' +best', ' +statistically tied', '', ''].entries()) {
      const name = i < 2 ? 'portfolio' : 'grid';
      expect(rows[i]).toMatch(new RegExp(`^${name} +xgb-(rank|reg)${found}${interval}${verdict}$`));
    }
  });

  test('prints a JSON line per task and seed', async () => {
    const { code, stdout, stderr } = await simulate(dot, '--json', '--trials', '40', '--seed', '3', '--seeds', '2');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '2 tasks, 2 seeds from 3, 40 trials each' });
    const found = jsonLines(stdout);
    expect(found.map(({ task, seed }) => [task, seed])).toEqual([
      [first, 3],
      [first, 4],
      [second, 3],
      [second, 4],
    ]);
    const keys = ['log', 'task', 'size', 'valid', 'explorer', 'model', 'seed', 'visited', 'fraction'];
    for (const line of found) {
      expect(Object.keys(line)).toEqual(keys);
      expect(line).toMatchObject({ log: dot, size: 204, valid: 204, explorer: 'portfolio', model: 'xgb-rank' });
      expect(new Set(line['visited'] as number[]).size).toBe(40);
      const { 16: at16, 32: at32, 40: at40, ...others } = line['fraction'] as Record<'16' | '32' | '40', number>;
      expect(others).toEqual({});
      expect(at16).toBeGreaterThan(0);
      expect(at32).toBeGreaterThanOrEqual(at16);
      expect(at40).toBeGreaterThanOrEqual(at32);
      expect(at40).toBeLessThanOrEqual(1);
    }
  });

  test('is the same search from the same seed, a log compressed or not', async () => {
    const plain = write('plain.jsonl', `${lines.join('\n')}\n`);
    const options = ['--trials', '24', '--task', '2'];
    const visited = await simulated('visited', dot, ...options);
    expect(visited).toHaveLength(1);
    expect(await simulated('visited', plain, ...options)).toEqual(visited);
    expect(await simulated('visited', dot, ...options, '--seed', '2')).not.toEqual(visited);
  });

  test('exhausts a space, failures included, and ends', async () => {
    const { code, stdout } = await simulate(cache, '--json', '--explorer', 'grid', '--strict');
    expect(code).toBe(0);
    const line = jsonLines(stdout).at(0)!;
    expect(line).toMatchObject({ task: third, size: 27, valid: 25, explorer: 'grid' });
    expect(line['visited']).toHaveLength(27);
    expect(line['fraction']).toMatchObject({ 32: 1, 128: 1 });
  });

  test('prints a table with a line per task, the whole, and random draws beside', async () => {
    const { code, stdout } = await simulate(dot, cache, '--trials', '32', '--seeds', '3');
    expect(code).toBe(0);
    const rows = stdout.split('\n');
    expect(rows).toHaveLength(8);
    expect(rows[0]).toMatch(/^task +configs +ran +at 16 +at 32$/);
    expect(rows[3]).toMatch(/^made_up 64x64 on Imaginary GPU +27 +25 +[01]\.\d{3} +[01]\.\d{3}$/);
    expect(rows.slice(4).map((row) => row.split(/ {2,}/)[0])).toEqual([
      'geometric mean',
      'worst task',
      'geometric mean of random draws',
      'worst task of random draws',
    ]);
    const atEnd = rows.map((row) => Number(row.trim().split(/ +/).at(-1)));
    const ofTasks = atEnd.slice(1, 4);
    expect(atEnd[4]).toBeCloseTo(Math.cbrt(ofTasks.reduce((product, x) => product * x)), 2);
    expect(atEnd[5]).toBe(Math.min(...ofTasks));
  });

  test('with few trials shows what they came to', async () => {
    const { stdout } = await simulate(cache, '--explorer', 'random', '--trials', '5');
    expect(stdout.split('\n')[0]).toMatch(/ran +at 5$/);
  });

  test('learns from a history, from which the simulated measurements are left out', async () => {
    const own = write('own.jsonl', lines.filter((line) => line.includes('[48,96]')).join('\n'));
    const cold = await simulated('visited', own, '--trials', '16');
    expect(await simulated('visited', own, '--trials', '16', '--history', own, cache)).toEqual(cold);
    expect(await simulated('visited', own, '--trials', '16', '--history', dot)).not.toEqual(cold);
    const { stderr } = await simulate(own, '--json', '--trials', '2', '--history', cache);
    expect(stderr).toMatch(/nothing in the history can be compared with what is searched here$/);
  });
});

describe('--task', () => {
  test.each([
    [['2'], [second]],
    [[first], [first]],
    [['3,1'], [first, third]],
    [
      ['made_up', '24x40x64'],
      [second, third],
    ],
    [['matmul.dot'], [first, second]],
  ])('%j', async (asked, found) => {
    const options = asked.flatMap((task) => ['--task', task]);
    expect(await simulated('task', dot, cache, ...random, ...options)).toEqual(found);
  });

  test.each([
    ['4', 'There is no task 4 among the 3 of them; they count from 1.'],
    ['0', 'There is no task 0 among the 3'],
    ['00', 'There is no task 00 among the 3'],
    ['matmul.dott', `There is no task "matmul.dott". Tasks: 1 ${first}, 2 ${second}, 3 `],
  ])('refuses %s', async (task, sentence) => {
    const { code, said, stdout } = await simulate(dot, cache, ...random, '--task', task);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(said).toContain(sentence);
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
    () => write('knobs.jsonl', [...lines, lines.at(7)!.replace('"tile_n"', '"tile_z"')].join('\n')),
    '1 record outside of its space left out (line 420: There is no knob "tile_z"',
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
  [
    'no cache',
    () => write('package.json', '{"name": "x"}'),
    'package.json: it is neither an AutoTVM log nor a Kernel Tuner cache (',
    false,
  ],
  ['no log', () => write('text.jsonl', 'once upon a time\n'), '1 line without a record (line 1: not JSON)', false],
];

describe('a log that is not in order', () => {
  test.each(faults)('%s: is told once, and refused if that is asked for', async (_, file, sentence, usable) => {
    const log = file();
    const loose = await simulate(log, ...random, '--json');
    expect(`${loose.stderr}${loose.said ?? ''}`.split(sentence)).toHaveLength(2);
    expect([loose.code, loose.stdout !== '']).toEqual(usable ? [0, true] : [1, false]);
    const strict = await simulate(log, ...random, '--json', '--strict');
    expect(strict).toMatchObject({ code: 1, stdout: '', stderr: '' });
    expect(strict.said).toContain(sentence);
  });

  test('is used beside others where it can be', async () => {
    const { code, stdout, stderr } = await simulate(write('void.jsonl', ''), cache, '--json', ...random);
    expect([code, jsonLines(stdout)]).toEqual([0, [expect.objectContaining({ log: cache })]]);
    expect(stderr).toContain('void.jsonl is empty');
  });

  test('as history is told, too, unless it only lacks configs', async () => {
    const some = write('history.jsonl', lines.slice(0, 150).join('\n'));
    const lacking = await simulate(cache, '--json', ...random, '--strict', '--history', some);
    expect(lacking).toMatchObject({
      code: 0,
      stderr: '1 task, 1 seed from 1, 16 trials each\nrandom goes by measurements alone: the history is not used',
    });
    const { code, said } = await simulate(cache, ...random, '--history', write('void.jsonl', ''));
    expect([code, said]).toEqual([1, expect.stringContaining('void.jsonl is empty')]);
  });
});

test.each([
  [['nowhere.jsonl'], 'There is no log "nowhere.jsonl"'],
  [[], 'needs one or more AutoTVM v0.2 logs or Kernel Tuner caches'],
  [[dot, '--explorer', 'randon'], 'Unknown explorer "randon": did you mean "random"?'],
  [[dot, '--model', 'xgb'], 'Unknown model "xgb"'],
  [[dot, '--seeds', '0'], '--seeds needs a whole number of at least 1, not "0".'],
  [[dot, '--trials', 'x'], '--trials needs a whole number'],
  [[dot, '--epsilon', '2'], '--epsilon needs a number from 0 to 1'],
  [[dot, '--target', 'llvm'], 'Unknown option "--target"'],
])('wrong usage: %j', async (args, sentence) => {
  const { code, said, stdout } = await simulate(...args);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(said).toContain(sentence);
});

describe('as a program', () => {
  beforeAll(buildOnce);

  test('writes lines to stdout, messages to stderr, and exits with 0', () => {
    const { code, stdout, stderr } = tune(folder, ['simulate', cache, '--json', ...random]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '1 task, 1 seed from 1, 16 trials each\n' });
    expect(jsonLines(stdout)).toHaveLength(1);
  });

  test('exits with 1 where a log is refused, with 2 where there is none, in a sentence', () => {
    const some = write('some.jsonl', lines.slice(0, 200).join('\n'));
    const strict = tune(folder, ['simulate', some, '--strict', '--json', ...random]);
    const message = `${some}: ${first} is incomplete: 200 of 204 configs; without --strict, what is good is used.`;
    expect(strict).toMatchObject({ code: 1, stderr: `tune: ${message}\n` });
    expect(JSON.parse(strict.stdout)).toEqual({ event: 'error', exit: 1, message });
    expect(tune(folder, ['simulate', 'nowhere.jsonl'])).toMatchObject({ code: 2, stdout: '' });
  });

  test('--help has the options of the search and examples', () => {
    const { code, stdout } = tune(folder, ['simulate', '--help']);
    expect(code).toBe(0);
    const options = [
      '--task',
      '--explorer',
      '--model',
      '--epsilon',
      '--batch-size',
      '--seeds',
      '--history',
      '--strict',
    ];
    for (const option of options) expect(stdout).toContain(option);
    expect(stdout).toContain('Examples:');
  });
});

describe('--together', () => {
  const shared = ['--together', '--trials', '32', '--json'];

  test('prints a JSON line a seed: what each task got, and what all came to', async () => {
    const { code, stdout, stderr } = await simulate(dot, ...shared, '--seeds', '2', '--weights', '1,3');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '2 tasks together, 2 seeds from 1, 32 trials in all' });
    const rows = jsonLines(stdout).map((line) => outputSchemas['simulate --together'].parse(line));
    expect(rows.map(({ seed, scheduler, alone }) => [seed, scheduler, alone])).toEqual([
      [1, usualScheduler, false],
      [2, usualScheduler, false],
    ]);
    for (const { trials, tasks, latency, optimum, mean, worst } of rows) {
      expect([trials, ...tasks.map(({ weight }) => weight)]).toEqual([32, 1, 3]);
      expect(tasks.reduce((sum, task) => sum + task.trials, 0)).toBe(32);
      expect(tasks.map(({ visited }) => new Set(visited).size)).toEqual(tasks.map((task) => task.trials));
      expect(latency['32']).toBeCloseTo(tasks[0]!.seconds! + 3 * tasks[1]!.seconds!, 12);
      expect(latency['16']!).toBeGreaterThanOrEqual(latency['32']!);
      expect(latency['32']!).toBeGreaterThanOrEqual(optimum);
      expect(worst).toBe(Math.min(...tasks.map(({ fraction }) => fraction)));
      expect(mean).toBeCloseTo(Math.sqrt(tasks[0]!.fraction * tasks[1]!.fraction), 12);
    }
  });

  test.each(Object.keys(schedulers))('--scheduler %s spends the budget, the same from the same seed', async (name) => {
    const options = [dot, cache, '--together', '--trials', '41', '--explorer', 'random', '--scheduler', name];
    const [tasks] = (await simulated('tasks', ...options)) as [readonly { readonly trials: number }[]];
    expect(tasks.map(({ trials }) => trials > 0)).toEqual([true, true, true]);
    expect(tasks.reduce((sum, { trials }) => sum + trials, 0)).toBe(41);
    expect(await simulated('tasks', ...options)).toEqual([tasks]);
  });

  test('--alone is another search, --task chooses, --history is learned from', async () => {
    const of = (...more: readonly string[]): Promise<unknown[]> =>
      simulated('tasks', dot, ...shared.slice(0, 3), ...more);
    const together = await of();
    expect(await of('--alone')).not.toEqual(together);
    expect(await of('--task', '1')).toEqual([[expect.objectContaining({ task: first, trials: 32 })]]);
    expect(await of('--history', dot)).not.toEqual(together);
    // Views tell in a few of the trials only.
    const longer = ['--trials', '96', '--seed', '2'];
    expect(await of(...longer, '--features', 'knobs,shape')).not.toEqual(await of(...longer));
  });

  test('says what an explorer of other tasks knows, and what a pruned space has', async () => {
    const { stderr } = await simulate(dot, ...shared.slice(0, 3), '--explorer', 'transfer', '--prune', '0.5');
    expect(stderr).toContain('transfer knows no other task');
    expect(stderr.match(/recall/g)).toHaveLength(2);
  });

  test('prints a table of the tasks, and the latency by trials, random draws beside', async () => {
    const { code, stdout } = await simulate(dot, cache, '--together', '--trials', '48', '--seeds', '2');
    expect(code).toBe(0);
    const rows = stdout.split('\n');
    expect(rows[0]).toMatch(/^task +configs +weight +trials +fraction +random$/);
    expect(rows[3]).toMatch(/^made_up 64x64 on Imaginary GPU +27 +1 +\d+(\.5)? +[01]\.\d{3} +[01]\.\d{3}$/);
    expect(rows.slice(4, 6).map((row) => row.split(/ {2,}/)[0])).toEqual(['geometric mean', 'worst task']);
    expect(rows[7]).toMatch(/^latency \/ optimum +at 16 +at 32 +at 48$/);
    expect(rows.slice(8).map((row) => row.split(/ {2,}/)[0])).toEqual([usualScheduler, 'random draws']);
  });

  test.each([
    [['--together', '--weights', '1,2,3'], 2, 'There are 2 tasks and 3 weights: give one for each'],
    [['--together', '--weights', '1,0'], 2, '--weights needs a number above 0, not "0".'],
    [['--together', '--weights', '1,-2'], 2, '--weights needs a number above 0, not "-2".'],
    [['--together', '--weights', '1,,2'], 2, '--weights needs a number above 0, not "".'],
    [['--together', '--scheduler', 'gradiant'], 2, 'Unknown scheduler "gradiant": did you mean "gradient"?'],
    [['--weights', '1,2'], 2, '--weights needs --together: add it'],
    [['--scheduler', 'ucb'], 2, '--scheduler needs --together: add it'],
    [['--alone'], 2, '--alone needs --together: add it'],
  ])('refuses %j', async (args, exit, sentence) => {
    const { code, said, stdout } = await simulate(dot, ...args);
    expect({ code, stdout }).toEqual({ code: exit, stdout: '' });
    expect(said).toContain(sentence);
  });

  test('refuses a task that is there twice', async () => {
    const again = write('again.jsonl', lines.join('\n'));
    const { code, said } = await simulate(dot, again, ...shared);
    expect([code, said]).toEqual([2, expect.stringContaining(`${first} of ${again} is there twice`)]);
  });
});
