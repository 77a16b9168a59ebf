import { describe, expect, test } from '@jest/globals';
import { ErrorNo } from '../../../src/measure/measurement.js';
import type { Config } from '../../../src/space/config.js';
import type { Task } from '../../../src/templates/template.js';
import type { KnownTrial } from '../../../src/log/record/trials.js';
import type { TuneEvent } from '../../../src/tuner/events.js';
import { tune } from '../../../src/tuner/tuner.js';
import type { TaskState } from '../../../src/tuner/task-state.js';
import { collect, taskState, FakeJournal, FakeMeasurer, fakeTask, only, settings, valley } from '../../tuner/fakes.js';
import { take } from '../../support/take.js';

describe('the loop', () => {
  test('a run starts with start, ends with finish, and measures as many different configs as asked for', async () => {
    const measurer = new FakeMeasurer();
    const events = await collect({ measurer });
    expect(events.at(0)!.event).toBe('start');
    expect(events.at(-1)!.event).toBe('finish');
    expect(measurer.measured).toHaveLength(40);
    expect(new Set(measurer.measured.map(({ index }) => index)).size).toBe(40);
    expect(only(events, 'finish').at(0)!).toMatchObject({
      reason: 'trials',
      trials: 40,
      resumed: 0,
      shared: 0,
      failed: 0,
    });
  });

  test('the last batch is as small as the budget asks', async () => {
    const events = await collect({ measurer: new FakeMeasurer(), settings: { ...settings, trials: 19 } });
    const sizes = only(events, 'batch')
      .filter(({ phase }) => phase === 'search')
      .map((batch) => batch.size);
    expect(sizes).toEqual([8, 8, 3]);
  });

  test('trials are numbered from 1, and each best is faster than the one before', async () => {
    const events = await collect({ measurer: new FakeMeasurer() });
    const trials = only(events, 'trial').filter(({ phase }) => phase === 'search');
    expect(trials.map(({ trial }) => trial)).toEqual(Array.from({ length: 40 }, (_, i) => i + 1));
    const bests = only(events, 'best').map(({ seconds }) => seconds);
    expect(bests.length).toBeGreaterThan(1);
    expect(bests).toEqual([...bests].sort((a, b) => b - a));
    expect(bests.at(-1)).toBe(Math.min(...trials.map(({ seconds }) => seconds!)));
  });

  test('the measurer is told the best time so far', async () => {
    const measurer = new FakeMeasurer();
    const events = await collect({ measurer, settings: { ...settings, trials: 16 } });
    const first = only(events, 'trial').filter(({ trial }) => trial >= 1 && trial <= 8);
    expect(measurer.bests).toEqual([undefined, Math.min(...first.map(({ seconds }) => seconds!))]);
  });

  test('the same seed gives the same trials, another seed others', async () => {
    const run = async (seed: number): Promise<number[]> => {
      const measurer = new FakeMeasurer();
      await collect({ measurer, settings: { ...settings, explorer: 'sa', model: 'xgb-rank', seed } });
      return measurer.measured.map(({ index }) => index);
    };
    const [a, b, c] = [await run(5), await run(5), await run(6)];
    expect(a).toEqual(b);
    expect(a).not.toEqual(c);
  });

  test('nothing runs ahead of the listener', async () => {
    const measurer = new FakeMeasurer();
    for await (const event of tune({ taskStates: [taskState(fakeTask())], flops: 1, settings, measurer })) {
      if (event.event !== 'trial' || event.phase !== 'search') continue;
      expect(measurer.measured).toHaveLength(event.trial);
    }
  });

  test('fits of the model are events', async () => {
    const events = await collect({ measurer: new FakeMeasurer(), settings: { ...settings, explorer: 'sa' } });
    const fits = only(events, 'model');
    expect(fits.length).toBeGreaterThan(0);
    expect(fits.at(-1)).toMatchObject({ model: 'xgb-rank', fitted: true, rows: 32 });
  });
});

