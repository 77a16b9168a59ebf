import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { models } from '../../../src/model/registry.js';
import { AutoTrainer } from '../../../src/model/trainer/auto.js';
import { ExecutableTrainer } from '../../../src/model/trainer/executable.js';
import { systemLibraries, wheelLibraries } from '../../../src/model/trainer/find-library.js';
import { AnswerReader } from '../../../src/model/trainer/frames.js';
import { LibraryTrainer, type LibraryOptions } from '../../../src/model/trainer/library.js';
import type { Trainer } from '../../../src/model/trainer/trainer.js';
import { MissingError, WorkError } from '../../../src/target/errors.js';
import type { Settings } from '../../../src/tuner/settings.js';
import { collect, FakeMeasurer, only, settings, valley } from '../../tuner/fakes.js';
import { syntheticRows } from '../../model/fixtures.js';
import { hasExecutable, hasLibrary } from '../../model/present-trainers.js';
import { testWhere } from '../../support/skips.js';

const before = { ...process.env };
let folder: string;
/** A library that does whatever FAKE says, and one that has the name of a single function. */
let fake: string;
let hollow: string;
let open: Trainer[] = [];

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tune-test-library-'));
  [fake, hollow] = [join(folder, 'libfake.so'), join(folder, 'libhollow.so')];
  const source = join('test', 'model', 'fake-libxgboost.c');
  execFileSync('gcc', ['-shared', '-fPIC', '-o', fake, source]);
  execFileSync('gcc', ['-shared', '-fPIC', '-DWITHOUT_TRAINING', '-o', hollow, source]);
});
beforeEach(() => {
  process.env['FAKE_MARKER'] = join(folder, `marker-${Math.random()}`);
});
afterEach(async () => {
  process.env = { ...before };
  await Promise.all(open.map((trainer) => trainer.close()));
  open = [];
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

function trainerWith(options: LibraryOptions): LibraryTrainer {
  const trainer = new LibraryTrainer(options);
  open.push(trainer);
  return trainer;
}

/** A trainer with the fake library, and its fault. */
function faulty(fault: string, timeout = 20_000): LibraryTrainer {
  process.env['FAKE'] = fault;
  return trainerWith({ files: [fake], timeout: () => timeout });
}

const rows = syntheticRows(20);
const parameters = { objective: 'rank:pairwise', num_pairsample: 2, num_round: 3 };
const fit = (trainer: Trainer): Promise<void> => models['xgb-rank']({ trainer }).fit(rows);

describe.each(['rank:pairwise', 'reg:squarederror'])(
  'the executable and the library of one version, %s',
  (objective) => {
    const both = testWhere(
      hasExecutable && hasLibrary,
      'the xgboost executable and its library (apt-get install xgboost libxgboost0, of Debian 12)',
    );

    both.each([
      ['few rows', syntheticRows(20)],
      ['many rows in two groups', [...syntheticRows(300), ...syntheticRows(90, { seed: 2, group: 'other' })]],
      ['failures, all of one score', syntheticRows(80).map((row, i) => (i % 3 === 0 ? { ...row, score: 0 } : row))],
      ['groups in turns', syntheticRows(60).map((row, i) => ({ ...row, group: `task ${i % 4}` }))],
    ])('give the same model, byte for byte: %s', async (_, some) => {
      const asked = { objective, tree_method: 'hist', max_depth: 4, num_round: 40, num_pairsample: 7, nthread: 1 };
      const [executable, library] = [new ExecutableTrainer(), trainerWith({})];
      expect((await library.examine()).version).toBe((await executable.examine()).version);
      expect(await library.train(some, asked)).toBe(await executable.train(some, asked));
    });
  },
);

describe('a library that will not do', () => {
  const refusal = (file: string): Promise<unknown> =>
    trainerWith({ files: [file] })
      .train(rows, parameters)
      .catch((error: unknown) => error);

  test.each(['1.0.0', '1.5.2', '4.0.0', '9.0.0'])('of version %s is named, with its version', async (version) => {
    process.env['FAKE_VERSION'] = version;
    const error = await refusal(fake);
    expect(error).toBeInstanceOf(MissingError);
    expect(String(error)).toContain(`with ${fake}, since it is of version ${version}: install libxgboost with`);
  });

  test.each(['1.6.0', '2.1.4', '3.2.0'])('is not one of version %s', async (version) => {
    process.env['FAKE_VERSION'] = version;
    expect(await trainerWith({ files: [fake] }).examine()).toEqual({ version, path: fake });
  });

  test('lacks functions, is no libxgboost, is no library, is not there: each is said', async () => {
    const text = join(folder, 'text.so');
    writeFileSync(text, 'text');
    expect(String(await refusal(hollow))).toContain(`${hollow}, since it lacks functions that libxgboost 1.7 has`);
    expect(String(await refusal('libm.so.6'))).toContain('libm.so.6, since it is no libxgboost');
    expect(String(await refusal(text))).toMatch(/text\.so, since it cannot be loaded \(.*file too short/);
    expect(String(await refusal('/nowhere/libxgboost.so'))).toContain('/nowhere/libxgboost.so is not there');
  });

  test('the first that will do is taken', async () => {
    const trainer = trainerWith({ files: ['libnowhere.so', hollow, fake] });
    expect((await trainer.examine()).path).toBe(fake);
  });
});

describe('where it is looked for', () => {
  test('XGBOOST_LIB alone counts, and nothing takes its place', async () => {
    process.env['XGBOOST_LIB'] = fake;
    expect(await trainerWith({}).examine()).toEqual({ version: '1.7.4', path: fake });
    process.env['XGBOOST_LIB'] = '/nowhere/libxgboost.so';
    const auto = new AutoTrainer();
    await expect(fit(auto)).rejects.toThrow('/nowhere/libxgboost.so is not there');
    await auto.close();
  });

  test('the loader knows the names of packages; Python knows where its packages are', () => {
    expect(systemLibraries('linux')).toEqual(expect.arrayContaining(['libxgboost.so.0', 'libxgboost.so']));
    expect(systemLibraries('darwin')).toContain('/opt/homebrew/lib/libxgboost.dylib');
    for (const [name, place] of [
      ['bin', '/somewhere/xgboost'],
      ['venv/bin', '/venv/xgboost'],
    ] as const) {
      mkdirSync(join(folder, name), { recursive: true });
      writeFileSync(join(folder, name, 'python3'), `#!/bin/sh\necho ${place}\n`);
      chmodSync(join(folder, name, 'python3'), 0o755);
    }
    process.env['PATH'] = join(folder, 'bin');
    delete process.env['VIRTUAL_ENV'];
    delete process.env['CONDA_PREFIX'];
    expect(wheelLibraries('linux')).toEqual(['/somewhere/xgboost/lib/libxgboost.so']);
    process.env['VIRTUAL_ENV'] = join(folder, 'venv');
    expect(wheelLibraries('linux').at(0)).toBe('/venv/xgboost/lib/libxgboost.so');
    process.env['PATH'] = '/nowhere';
    delete process.env['VIRTUAL_ENV'];
    expect(wheelLibraries('linux')).toEqual([]);
  });

  test('a package in the current folder is none of Python', () => {
    mkdirSync(join(folder, 'xgboost'));
    writeFileSync(join(folder, 'xgboost', '__init__.py'), '');
    const here = process.cwd();
    try {
      process.chdir(folder);
      expect(wheelLibraries('linux').filter((path) => path.startsWith(folder))).toEqual([]);
    } finally {
      process.chdir(here);
    }
  });
});

describe('a library that fails', () => {
  test.each([
    ['aborts', 'it ended with SIGABRT'],
    ['exits', 'it ended with 0'],
    ['writes everywhere', 'sent an invalid response'],
    ['writes no model', 'cannot be read'],
    ['refuses', 'xgboost failed: The labels are too long.'],
  ])('when it %s then the fit says so', async (fault, words) => {
    const failure: unknown = await fit(faulty(fault)).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(WorkError);
    expect(String(failure)).toContain(words);
  });

  test('when it prints then nobody minds', async () => {
    expect(await faulty('prints').train(rows, parameters)).toContain('learner');
  });

  test('when it aborts once then the next fit has a new process', async () => {
    const trainer = faulty('aborts once');
    await expect(trainer.train(rows, parameters)).rejects.toThrow('SIGABRT');
    expect(await trainer.train(rows, parameters)).toContain('learner');
  });

  test('when it hangs then it is stopped, and after three times not tried again', async () => {
    const trainer = faulty('hangs', 100);
    for (let time = 0; time < 3; time++)
      await expect(trainer.train(rows, parameters)).rejects.toThrow('took longer than 0.1 s, and was stopped');
    await expect(trainer.train(rows, parameters)).rejects.toThrow('failed 3 times one after the other');
  });

  test('when it hangs then an abort ends it at once, which is no failure', async () => {
    const trainer = faulty('hangs', 60_000);
    const auto = new AutoTrainer(trainer, trainer);
    for (let time = 0; time < 4; time++) {
      const fit = [1, 2, 3].map(() => auto.train(rows, parameters, AbortSignal.timeout(50)));
      for (const one of fit) await expect(one).rejects.toThrow('the run is over');
    }
    process.env['FAKE'] = '';
    expect(await trainer.train(rows, parameters)).toContain('learner');
  });

  test('when it hangs as it is loaded then an abort ends it, too', async () => {
    const trainer = faulty('hangs at once');
    await expect(trainer.train(rows, parameters, AbortSignal.timeout(50))).rejects.toThrow('the run is over');
  });

  test.each<[how: string, limits: Partial<Settings>, reason: string]>([
    ['Ctrl-C', {}, 'interrupted'],
    ['the minutes', { minutes: 0.5 / 60 }, 'minutes'],
  ])('when it hangs then %s end the run at once', async (how, limits, reason) => {
    const stop = new AbortController();
    const { firstBatch = 0 } = settings;
    const measurer: FakeMeasurer = new FakeMeasurer((config, task) => {
      if (how === 'Ctrl-C' && measurer.measured.length === firstBatch)
        void setTimeout(300).then(() => {
          stop.abort();
        });
      return valley(config, task);
    });
    const start = performance.now();
    const events = await collect({
      measurer,
      settings: { ...settings, explorer: 'sa', ...limits },
      trainer: faulty('hangs', 60_000),
      signal: stop.signal,
    });
    expect(performance.now() - start).toBeLessThan(20_000);
    const finish = only(events, 'finish').at(0)!;
    expect(finish.reason).toBe(reason);
    // On a busy machine the minutes may be over before the first batch is.
    expect(finish.trials).toBeLessThanOrEqual(firstBatch);
    if (how === 'Ctrl-C') expect(finish.trials).toBe(firstBatch);
    expect(only(events, 'model').filter(({ error }) => error !== null)).toEqual([]);
  });

  test.each(['hangs', 'aborts', 'writes everywhere', 'exits'])(
    'when it %s then the run goes on at random, to its end',
    async (fault) => {
      const trainer = faulty(fault, 100);
      const events = await collect({
        measurer: new FakeMeasurer(),
        settings: { ...settings, explorer: 'sa' },
        trainer,
      });
      const fits = only(events, 'model');
      expect(fits.length).toBeGreaterThan(1);
      for (const { fitted, error } of fits)
        expect({ fitted, error }).toEqual({ fitted: false, error: expect.any(String) });
      expect(only(events, 'finish').at(0)!).toMatchObject({ trials: 40, failed: 0, confirmed: true });
    },
  );
});

describe('its processes', () => {
  test('are not started after it was closed, even by what was asked before', async () => {
    const trainer = trainerWith({ files: [fake] });
    const asked = expect(trainer.examine()).rejects.toThrow('the run is over');
    await trainer.close();
    await asked;
  });

  test('are killed with what they work at when it is closed', async () => {
    const trainer = faulty('hangs', 60_000);
    const asked = expect(trainer.train(rows, parameters)).rejects.toThrow('the run is over');
    await trainer.examine();
    await trainer.close();
    await asked;
  });

  test('take what they started along', async () => {
    const trainer = faulty('forks and hangs', 100);
    await expect(trainer.train(rows, parameters)).rejects.toThrow('was stopped');
    await trainer.close();
  });

  test('serve an ensemble in turns, and end when it is closed', async () => {
    const trainer = trainerWith({ files: [fake] });
    const answers = await Promise.all(Array.from({ length: 9 }, () => trainer.train(rows, parameters)));
    expect(new Set(answers).size).toBe(1);
    await trainer.close();
    await expect(trainer.train(rows, parameters)).rejects.toThrow('the run is over');
  });

  test('do not outlive a tuner that was killed, even while the library hangs', async () => {
    await trainerWith({ files: [fake] }).examine();
    const cache = join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'tune');
    const program = readdirSync(cache).find((name) => /^tune-trainer-[0-9a-f]{16}$/.test(name))!;
    const body = `const { spawn } = require('node:child_process');
      const child = spawn(${JSON.stringify(join(cache, program))}, [${JSON.stringify(fake)}], { detached: true });
      setInterval(() => undefined, 1000);
      console.log(child.pid);`;
    const tuner = spawn(process.execPath, ['-e', body], { env: { ...process.env, FAKE: 'hangs at once' } });
    const [said] = (await once(tuner.stdout, 'data')) as [Buffer];
    const pid = Number(said.toString());
    // It has asked to end with its parent before it opens the library.
    while (!readFileSync(`/proc/${pid}/maps`, 'utf8').includes(fake)) await setTimeout(10);
    tuner.kill('SIGKILL');
    for (let wait = 0; wait < 500 && isThere(pid); wait++) await setTimeout(20);
    expect(isThere(pid)).toBe(false);
  });
});

function isThere(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

const header = (length: number): Buffer => Buffer.from(Uint32Array.of(0x6c646f6d, 1, length).buffer);

test('answers may come in pieces, or several at once', () => {
  const frame = (text: string): Buffer => Buffer.concat([header(text.length), Buffer.from(text)]);
  const all = Buffer.concat([frame('one'), frame(''), frame('three')]);
  const expected = ['one', '', 'three'].map((text) => ({ kind: 'model', text }));
  for (let size = 1; size <= all.length; size++) {
    const reader = new AnswerReader();
    const answers = [];
    for (let at = 0; at < all.length; at += size) answers.push(...reader.push(all.subarray(at, at + size)));
    expect(answers).toEqual(expected);
  }
});

test('an answer longer than any model is nonsense', () => {
  expect(() => new AnswerReader().push(header(2 ** 29))).toThrow('sent an invalid response');
});
