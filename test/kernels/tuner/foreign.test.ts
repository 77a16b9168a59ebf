/** Explorers and models that do not come with tune: whatever they do, the run goes on. */
import { ownKernels } from '../../../src/backend/own-kernels.js';
import { describe, expect, test } from '@jest/globals';
import { setTimeout } from 'node:timers/promises';
import { extended, ownCatalogue, type Catalogue } from '../../../src/catalogue/catalogue.js';
import { loadModule } from '../../../src/catalogue/load-module.js';
import type { Explorer } from '../../../src/explorer/explorer.js';
import type { CostModel } from '../../../src/model/model.js';
import { readTables } from '../../../src/log/table/read.js';
import { nothingKnown } from '../../../src/model/prior.js';
import { checkModel } from '../../../src/tuner/preflight.js';
import type { TuneEvent } from '../../../src/tuner/events.js';
import { simulate } from '../../../src/tuner/simulation.js';
import { moduleFolder } from '../../support/modules.js';
import { until } from '../../support/processes.js';
import { take } from '../../support/take.js';
import { collect, FakeMeasurer, fakeTask, only, settings, taskState } from '../../tuner/fakes.js';

const write = moduleFolder();

/** An explorer that behaves for one batch, and then does what it is told. */
const explorerThat = (then: string, observe = ''): string => `let batches = 0;
export const explorer = { name: 'up', create: ({ space }) => ({
  name: 'up',
  async propose(n) {
    const first = [...Array(n).keys()].map((index) => space.get(index));
    if (batches++ === 0) return first;
    ${then}
  },
  observe() { ${observe} },
}) };`;

const modelThat = (fit: string, predict: string): string => `export const model = { name: 'mine', create: () => ({
  name: 'mine',
  fitted: false,
  async fit(rows) { ${fit}; this.fitted = true; },
  predict(features, count) { ${predict} },
}) };`;

async function catalogueOf(name: string, text: string): Promise<{ path: string; catalogue: Catalogue }> {
  const path = write(`${name.replaceAll(/\W+/g, '-')}.mjs`, text);
  return { path, catalogue: extended(ownCatalogue, [await loadModule(path)]) };
}

/** A run of all its trials, each of another config, and finals. */
function expectWhole(events: readonly TuneEvent[]): void {
  const trials = only(events, 'trial').filter(({ phase }) => phase === 'search');
  expect(new Set(trials.map(({ index }) => index)).size).toBe(40);
  expect(only(events, 'finish').at(0)!).toMatchObject({
    reason: 'trials',
    trials: 40,
    confirmed: true,
  });
}

describe('an explorer of a module', () => {
  test.each<[what: string, text: string, says: RegExp]>([
    ['throws', explorerThat('return null.length;'), /\.mjs:7: explorer up, propose threw TypeError: /],
    ['throws when it observes', explorerThat('', 'oops.length;'), /\.mjs:9: explorer up, observe threw ReferenceError/],
    [
      'is async and rejects when it observes',
      explorerThat('', 'return Promise.reject(new Error("late"));'),
      /\.mjs:9: explorer up, observe threw Error: late$/,
    ],
    ['gives no list', explorerThat('return 7;'), /\.mjs:4: explorer up, propose must return a list of configs/],
    ['gives no configs', explorerThat('return [null, {}];'), /\.mjs:4: explorer up, propose must return a list/],
    [
      'leaves the space',
      explorerThat('return [{ index: 256, values: {} }];'),
      /\.mjs:4: explorer up, propose proposed config 256, which the space does not have or forbids$/,
    ],
    ['repeats itself', explorerThat('return first;'), /propose proposed config 0 again$/],
    [
      'gives too many',
      explorerThat('return [...Array(n + 1).keys()].map((index) => space.get(100 + index));'),
      /propose proposed more than the 8 configs that it was asked for$/,
    ],
    ['gives none', explorerThat('return [];'), /propose proposed 0 of 8 configs, though the space has more$/],
  ])('that %s is told once, and the rest is drawn at random', async (what, text, says) => {
    const { path, catalogue } = await catalogueOf(what, text);
    const events = await collect({
      measurer: new FakeMeasurer(),
      settings: { ...settings, explorer: 'up' },
      catalogue,
    });
    const [{ text: told }] = take(only(events, 'note'), 1);
    expect(told).toMatch(/^All further trials are drawn at random: /);
    expect(told).toContain(path);
    expect(told).toMatch(says);
    expectWhole(events);
  });

  test('that gives bad values for a good index gets those of the space', async () => {
    const { catalogue } = await catalogueOf('values', explorerThat('return [{ index: 77, values: { a: "x" } }];'));
    const measurer = new FakeMeasurer();
    await collect({ measurer, settings: { ...settings, explorer: 'up' }, catalogue });
    expect(measurer.measured).toContainEqual({ index: 77, values: { a: 13, b: 4 } });
  });

  test('may give fewer than asked for when there are no more', async () => {
    const { catalogue } = await catalogueOf(
      'last',
      explorerThat('return space.isValid(8) && batches === 2 ? [space.get(8)] : [];'),
    );
    const events = await collect({
      taskStates: [taskState(fakeTask('fake.small', 3))],
      measurer: new FakeMeasurer(),
      settings: { ...settings, explorer: 'up' },
      catalogue,
    });
    expect(only(events, 'note')).toEqual([]);
    expect(only(events, 'finish').at(0)!).toMatchObject({ reason: 'exhausted', trials: 9 });
  });

  test('of a program is told by its name', async () => {
    const create = (): Explorer => ({
      name: 'given',
      propose: () => Promise.reject(new Error('no luck')),
      observe: () => undefined,
    });
    const catalogue = extended(ownCatalogue, [{ explorers: [{ name: 'given', create }] }]);
    const events = await collect({
      measurer: new FakeMeasurer(),
      settings: { ...settings, explorer: 'given' },
      catalogue,
    });
    expect(only(events, 'note')).toMatchObject([
      { text: expect.stringMatching(/given, propose threw Error: no luck$/) },
    ]);
    expectWhole(events);
  });

  test('that never answers ends with the run', async () => {
    const { catalogue } = await catalogueOf('silent', explorerThat('await new Promise(() => undefined);'));
    const events = await collect({
      measurer: new FakeMeasurer(),
      settings: { ...settings, explorer: 'up', minutes: 0.3 / 60 },
      catalogue,
    });
    expect(only(events, 'finish').at(0)!).toMatchObject({ reason: 'minutes', trials: 8 });
  });

  test('costs a simulation no more', async () => {
    const [table] = take((await readTables('test/fixtures/matmul-dot.jsonl.gz', ownKernels)).tables, 1);
    const { catalogue } = await catalogueOf('simulated', explorerThat('throw new Error("no luck");'));
    const notes: string[] = [];
    const { visited } = await simulate(table, { ...settings, explorer: 'up' }, nothingKnown, {
      catalogue,
      onNote: (text) => notes.push(text),
    });
    expect(new Set(visited).size).toBe(40);
    expect(notes).toEqual([expect.stringMatching(/simulated\.mjs:7: explorer up, propose threw Error: no luck$/)]);
  });
});

