import { describe, expect, test } from '@jest/globals';
import { EnsembleModel } from '../../../src/model/ensemble.js';
import type { CostModel, Row } from '../../../src/model/model.js';
import { models } from '../../../src/model/registry.js';
import { sharedTrainer } from '../../support/trainer.js';
import { matrixOf, syntheticRows } from '../../model/fixtures.js';

const trainer = sharedTrainer();

/**
 * A model that keeps the rows it was given, and scores a row by its first feature, in a unit and from a zero of its
 * own.
 */
class Recorder implements CostModel {
  readonly name = 'recorder';
  rows: readonly Row[] = [];
  constructor(
    readonly zero = 0,
    readonly unit = 1,
  ) {}
  get fitted(): boolean {
    return this.rows.length > 0;
  }
  fit(rows: readonly Row[]): Promise<void> {
    this.rows = rows;
    return Promise.resolve();
  }
  predict(features: Float32Array, count: number): { mean: Float64Array } {
    const width = features.length / count;
    return { mean: Float64Array.from({ length: count }, (_, row) => this.zero + this.unit * features[row * width]!) };
  }
}

describe('EnsembleModel', () => {
  test('gives one member all rows and each other a resample of its own, of as many rows of each group', async () => {
    const members = [new Recorder(), new Recorder(), new Recorder()];
    const rows = [...syntheticRows(40), ...syntheticRows(10, { seed: 2, group: 'other' })];
    await new EnsembleModel('recorders', members).fit(rows);
    expect(members[0]!.rows).toEqual(rows);
    for (const member of members.slice(1)) {
      expect(member.rows.filter(({ group }) => group === 'other')).toHaveLength(10);
      expect(member.rows).toHaveLength(50);
      expect(new Set(member.rows).size).toBeLessThan(45);
      expect(rows).toEqual(expect.arrayContaining([...member.rows]));
    }
    expect(members[1]!.rows).not.toEqual(members[2]!.rows);
  });

  test('when one row of many differs then every member has seen it', async () => {
    const members = Array.from({ length: 8 }, () => new Recorder());
    const rows = syntheticRows(30).map((row, i) => ({ ...row, score: +(i === 17) }));
    await new EnsembleModel('recorders', members).fit(rows);
    expect(members.every((member) => member.rows.some(({ score }) => score === 1))).toBe(true);
  });

  test('when members differ in their zero and unit only then they agree', async () => {
    const rows = syntheticRows(20);
    const model = new EnsembleModel('recorders', [new Recorder(5, 100), new Recorder(-3, 0.01)]);
    await model.fit(rows);
    const { mean, spread } = model.predict(matrixOf(rows), rows.length);
    expect(Math.max(...spread!)).toBeLessThan(1e-6);
    expect(mean.reduce((sum, score) => sum + score, 0)).toBeCloseTo(0);
    expect(mean.reduce((sum, score) => sum + score * score, 0) / rows.length).toBeCloseTo(1);
  });

  test('when members contradict each other then the spread is the standard deviation of what they say', async () => {
    const rows = syntheticRows(2).map((row, i) => ({ ...row, features: Float32Array.of(i), score: i }));
    const model = new EnsembleModel('recorders', [new Recorder(0, 1), new Recorder(0, -1)]);
    await model.fit(rows);
    const { mean, spread } = model.predict(Float32Array.of(0, 1), 2);
    expect([...mean]).toEqual([0, 0]);
    expect([...spread!]).toEqual([Math.SQRT2, Math.SQRT2]);
  });

  test('when it has seen few rows then it is less sure than after many', async () => {
    const unseen = syntheticRows(200, { seed: 99 });
    const spreadAfter = async (count: number): Promise<number> => {
      const model = models['xgb-rank-ensemble']({ trainer });
      await model.fit(syntheticRows(count));
      const { spread } = model.predict(matrixOf(unseen), unseen.length);
      return spread!.reduce((sum, value) => sum + value, 0) / unseen.length;
    };
    expect(await spreadAfter(20)).toBeGreaterThan(1.5 * (await spreadAfter(400)));
  });
});