describe('stopping', () => {
  test('a small space is measured whole, and the run says so', async () => {
    const measurer = new FakeMeasurer();
    const events = await collect({ measurer, taskStates: [taskState(fakeTask('fake.small', 3))] });
    expect(measurer.measured).toHaveLength(9);
    expect(only(events, 'finish').at(0)!.reason).toBe('exhausted');
  });

  test('when trials bring no gain, the run stops early', async () => {
    const measurer = new FakeMeasurer(() => 1e-3);
    const events = await collect({ measurer, settings: { ...settings, earlyStop: 10 } });
    // The first trial is a gain; ten more are not.
    expect(measurer.measured).toHaveLength(11);
    expect(only(events, 'finish').at(0)!.reason).toBe('early-stop');
  });

  test('when the minutes are over, the run stops within its batch', async () => {
    const measurer = new FakeMeasurer((config, task) => {
      const until = performance.now() + 10;
      while (performance.now() < until);
      return Number(valley(config, task));
    });
    const events = await collect({ measurer, settings: { ...settings, trials: 10_000, minutes: 0.1 / 60 } });
    expect(only(events, 'finish').at(0)!.reason).toBe('minutes');
    expect(measurer.measured.length).toBeLessThan(30);
    expect(measurer.rounds.at(-1)).toBe(5);
  });

  test('when aborted, what was measured is handed over in a batch, nothing is measured again, and the best so far is told', async () => {
    const controller = new AbortController();
    const measurer = new FakeMeasurer((config, task) => {
      if (measurer.measured.length === 12) controller.abort();
      return Number(valley(config, task));
    });
    const events = await collect({ measurer, signal: controller.signal });
    expect(only(events, 'batch').map((batch) => batch.size)).toEqual([8, 4]);
    expect(measurer.finals).toHaveLength(0);
    const finish = only(events, 'finish').at(0)!;
    expect(finish).toMatchObject({ reason: 'interrupted', confirmed: false, trials: 12 });
    expect(finish.best).not.toBeNull();
  });
});

describe('failures', () => {
  test('failed trials are counted by class with their first message, and the run goes on', async () => {
    const fails = ({ index }: Config): boolean => index % 4 === 0 || index % 10 === 1;
    const measurer = new FakeMeasurer((config, task) => {
      if (config.index % 4 === 0) return { error: ErrorNo.compileHost, message: `no compile ${config.index}` };
      return fails(config) ? { error: ErrorNo.wrongAnswer, message: `wrong ${config.index}` } : valley(config, task);
    });
    const events = await collect({ measurer, settings: { ...settings, trials: 256 } });
    const first = (test: (index: number) => boolean): number =>
      measurer.measured.find(({ index }) => test(index))!.index;
    const [compile, wrong] = [first((i) => i % 4 === 0), first((i) => i % 4 !== 0 && i % 10 === 1)];
    const finish = only(events, 'finish').at(0)!;
    // Of the 256 configs, 64 are multiples of 4; of 1, 11, 21, … 251 none is.
    expect(finish.failures).toEqual([
      { error: ErrorNo.compileHost, class: 'compile_host', count: 64, message: `no compile ${compile}` },
      { error: ErrorNo.wrongAnswer, class: 'wrong_answer', count: 26, message: `wrong ${wrong}` },
    ]);
    expect(finish).toMatchObject({ trials: 256, resumed: 0, shared: 0, failed: 90 });
  });

  test('when all fail, there is no best, and the first real message is kept', async () => {
    const measurer: FakeMeasurer = new FakeMeasurer(() =>
      measurer.measured.length < 3
        ? { error: ErrorNo.instantiation, message: 'too large' }
        : { error: ErrorNo.compileHost, message: `kernel.c:${measurer.measured.length}: error` },
    );
    const finish = only(await collect({ measurer }), 'finish').at(0)!;
    expect(finish.best).toBeNull();
    expect(finish.first_failure).toBe('kernel.c:3: error');
    expect(measurer.finals).toHaveLength(0);
  });
});