describe('a model of a module', () => {
  const zeros = 'return { mean: new Float64Array(count) };';

  test.each<[what: string, text: string, says: RegExp]>([
    ['throws when it learns', modelThat('rows.at(999).score', zeros), /\.mjs:4: model mine, fit threw TypeError: /],
    ['throws when it predicts', modelThat('', 'oops.length;'), /\.mjs:5: model mine, predict threw ReferenceError/],
    ['predicts nothing', modelThat('', ''), /\.mjs:5: model mine, predict must return \{ mean \}, 1 finite numbers/],
    ['predicts NaN', modelThat('', 'return { mean: [NaN] };'), /predict must return \{ mean \}/],
    [
      'is async and rejects when it predicts',
      modelThat('', 'return Promise.reject(new Error("late"));'),
      /predict must return \{ mean \}/,
    ],
    ['has a short spread', modelThat('', 'return { mean: [1], spread: [] };'), /predict must return \{ mean \}/],
  ])('that %s is told once, and the rest is drawn at random', async (what, text, says) => {
    const { path, catalogue } = await catalogueOf(what, text);
    const wanted = { ...settings, explorer: 'sa', model: 'mine' };
    await checkModel(wanted, catalogue);
    const events = await collect({ measurer: new FakeMeasurer(), settings: wanted, catalogue });
    const failed = only(events, 'model').filter(({ error }) => error !== null);
    expect(failed).toMatchObject([{ model: 'mine', fitted: false, error: expect.stringMatching(says) }]);
    expect(failed[0]!.error).toContain(path);
    expect(only(events, 'model').at(-1)).toBe(failed[0]);
    expectWhole(events);
  });

  test('that never comes to an end ends with the run', async () => {
    let fits = 0;
    const create = (): CostModel => ({
      name: 'slow',
      fitted: false,
      fit: () => {
        fits++;
        return setTimeout(60_000, undefined, { ref: false });
      },
      predict: () => ({ mean: new Float64Array(1) }),
    });
    const catalogue = extended(ownCatalogue, [{ models: [{ name: 'slow', create }] }]);
    const wanted = { ...settings, explorer: 'sa', model: 'slow' };
    await checkModel(wanted, catalogue, AbortSignal.timeout(50));
    const stop = new AbortController();
    const measurer = new FakeMeasurer();
    fits = 0;
    const events = collect({ measurer, settings: wanted, catalogue, signal: stop.signal });
    await until(() => fits > 0);
    stop.abort();
    expect(only(await events, 'finish').at(0)!).toMatchObject({ reason: 'interrupted', trials: 8 });
  });
});
