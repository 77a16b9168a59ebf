import { appendFileSync, copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { climb, shareAt } from '../../../bench/search/climb.js';
import { isScored, readData, toArena, type Arena } from '../../../bench/search/data.js';
import { bestRows, Counter } from '../../../bench/search/figures.js';
import { filesWithTwins, historyOf, isKnowable, nameOf } from '../../../bench/search/history.js';
import { Journal } from '../../../bench/search/journal.js';
import { toMarkdown } from '../../../bench/search/markdown.js';
import { compactTables } from '../../../bench/markdown-table.js';
import { writePart } from '../../../bench/search/page.js';
import { sharedTrainer } from '../../support/trainer.js';
import { perform } from '../../../bench/search/perform.js';
import { allRows, FIRST_PART, isDefault, type Row } from '../../../bench/search/rows.js';
import { searchesOf, type Search } from '../../../bench/search/searches.js';
import { calibrate, madeUpMachine, worthOfBest } from '../../../bench/search/synthetic.js';
import { readTrajectories } from '../../../bench/search/trajectories.js';
import { kendallTau } from '../../../src/explorer/kendall-tau.js';
import { meanCost } from '../../../src/log/record/best.js';
import { searchDefaults } from '../../../src/tuner/settings.js';

let folder = '';
let arenas: readonly Arena[] = [];
let cache: Arena;
let task: Arena;
let other: Arena;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tune-scoreboard-'));
  for (const file of ['matmul-dot.jsonl.gz', 'made-up.kt-cache.json', 'README.md'])
    copyFileSync(join('test', 'fixtures', file), join(folder, file));
  arenas = (await readData(folder)).arenas;
  [cache, task, other] = arenas as readonly [Arena, Arena, Arena];
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

const random = (): Row => allRows(0).find(({ name }) => name === 'random')!;
const indices = ({ table }: Arena): readonly number[] => [...table.rows.keys()];

describe('the data', () => {
  test('are all logs and caches of a folder, and nothing else', () => {
    expect(arenas.map((arena) => [arena.name, isScored(arena)])).toEqual([
      ['made-up.kt-cache.json: made_up 64x64 on Imaginary GPU', true],
      ['matmul-dot.jsonl.gz: matmul.dot 48x40x96+trans-b', false],
      ['matmul-dot.jsonl.gz: matmul.dot 24x40x64+trans-b', false],
    ]);
  });

  test('are asked for in a sentence where there are none', async () => {
    await expect(readData(join(folder, 'nowhere'))).rejects.toThrow('There is no folder');
    const empty = mkdtempSync(join(folder, 'empty-'));
    await expect(readData(empty)).rejects.toThrow('name another with --data');
  });
});

describe('a climb', () => {
  test('has a step for every gain, and counts failures as trials', () => {
    const { table } = cache;
    const failed = [...table.rows].find(([, { error }]) => error !== 0)![0];
    const byTime = [...table.rows]
      .filter(([, { error }]) => error === 0)
      .sort(([, a], [, b]) => meanCost(b)! - meanCost(a)!)
      .map(([index]) => index);
    const [slowest, fastest] = [byTime.at(0)!, byTime.at(-1)!];
    const visited = [failed, slowest, slowest, fastest];
    const found = climb(table, visited);
    expect(found.trials).toBe(4);
    expect(found.steps.map(({ trial }) => trial)).toEqual([2, 4]);
    expect(found.steps.at(1)!.elapsed).toBeCloseTo(
      visited.reduce((sum, index) => sum + table.rows.get(index)!.trialSeconds!, 0),
    );
    expect([1, 3, 4, 99].map((trials) => shareAt(table, found, trials))).toEqual([
      0,
      table.best / meanCost(table.rows.get(slowest)!)!,
      1,
      1,
    ]);
  });
});

describe('the rows', () => {
  test('begin with random search, and change one thing of the defaults each', () => {
    const rows = allRows(0.3);
    expect(rows[0]).toMatchObject({ part: FIRST_PART, name: 'random' });
    const changed = rows
      .filter(({ part }) => part !== FIRST_PART)
      .map(({ part, settings, knowledge }) => {
        const keys = Object.keys(settings) as (keyof typeof settings)[];
        const count = keys.filter(
          (key) => JSON.stringify(settings[key]) !== JSON.stringify(searchDefaults[key]),
        ).length;
        // A batch size on the command line is also that of the first batch; an acquisition needs a model with a spread.
        const two = part === 'batch size' || part === 'ensemble, acquisition';
        return count + +(knowledge.kind !== 'none') - +(two && count > 1);
      });
    expect(Math.max(...changed)).toBe(1);
    expect(new Set(rows.map(({ name }) => name)).size).toBe(rows.length);
    expect(rows.filter(isDefault).map(({ part }) => part)).toContain(FIRST_PART);
  });
});

describe('what is known beforehand', () => {
  test('of other tasks, is all of the log but the task', () => {
    const { rows } = historyOf({ kind: 'other tasks' }, task, arenas, 1, ['knobs']);
    expect(rows).toHaveLength(other.table.size);
    expect(isKnowable({ kind: 'other tasks' }, cache, arenas)).toBe(false);
  });

  test('of another machine, is what holds the same work in another file', () => {
    const identity = { ...cache.table.identity, device: 'Another' } as Arena['table']['identity'];
    const elsewhere = toArena({ ...cache.table, log: 'elsewhere.json', identity });
    const both = [...arenas, elsewhere];
    expect(isKnowable({ kind: 'other machine' }, cache, arenas)).toBe(false);
    expect(historyOf({ kind: 'other machine' }, cache, both, 1, ['knobs']).rows).toHaveLength(cache.table.size);
    expect(isKnowable({ kind: 'other machine' }, task, both)).toBe(false);
  });

  test('of another machine, is of one file alone, or wrong, where that is asked for', () => {
    const identity = { ...cache.table.identity, device: 'Another' } as Arena['table']['identity'];
    const elsewhere = ['one.kt-cache.json', 'two.kt-cache.json'].map((log) =>
      toArena({ ...cache.table, log: join('folder', log), identity: { ...identity, device: log } as typeof identity }),
    );
    const all = [...arenas, ...elsewhere];
    const told = (knowledge: object): readonly number[] =>
      historyOf({ kind: 'other machine', ...knowledge }, cache, all, 1, ['knobs']).rows.map(({ score }) => score);
    const [one, own] = [{ from: 'one.kt-cache.json' }, 'made-up.kt-cache.json'];
    expect(filesWithTwins(all)).toEqual([own, 'one.kt-cache.json', 'two.kt-cache.json']);
    expect(isKnowable({ kind: 'other machine', from: own }, cache, all)).toBe(false);
    const right = told(one);
    expect(right).toHaveLength(cache.table.size);
    const inverted = told({ ...one, fault: 'inverted' });
    expect(kendallTau(right.filter(Boolean), inverted.filter(Boolean))).toBeCloseTo(-1);
    const shuffled = told({ ...one, fault: 'shuffled' });
    expect(shuffled).not.toEqual(right);
    expect(shuffled.toSorted()).toEqual(right.toSorted());
    expect(
      [{ kind: 'other machine', ...one, fault: 'inverted' } as const, { kind: 'none' } as const].map(nameOf),
    ).toEqual(['one, inverted', 'none']);
  });

  test('of a made-up machine, is the whole log, the task included', () => {
    const { rows } = historyOf({ kind: 'made-up machine', amplitude: 0.3 }, task, arenas, 1, ['knobs']);
    expect(rows).toHaveLength(task.table.size + other.table.size);
  });
});

describe('a made-up machine', () => {
  const times = ({ rows }: Arena['table']): (number | undefined)[] => [...rows.values()].map(meanCost);

  test('has other times, the same for the same seed, the real ones without amplitude', () => {
    const machine = (seed: number, amplitude: number): (number | undefined)[] =>
      times(madeUpMachine(task.table, seed, amplitude));
    expect(machine(1, 0.3)).toEqual(machine(1, 0.3));
    expect(machine(1, 0.3)).not.toEqual(machine(2, 0.3));
    expect(machine(1, 0)).toEqual(times(task.table));
  });

  test('disturbs both tasks alike: equal configs of equal knobs by equal factors', () => {
    const factors = [task, task].map(({ table }, i) => {
      const there = madeUpMachine({ ...table, task: `${i}` }, 4, 0.3);
      return indices(task).map((index) => meanCost(there.rows.get(index)!)! / meanCost(table.rows.get(index)!)!);
    });
    expect(factors[0]).toEqual(factors[1]);
    expect(Math.max(...factors.at(0)!) / Math.min(...factors.at(0)!)).toBeGreaterThan(1.2);
  });

  test('is calibrated so that its best is worth what that of a real one is', () => {
    const tables = [task.table, other.table];
    expect(worthOfBest(tables, 0)).toBe(1);
    const worth = worthOfBest(tables, calibrate(tables));
    expect(worth).toBeGreaterThan(0.87);
    expect(worth).toBeLessThan(0.95);
  });
});

describe('what other tuners did', () => {
  const write = (content: unknown): void => {
    writeFileSync(join(folder, 'matmul-dot.trajectories.json'), JSON.stringify(content));
  };
  afterAll(() => {
    rmSync(join(folder, 'matmul-dot.trajectories.json'));
  });

  test('is matched to the tasks of the log by their number', async () => {
    write({ '1': { xgb: indices(other).slice(0, 5) } });
    const { tuner, arena, climb: found } = (await readTrajectories(folder, arenas)).at(0)!;
    expect([tuner, arena.name, found.trials]).toEqual(['xgb', other.name, 5]);
  });

  test.each([
    [{ '2': { xgb: [] } }, 'task 2, which the log beside it does not have'],
    [{ '0': { xgb: [1e6] } }, 'does not fit its log'],
    [{ '0': [1] }, 'holds no trajectories'],
  ])('is refused in a sentence: %j', async (content, sentence) => {
    write(content);
    await expect(readTrajectories(folder, arenas)).rejects.toThrow(sentence);
  });
});

const trainer = sharedTrainer();

describe('the journal', () => {
  const search = (seed: number): Search =>
    searchesOf(random(), task, arenas, { seeds: seed, cutoff: 0.8 }).at(seed - 1)!;

  test('keeps what is finished, whatever stands after it', async () => {
    const path = join(folder, 'journal.jsonl');
    const finished = await perform(search(1), arenas, trainer);
    new Journal(path).add(search(1), finished);
    appendFileSync(path, '\n{"key": "torn');
    new Journal(path).add(search(2), finished);
    const again = new Journal(path);
    expect(again.get(search(1))).toEqual(finished);
    expect(again.get(search(2))).toEqual(finished);
    expect(again.get(search(3))).toBeUndefined();
    expect(again.get({ ...search(1), trials: 7 })).toBeUndefined();
  });
});

test('a search ends when it has found the optimum, which is the last thing that it tries', async () => {
  const search = searchesOf({ ...random(), settings: { ...random().settings, explorer: 'grid' } }, cache, arenas, {
    seeds: 1,
    cutoff: 0.8,
  }).at(0)!;
  const { table } = cache;
  const places = [...table.rows.keys()].sort((a, b) => a - b);
  const { climb: found } = await perform(search, arenas, trainer);
  expect(found.trials).toBe(places.findIndex((index) => meanCost(table.rows.get(index)!) === table.best) + 1);
  expect(found.steps.at(-1)).toMatchObject({ trial: found.trials, seconds: table.best });
  expect(found.trials).toBeLessThan(table.size);
});

describe('the figures', () => {
  const extent = { seeds: 3, cutoff: 0.8 };
  const countOf = async (row: Row): Promise<ReturnType<Counter['count']>> => {
    const results = await Promise.all(
      arenas.map(async (arena) => {
        const searches = searchesOf(row, arena, arenas, extent);
        return [arena, await Promise.all(searches.map((search) => perform(search, arenas, trainer)))] as const;
      }),
    );
    return new Counter(arenas, extent.cutoff).count(row, isDefault(row), new Map(results));
  };

  test('rise with the trials, and come to a score with its error', async () => {
    const { fractions, spaces, byTrials, score, error } = await countOf(random());
    expect(fractions!.mean).toEqual([...fractions!.mean].sort());
    expect(fractions!.worst.every((worst, mark) => worst <= fractions!.mean.at(mark)!)).toBe(true);
    // Of 27 configs, 128 trials find the best.
    expect(spaces.at(0)!.fractions.at(-1)).toBe(1);
    expect(score).toBeCloseTo((fractions!.mean.at(1)! + byTrials!) / 2);
    expect(error).toBeGreaterThan(0);
  });

  test('make a page, in which the generated part is replaced and the rest stays', async () => {
    const row = await countOf(random());
    const spaces = [{ arena: cache.name, title: 'made-up' }];
    const text = toMarkdown({ about: ['a fact'], spaces, rows: [{ ...row, isDefault: true }] });
    expect(text).toContain('Best by the rule: **random** (default).');
    expect(text).toContain(`${row.score!.toFixed(3)} ± ${row.error!.toFixed(3)}`);

    const path = join(folder, 'page.md');
    const [start, end] = ['<!-- views: written by npm run bench:search -->', '<!-- end of views -->'];
    writeFileSync(path, `before\n\n${start}\n\nold\n\n${end}\n\nafter\n`);
    writePart(path, 'views', text);
    writePart(path, 'views', text);
    expect(readFileSync(path, 'utf8')).toBe(`before\n\n${start}\n\n${compactTables(text)}\n\n${end}\n\nafter\n`);
    writeFileSync(path, 'no marks');
    expect(() => {
      writePart(path, 'views', text);
    }).toThrow('has no place for it');
  });
});

test('the rule names the best and what is within noise', () => {
  const rows = [
    { score: 0.7, error: 0.01 },
    { score: 0.8, error: 0.01 },
    { score: undefined, error: undefined },
    { score: 0.775, error: 0.01 },
    { score: 0.77, error: 0.01 },
  ];
  // Twice the error of a difference is 0.028.
  expect(bestRows(rows)).toEqual([1, 3]);
  expect(bestRows([rows.at(2)!])).toEqual([]);
});
