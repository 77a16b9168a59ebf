import { describe, expect, test } from '@jest/globals';
import { byTask, recordsOf, scoresOf, trialsIn } from '../../../src/log/record/trials.js';
import type { TuneRecord } from '../../../src/log/record/record.js';
import { SpaceBuilder } from '../../../src/space/builder.js';
import { toEntities } from '../../../src/space/entity.js';
import { bareRecord, failedRecord, ownRecord } from './fixtures.js';

const space = new SpaceBuilder()
  .choice('a', [1, 2, 3])
  .choice('b', [1, 2, 3])
  .constraint('a and b must differ.', ({ a, b }) => a !== b)
  .build();

/** A record of the space's config at an index, whose own index is another. */
function at(index: number, costs: readonly number[]): TuneRecord {
  return { ...ownRecord, index: 1000 + index, entity: toEntities(space, space.get(index)), costs };
}

describe('recordsOf', () => {
  const task = { target: ownRecord.target, task: ownRecord.task, args: ownRecord.args };

  test('takes the records of the same template, arguments and target', () => {
    const others: TuneRecord[] = [
      { ...ownRecord, task: 'matmul.other' },
      { ...ownRecord, args: [] },
      { ...ownRecord, target: 'llvm -mcpu=x86-64-v4 -threads=1' },
    ];
    expect(recordsOf([...others, ownRecord, failedRecord], task)).toEqual([ownRecord, failedRecord]);
  });

  test('leaves out records of another version, but not those that do not say', () => {
    const versions = [2, 3, undefined].map((templateVersion) => ({ ...ownRecord, tune: { templateVersion } }));
    const found = recordsOf([...versions, bareRecord], { ...task, templateVersion: 3 });
    expect(found).toEqual([versions[1], versions[2], bareRecord]);
    expect(recordsOf(versions, task)).toHaveLength(3);
  });
});

test('byTask groups records by template, arguments and target', () => {
  const other = { ...ownRecord, task: 'matmul.other' };
  expect(byTask([ownRecord, other, failedRecord])).toEqual([[ownRecord, failedRecord], [other]]);
});

describe('trialsIn', () => {
  test('finds configs by their entities, not by their index', () => {
    const { trials, invalid } = trialsIn(space, [at(1, [2]), at(5, [3])]);
    expect(trials.map(({ config }) => config)).toEqual([space.get(1), space.get(5)]);
    expect(invalid).toEqual([]);
  });

  test('when a config was measured again then its last record counts, at the place of its first', () => {
    const { trials } = trialsIn(space, [at(1, [2]), at(5, [3]), at(1, [4])]);
    expect(trials.map(({ config, record }) => [config.index, record.costs])).toEqual([
      [1, [4]],
      [5, [3]],
    ]);
  });

  test('when records are no config of the space then they are left out with a reason', () => {
    const forbidden: TuneRecord = {
      ...ownRecord,
      entity: [
        ['a', 'ot', 1],
        ['b', 'ot', 1],
      ],
    };
    const { trials, invalid } = trialsIn(space, [ownRecord, at(1, [2]), forbidden]);
    expect(trials).toHaveLength(1);
    expect(invalid).toEqual([
      { record: ownRecord, reason: 'There is no knob "tile_m"; the nearest is "a".' },
      { record: forbidden, reason: 'The config is forbidden: a and b must differ.' },
    ]);
  });
});

describe('scoresOf', () => {
  test('are throughputs relative to the best, 0 for a failure', () => {
    expect(scoresOf([at(1, [4]), failedRecord, at(2, [1, 3])])).toEqual([0.5, 0, 1]);
  });

  test('when all failed then all are 0', () => {
    expect(scoresOf([failedRecord, failedRecord])).toEqual([0, 0]);
    expect(scoresOf([])).toEqual([]);
  });
});