describe('several templates', () => {
  test('each gets its looks, and the rest of the budget goes to those that are not exhausted', async () => {
    const [small, large] = [fakeTask('fake.small', 2), fakeTask('fake.large')];
    const measurer = new FakeMeasurer();
    const events = await collect({ measurer, taskStates: [taskState(small), taskState(large)] });
    const turns = only(events, 'batch')
      .filter(({ phase }) => phase === 'search')
      .map(({ template, size }) => `${template} ${size}`);
    expect(turns.slice(0, 4)).toEqual(['fake.small 4', 'fake.large 4', 'fake.large 4', 'fake.large 8']);
    expect(
      only(events, 'finish')
        .at(0)!
        .templates.map(({ trials }) => trials),
    ).toEqual([4, 36]);
  });

  test('one that is clearly behind and gains nothing is retired, and the summary says what each was given', async () => {
    const [slow, fast] = [fakeTask('fake.slow'), fakeTask('fake.fast')];
    const measurer = new FakeMeasurer((config, task) => (task === fast ? 1 : 3) * Number(valley(config, task)));
    const events = await collect({ measurer, taskStates: [taskState(slow), taskState(fast)] });
    const retirements = only(events, 'retire');
    expect(retirements).toHaveLength(1);
    const [{ event, trial, template, ...retired }] = take(retirements, 1);
    expect({ event, trial, template }).toEqual({ event: 'retire', trial: 12, template: 'fake.slow' });
    expect(retired).toMatchObject({ after: 8, leader: 'fake.fast' });
    expect(retired.gflops).toBeLessThan(retired.potential_gflops);
    expect(retired.potential_gflops).toBeLessThan(retired.leader_gflops);
    const { templates, best } = only(events, 'finish').at(0)!;
    expect(templates.map((share) => [share.template, share.trials])).toEqual([
      ['fake.slow', 8],
      ['fake.fast', 32],
    ]);
    expect(templates.map((share) => share.retired)).toEqual([retired, null]);
    expect(templates.at(1)!.gflops).toEqual(best!.gflops);
  });

  test('one whose trials all fail is retired with no best', async () => {
    const [broken, works] = [fakeTask('fake.broken'), fakeTask('fake.works')];
    const failure = { error: ErrorNo.compileHost, message: 'no' };
    const measurer = new FakeMeasurer((config, task) => (task === broken ? failure : valley(config, task)));
    const events = await collect({ measurer, taskStates: [taskState(broken), taskState(works)] });
    const [share] = take(only(events, 'finish').at(0)!.templates, 1);
    const retired = { gflops: 0, potential_gflops: 0 };
    expect(share).toMatchObject({ template: 'fake.broken', trials: 8, gflops: null, retired });
  });

  test('trials of the log count: a template that lost before the interruption is not looked at again', async () => {
    const [slow, fast] = [fakeTask('fake.slow'), fakeTask('fake.fast')];
    const measurer = new FakeMeasurer((config, task) => (task === fast ? 1 : 3) * Number(valley(config, task)));
    const journal = new FakeJournal();
    await collect({ measurer, taskStates: [taskState(slow), taskState(fast)], journal });
    const resumed = (task: Task): TaskState =>
      taskState(task, {
        resumed: journal.trials.flatMap((one) => (one.phase === 'search' && one.task === task ? [one.trial] : [])),
      });
    const events = await collect({
      measurer,
      taskStates: [resumed(slow), resumed(fast)],
      settings: { ...settings, trials: 60 },
    });
    const batches = only(events, 'batch').filter(({ phase }) => phase === 'search');
    expect(new Set(batches.map(({ template }) => template))).toEqual(new Set(['fake.fast']));
    expect(only(events, 'retire').map(({ trial, template }) => [trial, template])).toEqual([[40, 'fake.slow']]);
    expect(
      only(events, 'finish')
        .at(0)!
        .templates.map(({ trials }) => trials),
    ).toEqual([8, 52]);
  });

  test('the same command again says the same of a template that was retired', async () => {
    const [slow, fast] = [fakeTask('fake.slow'), fakeTask('fake.fast')];
    const measurer = new FakeMeasurer((config, task) => (task === fast ? 1 : 3) * Number(valley(config, task)));
    const journal = new FakeJournal();
    const first = await collect({ measurer, taskStates: [taskState(slow), taskState(fast)], journal });
    const searched = journal.trials.filter(({ phase }) => phase === 'search');
    const resumed = (task: Task): TaskState =>
      taskState(task, {
        resumed: searched.flatMap((one, place): KnownTrial[] => {
          const tried = { line: 1 + place, batch: String(one.proposal!.batch) };
          return one.task === task ? [{ ...one.trial, tried }] : [];
        }),
      });
    const again = await collect({ measurer, taskStates: [resumed(slow), resumed(fast)] });
    expect(only(first, 'retire')).toHaveLength(1);
    expect(only(again, 'retire')).toEqual(only(first, 'retire'));
    const retirementsOf = (events: readonly TuneEvent[]): unknown[] =>
      only(events, 'finish')[0]!.templates.map(({ retired }) => retired);
    expect(retirementsOf(again)).toEqual(retirementsOf(first));
  });

  test('patience counts from the last gain in the log, whichever template it was of', async () => {
    const [last, flat] = [fakeTask('fake.last'), fakeTask('fake.flat')];
    const tried = (task: Task, from: number, costs: (place: number) => number): TaskState =>
      taskState(task, {
        resumed: Array.from({ length: 8 }, (_, place) => ({
          config: task.space.get(place),
          costs: [costs(place)],
          error: ErrorNo.none,
          tried: { line: from + place, batch: task.template.name },
        })),
      });
    const taskStates = [tried(last, 9, (place) => 2e-3 - 1e-4 * place), tried(flat, 1, () => 3e-3)];
    const measurer = new FakeMeasurer(() => 3e-3);
    const events = await collect({ measurer, taskStates, settings: { ...settings, trials: 100, earlyStop: 8 } });
    expect(only(events, 'finish')[0]!).toMatchObject({ reason: 'early-stop', trials: 8, resumed: 16 });
  });

  test('when the best template is measured whole and the others cannot catch up, the run ends', async () => {
    const [slow, small] = [fakeTask('fake.slow'), fakeTask('fake.small', 4)];
    const measurer = new FakeMeasurer((config, task) => (task === small ? 1 : 3) * Number(valley(config, task)));
    const events = await collect({ measurer, taskStates: [taskState(slow), taskState(small)] });
    const { reason, templates } = only(events, 'finish').at(0)!;
    expect(reason).toBe('decided');
    expect(templates.map(({ trials }) => trials)).toEqual([8, 16]);
  });

  test('the best of all wins, and finalists of both are measured together', async () => {
    const [slow, fast] = [fakeTask('fake.slow', 3), fakeTask('fake.fast', 3)];
    const measurer = new FakeMeasurer((config, task) => (task === fast ? 1e-3 : 1.02e-3) * (1 + 0.001 * config.index));
    const events = await collect({ measurer, taskStates: [taskState(slow), taskState(fast)] });
    expect(only(events, 'finish').at(0)!.best!.template).toBe('fake.fast');
    expect(new Set(measurer.finals.at(0)!.map(({ task }) => task))).toEqual(new Set([fast, slow]));
  });
});

