import { ownKernels } from '../../../src/backend/own-kernels.js';
import { describe, expect, test } from '@jest/globals';
import { join } from 'node:path';
import { ErrorNo, type Trial } from '../../../src/measure/measurement.js';
import { readAutoTvm } from '../../../src/log/table/autotvm.js';
import { packageRoot } from '../../../src/target/root.js';
import { SecondLooks } from '../../../src/tuner/second-looks.js';
import { everyFifth, lossOf } from '../../support/noisy-search.js';
import { collect, FakeMeasurer, fakeTask, only, settings, valley } from '../../tuner/fakes.js';

const task = fakeTask();
const trial = (index: number, costs: readonly number[], noisy: boolean): Trial => ({
  config: task.space.get(index),
  costs,
  error: ErrorNo.none,
  spent: { compile: 0, check: 0, run: 0 },
  timestamp: 0,
  noisy,
});

describe('second looks', () => {
  test('are taken at what is noisy, once, the most promising first, a quarter of a batch at a time', () => {
    const looks = new SecondLooks();
    looks.ask(task, [trial(1, [3, 9], true), trial(2, [1, 1], false), trial(3, [2, 9], true), trial(4, [1, 9], true)]);
    expect(looks.take(task, 8).map(({ index }) => index)).toEqual([4, 3]);
    expect(looks.take(fakeTask(), 8)).toEqual([]);
    expect(looks.take(task, 8).map(({ index }) => index)).toEqual([1]);
    expect(looks.take(task, 8)).toEqual([]);
  });

  test('a noisy trial is measured again with the next batch, counts once, and its better founded time stands', async () => {
    const measurer = new FakeMeasurer(valley);
    const honest = measurer.measure.bind(measurer);
    let first: number | undefined;
    measurer.measure = async function* (of, configs, options) {
      for await (const one of honest(of, configs, options)) {
        const isFirst = first === undefined;
        if (isFirst) first = one.config.index;
        yield isFirst
          ? {
              ...one,
              costs: [0.5e-3, 5e-3, 9e-3],
              noisy: true,
              disturbed: 0.6,
              causes: { waited: 0.6, moved: 0, slowed: 0.25 },
            }
          : one;
      }
    };
    const events = await collect({ measurer });
    const again = only(events, 'trial').filter(({ phase }) => phase === 'again');
    expect(again.map(({ trial, index }) => [trial, index])).toEqual([[0, first]]);
    expect(measurer.measured.slice(8, 17).at(-1)!.index).toBe(first);
    const finish = only(events, 'finish').at(0)!;
    expect(finish.trials).toBe(40);
    expect(finish.disturbance).toEqual({ share: 0.6, slowed: 0.25, noisy: 1, again: 1 });
    const noisy = only(events, 'trial').flatMap(({ noisy: isNoisy, index }) => (isNoisy ? [index] : []));
    expect(only(events, 'best').every(({ index }) => !noisy.includes(index) || index === first)).toBe(true);
  });
});

test('with every fifth repeat ten times slower, a search chooses what it would choose in peace, within 2 %', async () => {
  const { tables } = await readAutoTvm(join(packageRoot(), 'test/fixtures/matmul-dot.jsonl.gz'), ownKernels);
  for (const seed of [1, 2, 3])
    expect(await lossOf(tables[0]!, { ...settings, explorer: 'genetic', trials: 64, seed }, everyFifth)).toBeLessThan(
      1.02,
    );
});
