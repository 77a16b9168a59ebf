import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { complaintIn } from '../../../src/model/trainer/complaint.js';
import { ExecutableTrainer } from '../../../src/model/trainer/executable.js';
import type { Trainer } from '../../../src/model/trainer/trainer.js';
import { lives, startedWith } from '../../support/processes.js';
import { sharedTrainer } from '../../support/trainer.js';
import { informativeColumns } from '../../../src/model/columns.js';
import { toDMatrix } from '../../../src/model/dmatrix.js';
import type { Row } from '../../../src/model/model.js';
import { models } from '../../../src/model/registry.js';
import { readForest } from '../../../src/model/xgboost-json.js';
import { MissingError, WorkError } from '../../../src/target/errors.js';
import { hasExecutable } from '../../model/present-trainers.js';
import { libsvmOf, matrixOf, syntheticRows } from '../../model/fixtures.js';
import { testWhere } from '../../support/skips.js';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tune-test-xgboost-'));
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

/** A program in the place of xgboost. */
function script(name: string, body: string): string {
  const path = join(folder, name);
  writeFileSync(path, `#!/bin/sh\n${body}\n`);
  chmodSync(path, 0o755);
  return path;
}

/** Runs xgboost as a person would: over files in the test's folder. */
function xgboost(...options: string[]): void {
  execFileSync('xgboost', ['/dev/null', 'verbosity=0', ...options], { stdio: 'ignore', cwd: folder });
}

const own = sharedTrainer(() => new ExecutableTrainer());

/** Debian 13 has the library alone. */
const ofExecutable = testWhere(hasExecutable, 'the xgboost executable (apt-get install xgboost, of Debian 12)');

describe('the evaluator and `xgboost task=pred`', () => {
  ofExecutable.each([
    ['xgb-rank', 'hist', {}],
    ['xgb-rank', 'exact', { max_depth: 3, num_round: 33 }],
    ['xgb-reg', 'hist', { max_depth: 7, num_round: 50 }],
    ['xgb-reg', 'exact', { num_round: 1, base_score: 0.25 }],
  ])('agree: %s, %s, %j', async (name, tree_method, parameters) => {
    const keep = `xgboost "$@" && for last; do :; done && test "$1" = --version || cp "\${last#model_out=}" '${folder}/model.json'`;
    const executable = script('keeps-its-model', keep);
    const trainer = new ExecutableTrainer({ executable });
    const model = models[name]!({ trainer, parameters: { ...parameters, tree_method } });
    // Decimals such as 5.935, which lie on cuts and are rounded to float32.
    await model.fit(syntheticRows(300, { step: 0.005 }));
    const rows = syntheticRows(500, { seed: 3, step: 0.005 });
    writeFileSync(join(folder, 'rows.dmatrix'), toDMatrix(rows));
    xgboost('task=pred', 'model_in=model.json', 'test_path=rows.dmatrix', 'name_pred=predictions.txt');
    const theirs = readFileSync(join(folder, 'predictions.txt'), 'utf8').trim().split('\n').map(Number);
    const ours = model.predict(matrixOf(rows), rows.length).mean;
    expect(theirs).toHaveLength(rows.length);
    expect(Math.max(...theirs.map((score, i) => Math.abs(score - ours[i]!)))).toBeLessThan(1e-5);
  });
});

test.each([
  ['5E-1', 0.5],
  ['[5E-1]', 0.5],
  ['[5E-1,1E0]', undefined],
  ['half', undefined],
])('of the base score %j is %p', (text, expected) => {
  const read = (): number =>
    readForest(
      { learner: { learner_model_param: { base_score: text }, gradient_booster: { model: { trees: [] } } } },
      [],
    ).score(new Float32Array(1));
  if (expected === undefined) expect(read).toThrow('which is not one number');
  else expect(read()).toBe(expected);
});

