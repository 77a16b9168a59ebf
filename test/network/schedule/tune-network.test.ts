import { describe, expect, test } from '@jest/globals';
import { ownCatalogue } from '../../../src/catalogue/catalogue.js';
import { ErrorNo } from '../../../src/measure/measurement.js';
import { ReferenceFailure } from '../../../src/measure/reference-failure.js';
import { type LayerTask, tuneNetwork, type NetworkRunOptions } from '../../../src/network/schedule/tune-network.js';
import type { NetworkEvent, NetworkEventNamed } from '../../../src/network/schedule/events.js';
import { schedulers } from '../../../src/network/schedule/schedulers/registry.js';
import type { Task } from '../../../src/templates/template.js';
import type { KnownTrial } from '../../../src/log/record/trials.js';
import type { TaskTrial } from '../../../src/tuner/run-events.js';
import { FakeJournal, FakeMeasurer, fakeTask, settings, taskState, valley, type Device } from '../../tuner/fakes.js';

/** A layer that takes so many times as long as the valley. */
function layer(
  name: string,
  { weight = 1, width = 16, resumed = [] as readonly KnownTrial[], journal = new FakeJournal() } = {},
): LayerTask {
  return { name, weight, taskStates: [taskState(fakeTask(name, width), { resumed })], flops: 1e9, kin: name, journal };
}

const slowed: Readonly<Record<string, number>> = { slow: 100, middle: 10 };
const device: Device = (config, { template }) => (slowed[template.name] ?? 1) * Number(valley(config, {} as Task));

async function run(
  layers: readonly LayerTask[],
  { measurer = new FakeMeasurer(device), ...more }: Partial<NetworkRunOptions> & { measurer?: FakeMeasurer } = {},
): Promise<readonly NetworkEvent[]> {
  const events: NetworkEvent[] = [];
  const signal = new AbortController().signal;
  const scheduler = schedulers['round-robin'];
  for await (const event of tuneNetwork({
    name: 'net',
    target: 'llvm',
    layers,
    settings,
    scheduler,
    catalogue: ownCatalogue,
    measurer,
    signal,
    ...more,
  }))
    events.push(event);
  return events;
}

const finishOf = (events: readonly NetworkEvent[]): NetworkEventNamed<'finish'> =>
  events.at(-1) as NetworkEventNamed<'finish'>;
const searched = (events: readonly NetworkEvent[]): readonly NetworkEventNamed<'trial'>[] =>
  events.flatMap((event) => (event.event === 'trial' && event.phase === 'search' ? [event] : []));