describe('resume', () => {
  test('trials of the log count as done and are not tried again', async () => {
    const task = fakeTask();
    const resumed = Array.from({ length: 30 }, (_, index) => ({
      config: task.space.get(index),
      costs: [2e-3],
      error: ErrorNo.none,
    }));
    const measurer = new FakeMeasurer();
    const events = await collect({ measurer, taskStates: [taskState(task, { resumed })] });
    expect(only(events, 'start').at(0)!.resumed).toBe(30);
    expect(measurer.measured).toHaveLength(10);
    expect(measurer.measured.every(({ index }) => index >= 30)).toBe(true);
    expect(only(events, 'trial').at(0)!.trial).toBe(31);
    expect(only(events, 'finish').at(0)!).toMatchObject({ trials: 10, resumed: 30, shared: 0, failed: 0 });
  });

  test('what a template reached is told again, though finals of others have superseded its trials', async () => {
    const [slow, fast] = [fakeTask('fake.slow'), fakeTask('fake.fast')];
    const trial = (index: number, cost: number, superseded: boolean): KnownTrial => ({
      config: slow.space.get(index),
      costs: [cost],
      error: ErrorNo.none,
      superseded,
    });
    const events = await collect({
      measurer: new FakeMeasurer(),
      settings: { ...settings, trials: 4 },
      taskStates: [
        taskState(slow, { resumed: [trial(0, 4e-3, true), trial(1, 3e-3, true)] }),
        taskState(fast, { resumed: [trial(0, 1e-3, true), trial(1, 2e-3, false)] }),
      ],
    });
    const { templates, best } = only(events, 'finish').at(0)!;
    expect(templates.map(({ gflops }) => gflops!)).toEqual([1 / 3e-3, 1 / 2e-3]);
    expect(best!.seconds).toBe(2e-3);
  });

  test('when the log holds all trials, nothing is measured and its best is told', async () => {
    const task = fakeTask();
    const resumed = Array.from({ length: 40 }, (_, index) => ({
      config: task.space.get(index),
      costs: [index === 17 ? 1e-3 : 2e-3],
      error: ErrorNo.none,
    }));
    const measurer = new FakeMeasurer();
    const events = await collect({ measurer, taskStates: [taskState(task, { resumed })] });
    expect(events.map(({ event }) => event)).toEqual(['start', 'finish']);
    expect(only(events, 'finish').at(0)!.best!.index).toBe(17);
  });

  test('an interrupted run that is resumed stops early where the whole run would have', async () => {
    const task = fakeTask();
    const resumed = [1e-3, 2e-3, 2e-3, 2e-3, 2e-3, 2e-3, 2e-3].map((cost, index) => ({
      config: task.space.get(index),
      costs: [cost],
      error: ErrorNo.none,
    }));
    const measurer = new FakeMeasurer(() => 3e-3);
    await collect({ measurer, taskStates: [taskState(task, { resumed })], settings: { ...settings, earlyStop: 10 } });
    expect(measurer.measured).toHaveLength(4);
  });
});