describe('the binary matrix', () => {
  ofExecutable.each(['rank:pairwise', 'reg:squarederror'])('trains what text trains: %s', (objective) => {
    const other = syntheticRows(70, { seed: 2, group: 'other' });
    const rows = syntheticRows(70).flatMap((row, i) => [row, other[i]!]);
    writeFileSync(join(folder, 'rows.dmatrix'), toDMatrix(rows));
    writeFileSync(join(folder, 'rows.svm'), libsvmOf(rows));
    xgboost(`objective=${objective}`, 'data=rows.dmatrix', 'model_out=binary.json');
    xgboost(`objective=${objective}`, 'data=rows.svm?format=libsvm', 'model_out=text.json');
    expect(readFileSync(join(folder, 'binary.json'), 'utf8')).toBe(readFileSync(join(folder, 'text.json'), 'utf8'));
  });
});

describe('columns that tell nothing', () => {
  /** Each column after one that is constant, and all of them a second time. */
  const wide = (rows: readonly Row[]): Row[] =>
    rows.map((row) => {
      const once = [...row.features].flatMap((x, column) => [column, x]);
      return { ...row, features: Float32Array.from([...once, ...once]) };
    });
  const rows = wide(syntheticRows(200));
  const { length: width } = rows[0]!.features;

  test('are the constant ones, and all but the first of equal ones', () => {
    expect(informativeColumns(rows)).toEqual(Array.from({ length: width / 4 }, (_, i) => 2 * i + 1));
    expect(informativeColumns(rows.slice(0, 1))).toEqual([]);
  });

  ofExecutable.each([
    ['xgb-rank', 'rank:pairwise'],
    ['xgb-reg', 'reg:squarederror'],
  ])('are left out, and the trees are those that xgboost makes of all: %s', async (name, objective) => {
    const parameters = { tree_method: 'hist', max_depth: 4, num_round: 80, eta: 0.3, num_pairsample: 8, nthread: 1 };
    const every = { gamma: 1e-4, lambda: 0.1, min_child_weight: 0, ...parameters };
    const model = models[name]!({ trainer: own, parameters: every });
    await model.fit(rows);
    writeFileSync(join(folder, 'wide.dmatrix'), toDMatrix(rows));
    const options = Object.entries(every).map(([option, value]) => `${option}=${value}`);
    xgboost(`objective=${objective}`, ...options, 'data=wide.dmatrix', 'model_out=wide.json');
    const text = readFileSync(join(folder, 'wide.json'), 'utf8');
    const forest = readForest(JSON.parse(text), [...rows[0]!.features.keys()]);
    const others = wide(syntheticRows(300, { seed: 4 }));
    const scores = others.map(({ features }) => forest.score(features));
    expect([...model.predict(matrixOf(others), others.length).mean]).toEqual(scores);
    expect(new Set(scores).size).toBeGreaterThan(100);
  });
});

