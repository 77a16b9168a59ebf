/** A first time that was too fast is taken back wherever it was told. */
import { describe, expect, test } from '@jest/globals';
import { Allocation } from '../../src/tuner/allocation.js';
import { Budget } from '../../src/tuner/budget.js';
import { ErrorNo, type Trial } from '../../src/measure/measurement.js';
import { Books } from '../../src/tuner/books.js';
import { tuneProgress } from '../../src/cli/render/progress.js';
import type { TuneEvent } from '../../src/tuner/events.js';
import { collect, FakeMeasurer, fakeTask, only, taskState, valley, type Device } from './fakes.js';

const [fast, slow] = [fakeTask('fake.fast'), fakeTask('fake.slow')];

/** Every time of the search is half of what finals find; the other template takes ten times as long. */
const halved: Device = (config, task) => (Number(valley(config, task)) * (task === fast ? 1 : 10)) / 2;
const doubled = (...of: Parameters<Device>): number => 2 * Number(halved(...of));

describe('after finals that are slower than the search', () => {
  const run = async (): Promise<readonly TuneEvent[]> =>
    collect({
      measurer: new FakeMeasurer(halved, (config, _round, task) => doubled(config, task)),
      taskStates: [taskState(fast), taskState(slow)],
    });

  test('the last best that is told is that of the summary, which the bar shows', async () => {
    const events = await run();
    const { best } = only(events, 'finish').at(0)!;
    expect(only(events, 'best').at(-1)).toMatchObject({ index: best!.index, seconds: best!.seconds });
  });

  test('shares and lines of dropped templates name the times of the finals', async () => {
    const { best, templates } = only(await run(), 'finish').at(0)!;
    expect(templates[0]!.gflops).toBe(best!.gflops);
    expect(templates[1]!.retired!.leader_gflops).toBeLessThanOrEqual(best!.gflops);
  });
});

test('a second look that takes the best back is told at once', async () => {
  const measurer = new FakeMeasurer(valley);
  const honest = measurer.measure.bind(measurer);
  const seen = new Set<number>();
  measurer.measure = async function* (of, configs, options) {
    for await (const one of honest(of, configs, options)) {
      const isLucky = seen.size === 0;
      seen.add(one.config.index);
      yield isLucky ? { ...one, costs: [1e-5, 1.1e-5, 1.05e-5], noisy: true } : one;
    }
  };
  const events = await collect({ measurer });
  const again = events.findIndex((event) => event.event === 'trial' && event.phase === 'again');
  const told = events.slice(again).find((event) => event.event === 'best')!;
  expect(told).toMatchObject({ event: 'best' });
  expect((told as { seconds: number }).seconds).toBeGreaterThan(1e-3);
  const lines: string[] = [];
  let clock = 0;
  const stage = { stderr: (line: string) => lines.push(line), status: () => undefined, interactive: false };
  const slowly = { now: () => (clock += 60_000), after: () => () => undefined };
  const progress = tuneProgress(true, stage, slowly);
  for (const event of events) progress.on(event);
  const bests = lines.flatMap((line) => /best ([\d.]+) GFLOPS/.exec(line)?.[1] ?? []).map(Number);
  expect(bests[0]).toBeGreaterThan(50_000);
  expect(bests.at(-1)).toBeLessThan(1001);
});

describe('what a run counts', () => {
  const trial = (seconds: number): Trial => ({
    config: fast.space.get(1),
    costs: [seconds, seconds],
    error: ErrorNo.none,
    spent: { compile: 0, check: 0, run: 0 },
    timestamp: 0,
  });

  test('the patience of a run and its best are those of the revised time', () => {
    const budget = new Budget({ trials: 100, earlyStop: 100 });
    const books = new Books(1e9, budget, new Allocation([fast], { trials: 100, firstBatch: 8 }));
    expect(books.count(fast, trial(1e-6), 'run')).toBe(true);
    expect(books.lookAgain(fast, trial(1e-3))).toBe(true);
    expect(books.count(fast, { ...trial(5e-4), config: fast.space.get(2) }, 'run')).toBe(true);
    expect(books.leaderboard.best()!.seconds).toBe(5e-4);
  });

  test('a template that was dropped for a first time that was too fast is tried again', () => {
    const allocation = new Allocation(['a', 'b'], { trials: 100, batchSize: 8, firstBatch: 8 });
    for (let i = 0; i < 16; i++) for (const arm of ['a', 'b']) allocation.count(arm, i === 9 && arm === 'a' ? 500 : 10);
    expect(allocation.retire(() => true).map(({ arm }) => arm)).toEqual(['b']);
    expect(allocation.reopen()).toEqual([]);
    allocation.revise('a', 500, 11);
    expect(allocation.reopen()).toEqual(['b']);
    expect([allocation.retirement('b'), allocation.retire(() => true)]).toEqual([undefined, []]);
  });
});
