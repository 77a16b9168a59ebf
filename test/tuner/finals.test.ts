import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { ErrorNo, type RoundsTrial } from '../../src/measure/measurement.js';
import type { Config } from '../../src/space/config.js';
import { isTie } from '../../src/tuner/finals.js';
import { collect, FakeJournal, FakeMeasurer, fakeTask, only, settings, taskState, valley } from './fakes.js';

const all = { ...settings, trials: 256 };

describe('finals', () => {
  test('the best twelve of a heat of those within eight per cent are measured again, and each is logged as a trial of the finals', async () => {
    const measurer = new FakeMeasurer();
    const events = await collect({ measurer, settings: all });
    expect(measurer.finals.map((contenders) => contenders.length)).toEqual([36, 12]);
    const seconds = measurer.finals.at(1)!.map(({ config, task }) => Number(valley(config, task)));
    expect(seconds[0]).toBe(1e-3);
    expect(seconds).toHaveLength(12);
    expect(Math.max(...seconds)).toBeLessThan(1.08e-3);
    const names = events.map(({ event }) => event);
    expect(names.indexOf('finals')).toBeGreaterThan(names.lastIndexOf('model'));
    expect(names.indexOf('finals')).toBeLessThan(events.findIndex((one) => 'phase' in one && one.phase === 'final'));
    const finals = only(events, 'trial').filter(({ phase }) => phase === 'final');
    expect(finals.map(({ index }) => index)).toEqual(measurer.finals.at(1)!.map(({ config }) => config.index));
    expect(finals.every(({ trial }) => trial === 0)).toBe(true);
  });

  test.each([0, 5, 36])('an abort after %i of those that meet leaves the best of the search', async (left) => {
    const measurer = new FakeMeasurer();
    const controller = new AbortController();
    const all = measurer.remeasure.bind(measurer);
    measurer.remeasure = async (contenders, options) => {
      const isLast = contenders.length === 12 || left === 36;
      if (isLast) controller.abort();
      return (await all(contenders, options)).slice(0, isLast ? left : undefined);
    };
    const events = await collect({ measurer, settings: { ...settings, trials: 256 }, signal: controller.signal });
    expect(only(events, 'finish').at(0)).toMatchObject({ reason: 'interrupted', best: { seconds: 1e-3 }, ties: [] });
  });

  test('a rival that is far away is not measured again', async () => {
    const measurer = new FakeMeasurer(({ index }) => (index === 100 ? 1e-3 : 2e-3));
    await collect({ measurer, settings: all });
    expect(measurer.finals.map((contenders) => contenders.map(({ config }) => config.index))).toEqual([[100]]);
  });

  test('when the fastest was lucky, the second look decides', async () => {
    const device = ({ index }: { index: number }): number => (index === 3 ? 0.98e-3 : index === 4 ? 1e-3 : 2e-3);
    const measurer = new FakeMeasurer(device, ({ index }) => (index === 3 ? 1.01e-3 : 1e-3));
    const finish = only(await collect({ measurer, settings: all }), 'finish').at(0)!;
    expect(finish.best!.index).toBe(4);
    expect(finish).toMatchObject({ confirmed: true, ties: [] });
  });

  test('when the machine has slowed down, the fastest of the finals is still the best', async () => {
    const measurer = new FakeMeasurer(valley, (config, _round, task) => 1.2 * Number(valley(config, task)));
    const finish = only(await collect({ measurer, settings: all }), 'finish').at(0)!;
    expect(finish.best!.seconds).toBeCloseTo(1.2e-3, 9);
    expect(finish.confirmed).toBe(true);
  });

  test('the heat chooses, whatever the search has seen, and its times are none of the finals', async () => {
    const device = ({ index }: { index: number }): number => (index < 36 ? 1e-3 + index * 1e-6 : 2e-3);
    const measurer = new FakeMeasurer(device, ({ index }) => 1e-3 - index * 1e-6);
    const journal = new FakeJournal();
    await collect({ measurer, settings: all, journal });
    const chosen = measurer.finals.at(1)!.map(({ config }) => config.index);
    expect(chosen).toEqual([35, 34, 33, 32, 31, 30, 29, 28, 27, 26, 25, 24]);
    const finals = journal.trials.filter(({ phase }) => phase === 'finals');
    expect(finals.map(({ trial }) => (trial as RoundsTrial).rounds.length)).toEqual(Array(12).fill(5));
    expect(measurer.rounds).toEqual([1, 5]);
  });

  test('where times of the search were noisy, a heat has three rounds, of which the best counts', async () => {
    const device = ({ index }: { index: number }): number => (index < 36 ? 1e-3 + index * 1e-6 : 2e-3);
    const slowMoment = ({ index }: Config, round: number): number =>
      device({ index }) * (round === 0 && index < 12 ? 1.5 : 1);
    const measurer = new FakeMeasurer(device, slowMoment);
    const toMeasure = measurer.measure.bind(measurer);
    measurer.measure = async function* (task, configs, options) {
      for await (const trial of toMeasure(task, configs, options)) yield { ...trial, noisy: true };
    };
    await collect({ measurer, settings: all });
    expect(measurer.rounds).toEqual([3, 5]);
    expect(measurer.finals.at(1)!.map(({ config }) => config.index)).toEqual([...Array(12).keys()]);
  });

  test('when all who meet in the finals fail, the next ones are measured again', async () => {
    const isGood = ({ index }: { index: number }): boolean => index >= 36;
    const device = ({ index }: { index: number }): number => (index < 48 ? 1e-3 + index * 1e-6 : 2e-3);
    const measurer = new FakeMeasurer(device, (config) => (isGood(config) ? device(config) : NaN));
    const finish = only(await collect({ measurer, settings: all }), 'finish').at(0)!;
    expect(measurer.finals.map((contenders) => contenders.length)).toEqual([36, 12]);
    expect(finish.best!.index).toBe(36);
    expect(finish.failed).toBe(36);
  });

  test('a config whose time is all over the place takes part if one repeat was close to the fastest', async () => {
    const measurer = new FakeMeasurer(({ index }) => (index === 3 ? 1e-3 : index === 4 ? 1.2e-3 : 2e-3));
    const toMeasure = measurer.measure.bind(measurer);
    measurer.measure = async function* (task, configs, options) {
      for await (const trial of toMeasure(task, configs, options))
        yield trial.config.index === 4 ? { ...trial, costs: [1.05e-3, 1.35e-3] } : trial;
    };
    await collect({ measurer, settings: all });
    expect(measurer.finals.map((contenders) => contenders.map(({ config }) => config.index))).toEqual([[3, 4]]);
  });

  test('a finalist that gives a wrong answer on other inputs is out', async () => {
    const measurer = new FakeMeasurer(valley, (config, _round, task) =>
      config.values['a'] === 5 && config.values['b'] === 7 ? NaN : Number(valley(config, task)),
    );
    const events = await collect({ measurer, settings: all });
    const finish = only(events, 'finish').at(0)!;
    expect(finish.best!.seconds).toBeCloseTo(1.01e-3, 8);
    expect(finish.failures).toEqual([{ error: 5, class: 'wrong_answer', count: 1, message: 'wrong at last' }]);
  });

  test('finalists that take turns at being ahead are named as ties', async () => {
    const wobble = (index: number, round: number): number => 1e-3 + (((index + round) % 5) - 2) * 1e-6;
    const measurer = new FakeMeasurer(
      ({ index }) => (index < 3 ? 1e-3 : 2e-3),
      ({ index }, round) => (index < 2 ? wobble(index, round) : 1.02e-3),
    );
    const finish = only(await collect({ measurer, settings: all }), 'finish').at(0)!;
    const { best, ties } = finish;
    expect([best!.index, ...ties.map(({ index }) => index)].sort()).toEqual([0, 1]);
  });

  test('one disturbed repeat does not decide: what counts of a round is its median', async () => {
    const measurer = new FakeMeasurer(({ index }) => (index < 2 ? 1e-3 + index * 1e-6 : 2e-3));
    const remeasure = measurer.remeasure.bind(measurer);
    measurer.remeasure = async (contenders) =>
      (await remeasure(contenders)).map((result) => {
        const rounds = result.rounds.flatMap((round) =>
          round.slice(0, 1).map((time) => [time, time, result.config.index === 0 ? 9e-3 : time]),
        );
        return { ...result, rounds, costs: rounds.flat() };
      });
    const journal = new FakeJournal();
    const events = await collect({ measurer, settings: all, journal });
    expect(only(events, 'finish').at(0)!.best!.index).toBe(0);
    const { trial } = journal.trials.find(({ phase }) => phase === 'finals')!;
    expect(trial.costs).toEqual([1e-3, 1e-3, 1e-3, 1e-3, 1e-3]);
    expect((trial as RoundsTrial).rounds[0]).toContain(9e-3);
  });
});