describe('a network', () => {
  test('goes on where nothing can be compared with what a layer computes, and says which', async () => {
    class Failing extends FakeMeasurer {
      override async *measure(
        ...[task, ...rest]: Parameters<FakeMeasurer['measure']>
      ): ReturnType<FakeMeasurer['measure']> {
        if (task.template.name === 'middle')
          throw new ReferenceFailure('The reference of this workload cannot be run: no.');
        yield* super.measure(task, ...rest);
      }
    }
    const events = await run([layer('slow'), layer('middle'), layer('fast')], { measurer: new Failing(device) });
    expect(events).toContainEqual({
      event: 'note',
      layer: 'middle',
      text: 'middle is skipped: The reference of this workload cannot be run: no.',
    });
    expect(searched(events)).toHaveLength(40);
    const { layers } = finishOf(events);
    expect(layers.map(({ name, best }) => [name, best !== null])).toEqual([
      ['slow', true],
      ['middle', false],
      ['fast', true],
    ]);
    expect(layers.at(1)).toMatchObject({ ending: 'failed', trials: 0 });
  });

  test('spends one budget exactly, in turns, and measures the best of every layer again', async () => {
    const measurer = new FakeMeasurer(device);
    const events = await run([layer('slow', { weight: 2 }), layer('middle'), layer('fast', { weight: 3 })], {
      measurer,
    });
    expect(events.at(0)).toMatchObject({ event: 'start', network: 'net', resumed: 0, network_seconds: null });
    const trials = searched(events);
    expect(trials.map(({ trial }) => trial)).toEqual(Array.from({ length: 40 }, (_, i) => i + 1));
    expect([...new Set(trials.map((one) => one.layer))]).toEqual(['slow', 'middle', 'fast']);
    const finalists = measurer.finals.map((contenders) => contenders[0]!.task.template.name);
    expect([...new Set(finalists)]).toEqual(['slow', 'middle', 'fast']);
    const { reason, layers, seconds } = finishOf(events);
    expect(reason).toBe('trials');
    expect(layers.reduce((sum, one) => sum + one.trials, 0)).toBe(40);
    expect(seconds).toBeCloseTo(
      layers.reduce((sum, { weight, best }) => sum + weight * best!.seconds, 0),
      12,
    );
  });

  test('its latency never rises while it is searched, and is told with each trial once all layers have a time', async () => {
    const events = await run([layer('slow'), layer('fast')]);
    const told = events.flatMap((event) => (event.event === 'best' ? [event.network_seconds] : []));
    const known = told.filter((latency) => latency !== null);
    expect(told[0]).toBeNull();
    expect(known.length).toBeGreaterThan(1);
    expect(known).toEqual(known.toSorted((a, b) => b - a));
  });

  test('a scheduler that looks at latency gives the slow layer more', async () => {
    const events = await run([layer('slow'), layer('fast')], { scheduler: schedulers.proportional });
    const [slow, fast] = finishOf(events).layers;
    expect(slow!.trials).toBeGreaterThan(fast!.trials);
    expect(fast!.trials).toBeGreaterThanOrEqual(8);
  });

  test('the same seed gives the same trials', async () => {
    const once = async (): Promise<unknown> =>
      searched(await run([layer('slow'), layer('fast')], { scheduler: schedulers.gradient })).map((one) => [
        one.layer,
        one.index,
      ]);
    expect(await once()).toEqual(await once());
  });

  test('one layer that is measured whole leaves the rest to the others', async () => {
    const { layers, reason } = finishOf(await run([layer('slow', { width: 2 }), layer('fast')]));
    expect(layers.map(({ trials, ending }) => [trials, ending])).toEqual([
      [4, 'exhausted'],
      [36, null],
    ]);
    expect(reason).toBe('trials');
  });

  test('when all are measured whole, it ends', async () => {
    const { layers, reason } = finishOf(await run([layer('slow', { width: 2 }), layer('fast', { width: 3 })]));
    expect([reason, ...layers.map(({ trials }) => trials)]).toEqual(['exhausted', 4, 9]);
  });

  test('a layer of which nothing works gets its looks, and no latency is told', async () => {
    const broken: Device = (config, task) =>
      task.template.name === 'slow' ? { error: ErrorNo.wrongAnswer, message: 'off' } : Number(valley(config, task));
    const { layers, seconds } = finishOf(
      await run([layer('slow'), layer('fast')], { measurer: new FakeMeasurer(broken) }),
    );
    expect(layers.map(({ trials, ending }) => [trials, ending])).toEqual([
      [16, 'failed'],
      [24, null],
    ]);
    expect(seconds).toBeNull();
  });

  test('a layer without a gain is left out while another gains, and when none does the run stops', async () => {
    let gains = 0;
    const device: Device = (_, task) => (task.template.name === 'slow' ? 1e-3 : 1 / (1 + Math.min(60, gains++)));
    const patient = { ...settings, trials: 400, earlyStop: 20 };
    const measurer = new FakeMeasurer(device);
    const { layers, reason } = finishOf(await run([layer('slow'), layer('fast')], { settings: patient, measurer }));
    expect(reason).toBe('early-stop');
    expect(layers.map(({ trials, ending }) => [trials, ending])).toEqual([
      [21, 'early-stop'],
      [81, 'early-stop'],
    ]);
  });

  test('no trials at all answer from what is known', async () => {
    const measurer = new FakeMeasurer(device);
    const nothing = await run([layer('slow')], { measurer, settings: { ...settings, trials: 0 } });
    expect(measurer.measured).toEqual([]);
    expect(finishOf(nothing)).toMatchObject({ reason: 'trials', seconds: null, layers: [{ trials: 0 }] });
  });

  test('when aborted, it holds no finals and tells the best so far', async () => {
    const controller = new AbortController();
    const measurer: FakeMeasurer = new FakeMeasurer((config, task) => {
      if (measurer.measured.length === 21) controller.abort();
      return device(config, task);
    });
    const events = await run([layer('slow'), layer('fast')], { measurer, signal: controller.signal });
    expect(measurer.finals).toHaveLength(0);
    const { reason, layers, seconds } = finishOf(events);
    expect([reason, measurer.measured.length, layers.map(({ trials }) => trials)]).toEqual([
      'interrupted',
      21,
      [13, 8],
    ]);
    expect(seconds).not.toBeNull();
  });

  test('batches count over all layers', async () => {
    const events = await run([layer('slow'), layer('fast')]);
    const batches = events.flatMap((event) => (event.event === 'batch' ? [event.batch] : []));
    expect(batches).toEqual(batches.map((_, i) => i + 1));
  });
});

test('a run that goes on from a log takes the turns of one that was never interrupted', async () => {
  const scheduler = schedulers.gradient;
  const names = ['slow', 'middle', 'fast'];
  const whole = searched(
    await run(
      names.map((name) => layer(name)),
      { scheduler },
    ),
  );
  const told: (TaskTrial & { readonly of: string })[] = [];
  const journalOf = (of: string): FakeJournal =>
    Object.assign(new FakeJournal(), {
      onTrial: (trial: TaskTrial) => Promise.resolve(told.push({ ...trial, of }) < 0),
    });
  await run(
    names.map((name) => layer(name, { journal: journalOf(name) })),
    { scheduler, settings: { ...settings, trials: 24 } },
  );
  const half = told.filter(({ phase }) => phase === 'search');
  // Trials of one batch stand in the log one after the other.
  const resumed = names.map((name) =>
    half.flatMap(({ of, trial, proposal }, line): KnownTrial[] => {
      const tried = { line, batch: `${name} ${proposal!.batch}` };
      return of === name ? [{ ...trial, tried }] : [];
    }),
  );
  const events = await run(
    names.map((name, place) => layer(name, { resumed: resumed[place]! })),
    { scheduler },
  );
  expect(events[0]).toMatchObject({ resumed: 24 });
  expect(searched(events).map((one) => one.layer)).toEqual(whole.slice(24).map((one) => one.layer));
});
