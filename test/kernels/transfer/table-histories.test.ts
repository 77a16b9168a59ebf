import { ownKernels } from '../../../src/backend/own-kernels.js';
import { describe, expect, test } from '@jest/globals';
import { knobFeaturizer } from '../../../src/features/knobs.js';
import type { ViewName } from '../../../src/features/registry.js';
import { nothingKnown, type Prior } from '../../../src/model/prior.js';
import { priorOf } from '../../../src/transfer/family.js';
import { ownHistoryOf, historiesOfTable } from '../../../src/transfer/record-histories.js';
import { readTables } from '../../../src/log/table/read.js';
import type { Row, Table } from '../../../src/log/table/table.js';
import { take } from '../../support/take.js';

const ours = (await readTables('test/fixtures/matmul-dot.jsonl.gz', ownKernels)).tables;
const [target, other] = take(ours, 2);
const [stranger] = take((await readTables('test/fixtures/made-up.kt-cache.json', ownKernels)).tables, 1);

function tableHistory(table: Table, history: readonly Table[], views: readonly ViewName[]): Prior {
  return priorOf(ownHistoryOf(table), history.flatMap(historiesOfTable), views);
}

/** The same table as another machine would have measured it. */
function withRows(table: Table, change: (row: Row, index: number) => Row): Table {
  return { ...table, rows: new Map(Array.from(table.rows, ([index, row]) => [index, change(row, index)] as const)) };
}

describe('tables as history of another', () => {
  test('give a row for every config, in the columns of the task, scored by the best of their table', () => {
    const { rows } = tableHistory(target, [other], ['knobs']);
    expect(rows).toHaveLength(other.size);
    expect(new Set(rows.map(({ group }) => group)).size).toBe(1);
    expect(Math.max(...rows.map(({ score }) => score))).toBe(1);
    expect(Math.min(...rows.map(({ score }) => score))).toBeGreaterThan(0);
    const featurizer = knobFeaturizer(target.space);
    expect(rows.every(({ features }) => features.length === featurizer.width)).toBe(true);
    // Both spaces have the same columns, so that a config has the same features in both.
    const [index] = take(other.rows.keys(), 1);
    const features = new Float32Array(featurizer.width);
    featurizer.write(target.space.config(other.space.get(index).values), features, 0);
    expect(rows.at(0)!.features).toEqual(features);
  });

  test('do not tell the task its own measurements', () => {
    expect(tableHistory(target, [target], ['knobs'])).toEqual(nothingKnown);
    expect(tableHistory(target, ours, ['knobs']).rows).toHaveLength(other.size);
  });

  test('do tell what the same task took elsewhere', () => {
    const elsewhere = withRows(target, (row, index) => (index % 2 === 0 ? row : { ...row, costs: [1] }));
    const odd = [...target.rows.keys()].filter((index) => index % 2 === 1);
    expect(tableHistory(target, [elsewhere], ['knobs']).rows).toHaveLength(odd.length);
  });

  test('score failures 0', () => {
    const broken = withRows(other, (row, index) => (index % 2 === 0 ? row : { costs: [], error: 4 }));
    const scores = tableHistory(target, [broken], ['knobs']).rows.map(({ score }) => score);
    expect(scores.filter((score) => score === 0)).toHaveLength(
      [...other.rows.keys()].filter((i) => i % 2 === 1).length,
    );
  });

  test('of another template of ours are not compared by knobs, whatever these are called', () => {
    const renamed: Table = {
      ...other,
      ours: { ...other.ours!, template: { ...other.ours!.template, name: 'another' } },
    };
    expect(tableHistory(target, [renamed], ['knobs'])).toEqual(nothingKnown);
    const { rows, warmStarts } = tableHistory(target, [renamed], ['curve', 'knobs']);
    expect(rows).toHaveLength(other.size);
    expect(warmStarts).toEqual([]);
  });

  test('of other knobs altogether are passed over', () => {
    expect(tableHistory(target, [stranger], ['knobs'])).toEqual(nothingKnown);
  });
});