test('a rival that is clearly slower is no tie, though it was ahead in a disturbed round', async () => {
  const device = ({ index }: { index: number }): number => (index < 3 ? 1e-3 + index * 1e-6 : 2e-3);
  const again = ({ index }: { index: number }, round: number): number => {
    if (round === 0) return [1.3e-3, 1e-3, 1.1e-3].at(index)!;
    return [1e-3, 1.1e-3, 1.3e-3].at(index)!;
  };
  const measurer = new FakeMeasurer(device, again);
  const finish = only(await collect({ measurer, settings: all }), 'finish').at(0)!;
  expect(finish.best!.index).toBe(0);
  expect(finish.ties.map(({ index }) => index)).toEqual([1]);
});

test('the best of an earlier run is not worsened by finals that were disturbed', async () => {
  const task = fakeTask();
  const resumed = [
    { config: task.space.get(0), costs: [0.703e-3, 0.7e-3, 0.706e-3], error: 0 as const, isFinal: true },
    { config: task.space.get(1), costs: [0.97e-3, 0.98e-3], error: 0 as const, isFinal: true },
  ];
  const disturbed = [22.8e-3, 65.1e-3, 0.98e-3, 1.05e-3, 56.7e-3];
  const measurer = new FakeMeasurer(
    () => 2e-3,
    ({ index }, round) => (index === 0 ? disturbed.at(round)! : 0.974e-3),
  );
  const finish = only(await collect({ measurer, taskStates: [taskState(task, { resumed })] }), 'finish').at(0)!;
  expect(finish.best).toMatchObject({ index: 0, seconds: 0.703e-3 });
  expect(finish.confirmed).toBe(false);
});

