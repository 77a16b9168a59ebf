import { describe, expect, test } from '@jest/globals';
import { loadModule } from '../../../src/catalogue/load-module.js';
import type { CostModel } from '../../../src/model/model.js';
import { models } from '../../../src/model/registry.js';
import { trainers } from '../../../src/model/trainer/registry.js';
import { UsageError } from '../../../src/target/errors.js';
import { sharedTrainer } from '../../support/trainer.js';
import { concordance, matrixOf, syntheticRows } from '../../model/fixtures.js';
import { presentTrainers } from '../../model/present-trainers.js';

const unseen = syntheticRows(200, { seed: 99 });

// The example is one as those that come with tune, and needs no trainer.
const { models: examples } = await loadModule('examples/nearest.js');
const known = Object.entries(models).map(([name, create]) => ({ name, make: create }));
const all = [
  ...presentTrainers.flatMap(([trainer, open]) =>
    known.filter(({ make }) => !isNet(make)).map((model) => ({ ...model, trainer, open })),
  ),
  ...[...known.filter(({ make }) => isNet(make)), ...examples.map(({ name, create }) => ({ name, make: create }))].map(
    (model) => ({ ...model, trainer: 'itself', open: trainers.auto }),
  ),
];

/** Nets read a view of their own, and train themselves. */
function isNet(make: (typeof models)[string]): boolean {
  return make.reads !== undefined;
}

/** What a model threw: errors of a module come wrapped, with the file and the line. */
function causeOf(error: unknown): unknown {
  return error instanceof UsageError ? error.cause : error;
}

describe.each(all)('model $name, trained by $trainer', ({ name, open, make }) => {
  const trainer = sharedTrainer(open);
  const create = (): CostModel => make({ trainer });

  test('carries the name it is registered by', () => {
    expect(create().name).toBe(name);
  });

  test('when it was not fitted then it says so and scores everything equally', () => {
    const model = create();
    expect(model.fitted).toBe(false);
    expect([...model.predict(matrixOf(unseen.slice(0, 5)), 5).mean]).toEqual([0, 0, 0, 0, 0]);
  });

  test('when it was fitted then it orders unseen rows far better than chance', async () => {
    const model = create();
    await model.fit(syntheticRows(200));
    expect(model.fitted).toBe(true);
    expect(concordance(unseen, model.predict(matrixOf(unseen), unseen.length).mean)).toBeGreaterThan(0.75);
  });

  test('when the rows are the same then so are the predictions, in a batch or one by one', async () => {
    const [first, second] = [create(), create()];
    await Promise.all([first.fit(syntheticRows(30)), second.fit(syntheticRows(30))]);
    const together = first.predict(matrixOf(unseen), unseen.length).mean;
    expect(second.predict(matrixOf(unseen), unseen.length).mean).toEqual(together);
    expect(unseen.map((row) => first.predict(row.features, 1).mean[0])).toEqual([...together]);
  });

  test('when it is fitted again then it learns from the new rows alone', async () => {
    const [model, fresh] = [create(), create()];
    await model.fit(syntheticRows(40, { seed: 5 }));
    await model.fit(syntheticRows(30));
    await fresh.fit(syntheticRows(30));
    expect(model.predict(matrixOf(unseen), unseen.length)).toEqual(fresh.predict(matrixOf(unseen), unseen.length));
  });

  test.each([
    ['there are no rows', []],
    ['there is one row', syntheticRows(1)],
    ['all scores are equal', syntheticRows(30).map((row) => ({ ...row, score: 0.5 }))],
    ['all trials failed', syntheticRows(30).map((row) => ({ ...row, score: 0 }))],
    ['no group has two different scores', syntheticRows(9).map((row, i) => ({ ...row, group: `task ${i}` }))],
  ])('when %s then there is nothing to learn, and no error', async (_, rows) => {
    const model = create();
    await model.fit(rows);
    expect(model.fitted).toBe(false);
  });

  test('when scores or features are no numbers then these rows are left out', async () => {
    const [dirty, clean] = [create(), create()];
    const rows = syntheticRows(30);
    const broken = syntheticRows(3, { seed: 8 });
    broken[0]!.features[2] = NaN;
    broken[1]!.features[0] = Infinity;
    await dirty.fit([...broken.slice(0, 2), ...rows, { ...broken[2]!, score: NaN }]);
    await clean.fit(rows);
    expect(dirty.predict(matrixOf(unseen), unseen.length)).toEqual(clean.predict(matrixOf(unseen), unseen.length));
  });

  test('when groups are mixed up then it learns from all of them', async () => {
    const model = create();
    const other = syntheticRows(100, { seed: 2, group: 'other' });
    const rows = syntheticRows(100).flatMap((row, i) => [row, other[i]!]);
    await model.fit(rows);
    expect(concordance(unseen, model.predict(matrixOf(unseen), unseen.length).mean)).toBeGreaterThan(0.75);
  });

  test('when rows have another number of features then it refuses them', async () => {
    const model = create();
    const rows = syntheticRows(20);
    const refused: unknown = await model
      .fit([...rows, { ...rows[0]!, features: new Float32Array(3) }])
      .catch((error: unknown) => error);
    expect(causeOf(refused)).toBeInstanceOf(RangeError);
    await model.fit(rows);
    expect(() => {
      try {
        model.predict(new Float32Array(6), 2);
      } catch (error) {
        throw causeOf(error);
      }
    }).toThrow(RangeError);
  });
});
