import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { knobFeaturizer } from '../../../src/features/knobs.js';
import { matmul } from '../../../src/operator/matmul.js';
import type { ViewName } from '../../../src/features/registry.js';
import { nothingKnown, type Prior } from '../../../src/model/prior.js';
import { findTemplate } from '../../../src/templates/registry.js';
import { makeTask } from '../../../src/templates/task.js';
import { gatherTaskStates, readHistory } from '../../../src/tuner/task-states.js';
import { configsOf, matmulTask, recordOf, toLines } from '../../tuner/records.js';
import { take } from '../../support/take.js';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tune-test-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

function file(name: string, content: string): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

const task = matmulTask();
const configs = configsOf(task, 4);

describe('the own log', () => {
  test('a log that does not exist yet is empty', async () => {
    const { taskStates, notes } = await gatherTaskStates(matmul, [task], join(folder, 'new.jsonl'), [], ['knobs']);
    expect(taskStates).toEqual([{ task, resumed: [], prior: nothingKnown }]);
    expect(notes).toEqual([]);
  });

  test('records of this task count as done, the latest of a config replacing the first; failures count', async () => {
    const log = file(
      'a.jsonl',
      toLines([
        recordOf(task, configs.at(0)!, { costs: [2e-5] }),
        recordOf(task, configs.at(1)!, { costs: [], error: 2, tune: { message: 'no compile' } }),
        recordOf(task, configs.at(0)!, { costs: [3e-5] }),
      ]),
    );
    const { taskStates } = await gatherTaskStates(matmul, [task], log, [], ['knobs']);
    const batch = JSON.stringify([task.template.name, undefined, undefined]);
    const failure = { costs: [], error: 2, message: 'no compile', isFinal: false, superseded: true };
    expect(taskStates.at(0)!.resumed).toMatchObject([
      { config: configs[0], costs: [3e-5], error: 0, isFinal: true, superseded: false, tried: { line: 1, batch } },
      { config: configs[1], ...failure, tried: { line: 2, batch } },
    ]);
  });

  test('records that came to no verdict are tried again, and take nothing from an earlier one', async () => {
    const lost = { costs: [], error: 8, tune: { message: 'the builder was lost: SIGKILL' } } as const;
    const log = file(
      'a.jsonl',
      toLines([
        recordOf(task, configs.at(0)!, { costs: [2e-5] }),
        recordOf(task, configs.at(0)!, lost),
        recordOf(task, configs.at(1)!, lost),
      ]),
    );
    const { taskStates, notes } = await gatherTaskStates(matmul, [task], log, [], ['knobs']);
    expect(taskStates.at(0)!.resumed).toMatchObject([{ config: configs[0], costs: [2e-5], error: 0 }]);
    expect(notes).toEqual([expect.stringMatching(/^2 records of the log came to no verdict.*tried again/)]);
  });

  test('records of other shapes, targets, and templates are not done', async () => {
    const other = matmulTask(25);
    const log = file(
      'a.jsonl',
      toLines([
        recordOf(other, configsOf(other, 1).at(0)!),
        recordOf(task, configs.at(0)!, { target: 'llvm -mcpu=x86-64-v2 -threads=1' }),
        recordOf(task, configs.at(0)!, { task: 'matmul.other' }),
      ]),
    );
    const { taskStates, notes } = await gatherTaskStates(matmul, [task], log, [], ['knobs']);
    expect(taskStates.at(0)!.resumed).toEqual([]);
    expect(notes).toEqual([]);
  });

  test('records of another machine are tried again but learned from; those of another template version are neither', async () => {
    const log = file(
      'a.jsonl',
      toLines([
        recordOf(task, configs.at(0)!, { tune: { fingerprint: 'elsewhere' } }),
        recordOf(task, configs.at(1)!, { tune: { templateVersion: 99 } }),
      ]),
    );
    const { taskStates, notes } = await gatherTaskStates(matmul, [task], log, [], ['knobs']);
    expect(taskStates.at(0)!.resumed).toEqual([]);
    expect(taskStates.at(0)!.prior.rows).toHaveLength(1);
    expect(notes).toEqual([
      '1 records of the log are of another version of matmul.blocked',
      '1 records of the log are of another machine: learned from, but tried again',
    ]);
  });

  test('records of another version of the file that the template is from do not count', async () => {
    const module = (digit: string) => ({ file: 'mine.js', sha256: digit.repeat(64) });
    const own = { ...task, template: { ...task.template, module: module('a') } };
    const log = file(
      'a.jsonl',
      toLines([
        recordOf(own, configs.at(0)!, { tune: { module: module('a') } }),
        recordOf(own, configs.at(1)!, { tune: { module: module('b') } }),
        recordOf(own, configs.at(2)!),
      ]),
    );
    const { taskStates, notes } = await gatherTaskStates(matmul, [own], log, [], ['knobs']);
    expect(taskStates.at(0)!.resumed.map(({ config }) => config)).toEqual([configs[0]]);
    expect(taskStates.at(0)!.prior.rows).toEqual([]);
    expect(notes).toEqual([
      '2 records of the log are of another version of the file mine.js, whose contents have changed: tried again',
    ]);
    const ofTune = await gatherTaskStates(matmul, [task], log, [], ['knobs']);
    expect(ofTune.taskStates.at(0)!.resumed.map(({ config }) => config)).toEqual([configs[2]]);
    expect(ofTune.notes).toEqual([
      '2 records of the log are of a template of a file that has the name of matmul.blocked: tried again',
    ]);
  });

  test('lines without a record, and records that are no config of the space, are named', async () => {
    const forged = recordOf(task, configs.at(0)!);
    const entity = forged.entity.map(([name, kind, value]) => [name, kind, name === 'tile_m' ? 1e6 : value] as const);
    const log = file('a.jsonl', `nonsense\n${toLines([{ ...forged, entity }])}`);
    const { taskStates, notes } = await gatherTaskStates(matmul, [task], log, [], ['knobs']);
    expect(taskStates.at(0)!.resumed).toEqual([]);
    expect(notes[0]).toContain('line 1: not JSON');
    expect(notes[1]).toMatch(/1 records .* no config of this space \(line 2: .*tile_m/);
  });
});

describe('history', () => {
  test('rows of other workloads are groups of their own, scored against their own best, in the columns of this task', async () => {
    const [one, two] = [matmulTask(48), matmulTask(24, 32, 80)];
    const [a, b] = take(configsOf(one, 2), 2);
    const history = [
      file('one.jsonl', toLines([recordOf(one, a, { costs: [4e-5] }), recordOf(one, b, { costs: [2e-5] })])),
      file('two.jsonl', toLines([recordOf(two, configsOf(two, 1).at(0)!, { costs: [], error: 4 })])),
    ];
    const { taskStates } = await gatherTaskStates(
      matmul,
      [task],
      join(folder, 'new.jsonl'),
      await readHistory(history),
      ['knobs'],
    );
    const rows = taskStates.at(0)!.prior.rows;
    expect(rows.map(({ score }) => score)).toEqual([0.5, 1, 0]);
    expect(rows.at(0)!.group).toBe(rows.at(1)!.group);
    expect(rows.at(2)!.group).not.toBe(rows.at(0)!.group);
    const { names, width } = knobFeaturizer(task.space);
    expect(rows.every(({ features }) => features.length === width)).toBe(true);
    expect(rows.at(1)!.features[names.indexOf('log2 tile_m')]).toBe(Math.log2(Number(b.values['tile_m'])));
  });

  test('what cannot be learned from is counted with the reason, and the rest is used', async () => {
    const history = file(
      'a.jsonl',
      toLines([
        recordOf(task, configs.at(0)!),
        recordOf(task, configs.at(1)!, { target: 'llvm -mcpu=zen99 -threads=1' }),
        recordOf(task, configs.at(2)!, { args: ['what', 'is', 'this'] }),
      ]),
    );
    const { taskStates, notes } = await gatherTaskStates(
      matmul,
      [task],
      join(folder, 'new.jsonl'),
      await readHistory([history]),
      ['knobs'],
    );
    expect(taskStates.at(0)!.prior.rows).toHaveLength(1);
    expect(notes).toEqual([
      expect.stringMatching(/^2 records of the history cannot be used: .*zen99.* \(.*a\.jsonl:2\)$/),
    ]);
  });

  test('records that are no config of their space are counted where others of their task are learned from', async () => {
    const history = file(
      'a.jsonl',
      toLines([recordOf(task, configs.at(0)!), { ...recordOf(task, configs.at(1)!), entity: [['nonsense', 'ot', 1]] }]),
    );
    const log = join(folder, 'new.jsonl');
    const { taskStates, notes } = await gatherTaskStates(matmul, [task], log, await readHistory([history]), ['knobs']);
    expect(taskStates.at(0)!.prior.rows).toHaveLength(1);
    expect(notes).toEqual([
      expect.stringMatching(/^1 records? of the history cannot be used: .*nonsense.* \(.*a\.jsonl:2\)$/),
    ]);
  });

  test('a history without any record is refused, with what is wrong with it', async () => {
    await expect(readHistory([file('notes.txt', 'no log\n')])).rejects.toThrow(
      /^There is nothing to learn from in the history: .*notes\.txt: 1 line without a record \(line 1: not JSON/,
    );
    await expect(readHistory([file('void.jsonl', '')])).rejects.toThrow(/void\.jsonl is empty\.$/);
  });

  test('records of another template of the operator are learned from where relations are seen, and offer no seeds', async () => {
    const workload = matmul.workload(undefined, { m: '24', n: '32', k: '40', transB: 'true' });
    const asked = makeTask(findTemplate('matmul.blocked'), workload, task.target);
    const other = makeTask(findTemplate('matmul.dot'), workload, task.target);
    const history = await readHistory([file('dot.jsonl', toLines(configsOf(other, 3).map((c) => recordOf(other, c))))]);
    const priorWith = async (views: readonly ViewName[]): Promise<Prior> =>
      (await gatherTaskStates(matmul, [asked], join(folder, 'new.jsonl'), history, views)).taskStates.at(0)!.prior;
    expect(await priorWith(['knobs'])).toEqual(nothingKnown);
    expect(await priorWith(['values'])).toEqual(nothingKnown);
    const { rows, warmStarts } = await priorWith(['curve', 'knobs']);
    expect(warmStarts).toEqual([]);
    expect(rows).toHaveLength(3);
    expect(rows.every(({ features }) => features.some((value) => value !== 0))).toBe(true);
  });

  test('what was best on another machine, or of another shape, is offered as seeds', async () => {
    const near = matmulTask(48);
    const [a, b] = take(configsOf(near, 2), 2);
    const lines = [
      recordOf(task, configs.at(2)!, { costs: [1e-5], tune: { fingerprint: 'elsewhere' } }),
      recordOf(task, configs.at(1)!, { costs: [2e-5], tune: { fingerprint: 'elsewhere' } }),
      recordOf(task, configs.at(0)!, { costs: [], error: 4, tune: { fingerprint: 'elsewhere' } }),
      recordOf(near, a, { costs: [3e-5] }),
      recordOf(near, b, { costs: [1e-5] }),
    ];
    const history = await readHistory([file('seeds.jsonl', toLines(lines))]);
    const { taskStates } = await gatherTaskStates(matmul, [task], join(folder, 'new.jsonl'), history, ['knobs']);
    const seeds = taskStates.at(0)!.prior.warmStarts.map(({ values }) => values);
    expect(seeds.slice(0, 2)).toEqual([configs.at(2)!.values, configs.at(1)!.values]);
    // The block of the other shape does not fit; the nearest that does takes its place.
    expect(seeds.slice(2)).toEqual([{ ...b.values, block_m: 24 }]);
  });

  test('does not tell a task what its own log has told already', async () => {
    const lines = toLines([recordOf(task, configs.at(0)!), recordOf(task, configs.at(1)!, { costs: [2e-5] })]);
    const [elsewhere, log] = [file('elsewhere.jsonl', lines), file('own.jsonl', lines)];
    const { taskStates } = await gatherTaskStates(matmul, [task], log, await readHistory([log, elsewhere]), ['knobs']);
    expect(taskStates.at(0)!.resumed).toHaveLength(2);
    expect(taskStates.at(0)!.prior).toEqual(nothingKnown);
  });

  test('when a history log does not exist, that is an error', async () => {
    await expect(readHistory([join(folder, 'no.jsonl')])).rejects.toThrow(/There is no log/);
  });
});