/** When configs are measured again, some have this result, which has no times. */
function withFailed(
  measurer: FakeMeasurer,
  isFailed: (config: { readonly index: number }) => boolean,
  error: ErrorNo,
  message: string,
): FakeMeasurer {
  const remeasure = measurer.remeasure.bind(measurer);
  const failed = { error, costs: [], rounds: [[]], message };
  measurer.remeasure = async (...args) =>
    (await remeasure(...args)).map((result) => (isFailed(result.config) ? { ...result, ...failed } : result));
  return measurer;
}

test('what is refused in the heat is not in the finals', async () => {
  const measurer = new FakeMeasurer(({ index }) => (index < 36 ? 1e-3 + index * 1e-6 : 2e-3));
  withFailed(measurer, ({ index }) => index === 0, ErrorNo.implausible, 'the kernel answers from earlier calls');
  const finish = only(await collect({ measurer, settings: all }), 'finish').at(0)!;
  expect(measurer.finals.map((list) => list.length)).toEqual([36, 12]);
  expect(measurer.finals.at(1)!.map(({ config }) => config.index)).not.toContain(0);
  expect(finish).toMatchObject({ best: { index: 1 }, confirmed: true });
});

describe('a finalist whose runner is killed', () => {
  /** Config 0 is the fastest; what is said of a config is that of class 8. */
  const withKilled = (isKilled: (config: { readonly index: number }) => boolean): FakeMeasurer =>
    withFailed(
      new FakeMeasurer(({ index }) => 1e-3 + index * 1e-5),
      isKilled,
      ErrorNo.unknown,
      'the runner was lost (SIGKILL)',
    );

  test('keeps its time, and a best that is not confirmed is said to be that', async () => {
    const events = await collect({ measurer: withKilled(({ index }) => index === 0), settings: all });
    const finish = only(events, 'finish').at(0)!;
    expect(finish).toMatchObject({ best: { index: 0, seconds: 1e-3 }, confirmed: false, ties: [] });
    expect(finish.failures).toEqual([
      { error: 8, class: 'unknown', count: 1, message: 'the runner was lost (SIGKILL)' },
    ]);
  });

  test('is measured again when all are', async () => {
    const measurer = withKilled(() => true);
    const finish = only(await collect({ measurer, settings: all }), 'finish').at(0)!;
    const contenders = measurer.finals.map((list) => list.map(({ config }) => config.index));
    expect(contenders).toEqual(Array(3).fill([0, 1, 2, 3, 4, 5, 6, 7, 8]));
    expect(finish).toMatchObject({ best: { index: 0 }, confirmed: false });
  });

  test('in the heat goes on to the finals', async () => {
    let looks = 0;
    const measurer = withKilled(({ index }) => index === 0 && looks++ === 0);
    const device = measurer.measure.bind(measurer);
    measurer.measure = async function* (...args) {
      for await (const trial of device(...args))
        yield trial.config.index < 36 ? { ...trial, costs: [1e-3 + trial.config.index * 1e-6] } : trial;
    };
    const finish = only(await collect({ measurer, settings: all }), 'finish').at(0)!;
    expect(measurer.finals.map((list) => list.length)).toEqual([36, 12]);
    expect(finish).toMatchObject({ best: { index: 0 }, confirmed: true });
  });
});

test('two configs tie exactly when the rival is ahead, or level, in some round', () => {
  const rounds = fc.array(fc.tuple(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 9 })), {
    minLength: 1,
    maxLength: 6,
  });
  fc.assert(
    fc.property(rounds, (pairs) => {
      const tie = isTie(
        pairs.map(([best]) => [best]),
        pairs.map(([, rival]) => [rival]),
      );
      expect(tie).toBe(pairs.some(([best, rival]) => rival <= best));
    }),
  );
});