describe('xgboost as a process', () => {
  const fitWith = (trainer: Trainer): Promise<void> => models['xgb-rank']({ trainer }).fit(syntheticRows(20));
  const fit = (executable: string): Promise<void> => fitWith(new ExecutableTrainer({ executable }));

  test('when there is no such program then the message says how to get it', async () => {
    await expect(fit('xgboost-that-is-nowhere')).rejects.toThrow(MissingError);
    await expect(fit('xgboost-that-is-nowhere')).rejects.toThrow('apt-get install libxgboost0');
  });

  ofExecutable('when it refuses a parameter then the message is its own first useful line', async () => {
    const model = models['xgb-rank']({ trainer: own, parameters: { max_depth: 'deep' } });
    await expect(model.fit(syntheticRows(20))).rejects.toThrow(
      new WorkError("xgboost failed: Invalid Parameter format for max_depth expect int but value='deep'"),
    );
  });

  test('when it dies of a signal then the message names the signal', async () => {
    await expect(fit(script('dies', 'kill -SEGV $$'))).rejects.toThrow('SIGSEGV');
  });

  test('when it fails without a word then the message gives its exit status', async () => {
    await expect(fit(script('mute', 'exit 7'))).rejects.toThrow('it ended with 7');
  });

  test('when it hangs then it is stopped, with what it started', async () => {
    const executable = script('hangs', 'test "$1" = --version || sleep 60');
    const trainer = new ExecutableTrainer({ executable, timeout: () => 300 });
    await expect(fitWith(trainer)).rejects.toThrow('took longer than 0.3 s');
    expect(startedWith(executable)).toEqual([]);
  });

  test('when what it started has left its group then it is stopped all the same', async () => {
    const left = join(folder, 'left');
    const executable = script('leaves', `test "$1" = --version || { setsid sleep 90 & echo $! >"${left}"; sleep 90; }`);
    await expect(fitWith(new ExecutableTrainer({ executable, timeout: () => 2000 }))).rejects.toThrow('2 s');
    const pid = Number(readFileSync(left, 'utf8'));
    expect(lives(pid)).toBe(true); // so that nothing waited for its end
    process.kill(pid, 'SIGKILL');
  });

  test.each(['test "$1" = --version || sleep 60', 'sleep 60'])(
    'when it hangs then an abort ends it at once: %s',
    async (body) => {
      const trainer = new ExecutableTrainer({ executable: script('hangs-long', body) });
      const fitted = trainer.train(syntheticRows(20), {}, AbortSignal.timeout(100));
      await expect(fitted).rejects.toThrow('the run is over');
      await trainer.close();
    },
  );

  test('when it fails three times on end then it is not tried again', async () => {
    const trainer = new ExecutableTrainer({ executable: script('fails', 'test "$1" = --version || exit 7') });
    for (let time = 0; time < 3; time++) await expect(fitWith(trainer)).rejects.toThrow('it ended with 7');
    await expect(fitWith(trainer)).rejects.toThrow('failed 3 times one after the other');
  });

  test.each(['1.0.0', '1.5.2', '2.1.4'])('when it is of version %s then that is said at once', async (version) => {
    const refused = fit(script('other', `echo XGBoost: ${version}`));
    await expect(refused).rejects.toThrow(MissingError);
    await expect(refused).rejects.toThrow(
      new RegExp(`\`.*other\` is of XGBoost ${version}, and only those of 1\\.6 and 1\\.7 can be used: install`),
    );
  });

  test('when it ends without a model then that is an error', async () => {
    await expect(fit(script('lazy', 'exit 0'))).rejects.toThrow(WorkError);
  });

  test.each(['not json', '{}', '{"learner":{}}'])(
    'when it writes %j for a model then that is an error',
    async (text) => {
      const body = `for a in "$@"; do case "$a" in model_out=*) printf '%s' '${text}' > "\${a#model_out=}";; esac; done`;
      await expect(fit(script('writes', body))).rejects.toThrow('cannot be read');
    },
  );
});

describe('the first useful line of its messages', () => {
  test('is neither trace, nor round, nor hint, and has no time and source position', () => {
    const messages = [
      '[10:10:50] 20x12 matrix with 240 entries loaded from rows.dmatrix',
      'Error running xgboost:',
      '',
      '[10:10:50] [0]',
      '[10:10:50] ./src/data/data.cc:874: Encountered parser error:',
      '[10:10:50] ./src/io/local_filesys.cc:86: LocalFileSystem.GetPathInfo: rows.svm error: No such file or directory',
      'Stack trace:',
      '  [bt] (0) xgboost(dmlc::LogMessageFatal::~LogMessageFatal()+0x79) [0x55c52139e9a9]',
      'Use xgboost -h for showing help information.',
    ];
    expect(complaintIn(messages.join('\n'))).toBe(
      'LocalFileSystem.GetPathInfo: rows.svm error: No such file or directory',
    );
    expect(complaintIn('Stack trace:\n  [bt] (0) xgboost')).toBeUndefined();
  });
});
