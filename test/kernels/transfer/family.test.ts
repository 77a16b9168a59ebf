import { ownKernels } from '../../../src/backend/own-kernels.js';
import { describe, expect, test } from '@jest/globals';
import { ErrorNo } from '../../../src/measure/measurement.js';
import type { Config } from '../../../src/space/config.js';
import { readTables } from '../../../src/log/table/read.js';
import { Family } from '../../../src/transfer/family.js';
import { ownHistoryOf } from '../../../src/transfer/record-histories.js';
import { take } from '../../support/take.js';

const [large, small] = take((await readTables('test/fixtures/matmul-dot.jsonl.gz', ownKernels)).tables, 2);
const [stranger] = take((await readTables('test/fixtures/made-up.kt-cache.json', ownKernels)).tables, 1);
const sources = [large, small, stranger].map((table) => ({ ...ownHistoryOf(table), trials: [] }));
const [a, b, c] = take(
  sources.map(({ task }) => task),
  3,
);

function trial(config: Config, milliseconds: number): Parameters<Family['observe']>[1][number] {
  return milliseconds === 0
    ? { config, costs: [], error: ErrorNo.runtimeDevice }
    : { config, costs: [milliseconds / 1000], error: ErrorNo.none };
}

describe('a family', () => {
  test('tells a member what its siblings found, and never its own trials', () => {
    const family = new Family(sources, ['knobs']);
    expect(family.priorOf(a)).toEqual({ rows: [], warmStarts: [] });
    const [first, second, failed] = take(
      [0, 1, 2].map((i) => b.space.get([...small.rows.keys()][i]!)),
      3,
    );
    family.observe(b, [trial(first, 2), trial(second, 1), trial(failed, 0)]);
    expect(family.priorOf(b)).toEqual({ rows: [], warmStarts: [] });
    const { rows, warmStarts } = family.priorOf(a);
    expect(rows.map(({ score }) => score)).toEqual([0.5, 1, 0]);
    expect(new Set(rows.map(({ group }) => group)).size).toBe(1);
    expect(warmStarts).toHaveLength(1);
    expect(large.rows.has(warmStarts[0]!.index)).toBe(true);
  });

  test('tells what it learns in between, and of a config what came last', () => {
    const family = new Family(sources, ['knobs']);
    const config = b.space.get([...small.rows.keys()][0]!);
    family.observe(b, [trial(config, 2)]);
    family.observe(b, [trial(config, 1), trial(b.space.get([...small.rows.keys()][1]!), 4)]);
    expect(family.priorOf(a).rows.map(({ score }) => score)).toEqual([1, 0.25]);
  });

  test('does not mix what cannot be compared, nor two logs of one work', () => {
    const twins = [...sources, { ...sources[0]!, task: { ...a }, identity: 'elsewhere' }];
    const family = new Family(twins, ['knobs']);
    family.observe(twins[3]!.task, [trial(a.space.get([...large.rows.keys()][0]!), 1)]);
    family.observe(c, [trial(c.space.get([...stranger.rows.keys()][0]!), 1)]);
    expect(family.priorOf(a)).toEqual({ rows: [], warmStarts: [] });
    expect(() => family.priorOf({ ...a })).toThrow('is not of this family');
  });
});
