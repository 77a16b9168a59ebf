import { expect, jest, test } from '@jest/globals';
import { setTimeout } from 'node:timers/promises';
import { decode, encode, type TuneRecord } from '../../../src/log/record/record.js';
import type { TuneEvent } from '../../../src/tuner/events.js';
import { logListener, newRunName, type Provenance, type RecordSink } from '../../../src/tuner/log-listener.js';
import { tune } from '../../../src/tuner/tuner.js';
import type { JournalPart } from '../../../src/tuner/journal.js';
import { collect, taskState, FakeJournal, FakeMeasurer, fakeTask, settings, valley } from '../../tuner/fakes.js';
import { take } from '../../support/take.js';
import { sharedTrainer } from '../../support/trainer.js';

const trainer = sharedTrainer();

const provenance: Provenance = {
  fingerprint: 'machine-1',
  run: '0badcafe',
  compiler: 'gcc 12',
  seed: 9,
  explorer: 'sa',
  args: [['TENSOR', [1, 2], 'float32']],
  flags: ['-O2'],
};

/** A sink that remembers what was done; a look at the disk takes `delay` milliseconds. */
class FakeSink implements RecordSink {
  readonly done: (TuneRecord | 'sync')[] = [];

  constructor(private readonly delay = 0) {}

  get records(): readonly TuneRecord[] {
    return this.done.filter((one) => one !== 'sync');
  }

  append(records: readonly TuneRecord[]): Promise<void> {
    this.done.push(...records);
    return Promise.resolve();
  }

  async sync(): Promise<boolean> {
    if (this.delay > 0) await setTimeout(this.delay);
    this.done.push('sync');
    return true;
  }
}

/** What a run that is alone on its log writes into. */
function journalOn(sink: RecordSink): JournalPart {
  return { ...logListener(sink, provenance), companions: new FakeJournal().companions };
}

interface Told {
  readonly event: TuneEvent['event'];
  readonly durable: boolean;
}

async function record(
  sink: FakeSink,
  { signal, measurer = new FakeMeasurer() }: { signal?: AbortSignal; measurer?: FakeMeasurer } = {},
): Promise<readonly Told[]> {
  const journal = journalOn(sink);
  const told: Told[] = [];
  const run = tune({
    taskStates: [taskState(fakeTask())],
    flops: 1e9,
    settings,
    measurer,
    journal,
    ...(signal && { signal }),
  });
  for await (const event of run) {
    const durable = event.event === 'trial' ? event.durable : sink.done.at(-1) === 'sync';
    told.push({ event: event.event, durable });
  }
  return told;
}

test('every trial is written before anybody else hears of it, and the finals after the search', async () => {
  const sink = new FakeSink();
  const journal = journalOn(sink);
  let trials = 0;
  const measurer = new FakeMeasurer();
  const run = tune({ taskStates: [taskState(fakeTask())], flops: 1e9, settings, measurer, journal });
  for await (const event of run) {
    if (event.event === 'trial') trials++;
    expect(sink.records).toHaveLength(trials);
  }
  const phases = sink.records.map(({ tune }) => tune?.phase);
  expect(phases).toEqual([...Array<string>(40).fill('search'), ...Array<string>(trials - 40).fill('finals')]);
  const searched = new Set(sink.records.slice(0, 40).map(({ index }) => index));
  const finals = sink.records.slice(40);
  expect(searched.size).toBe(40);
  expect(finals.length).toBeGreaterThan(0);
  expect(finals.every(({ index }) => searched.has(index))).toBe(true);
  expect(finals.at(0)!.costs).toHaveLength(5);
});

test('a trial tells how it was chosen: by what, in which batch, how long that took, and what the model predicted', async () => {
  const sink = new FakeSink();
  const journal = journalOn(sink);
  await collect({ measurer: new FakeMeasurer(), trainer, journal, settings: { ...settings, explorer: 'sa' } });
  const searched = sink.records.filter(({ tune }) => tune?.phase === 'search').map(({ tune }) => tune!);
  expect(searched.map(({ proposal }) => proposal!.batch)).toEqual(
    searched.map((_, place) => 1 + Math.floor(place / 8)),
  );
  expect(searched.every(({ explorer, proposal }) => explorer === 'sa' && proposal!.seconds > 0)).toBe(true);
  // The first batch comes before any fit.
  expect(searched.slice(0, 8).every(({ proposal }) => proposal!.score === undefined)).toBe(true);
  expect(new Set(searched.slice(8).map(({ proposal }) => proposal!.score)).size).toBeGreaterThan(8);
  expect(sink.records.find(({ tune }) => tune?.phase === 'finals')!.tune!.proposal).toBeUndefined();
});

test('when the disk is slow then trials say that they are not on it yet, and each batch ends with their being there', async () => {
  const sink = new FakeSink(20);
  const told = await record(sink);
  const ends = told.filter(({ event }) => event === 'batch' || event === 'finish');
  expect(ends.every(({ durable }) => durable)).toBe(true);
  expect(sink.done.filter((one) => one === 'sync').length).toBeLessThanOrEqual(ends.length + 1);
  expect(told.filter(({ event, durable }) => event === 'trial' && !durable).length).toBeGreaterThan(30);
  sink.done.forEach((one, place) => {
    if (one === 'sync') return;
    expect(sink.done.slice(place)).toContain('sync');
  });
});

test('when there is time for it then a trial waits for the disk', async () => {
  let clock = 0;
  const now = jest.spyOn(performance, 'now').mockImplementation(() => (clock += 0.1));
  const few = {
    settings: { ...settings, trials: 5 },
    measurer: new FakeMeasurer(),
    journal: journalOn(new FakeSink()),
  };
  for await (const event of tune({ taskStates: [taskState(fakeTask())], flops: 1e9, ...few })) {
    clock += 20;
    if (event.event === 'trial') expect(event.durable).toBe(true);
  }
  now.mockRestore();
});

test('a record holds what the trial was, and reads back as it was', async () => {
  const sink = new FakeSink();
  await record(sink);
  const [first] = take(sink.records, 1);
  expect(first).toMatchObject({
    target: 'llvm -mcpu=x86-64-v3 -threads=1',
    task: 'fake.one',
    error: 0,
    args: provenance.args,
  });
  expect(first.tune).toMatchObject({
    operator: 'fake',
    workload: 'shape',
    templateVersion: 3,
    fingerprint: 'machine-1',
    seed: 9,
    phase: 'search',
    run: '0badcafe',
    sourceHash: 'abc',
    spent: { compile: 0.03, check: 0.01, run: 0.02 },
  });
  expect(first.allCost).toBeCloseTo(0.06, 9);
  expect(decode(encode(first))).toEqual(first);
});

test('a run has a name of its own, whatever its seed', () => {
  const names = Array.from({ length: 100 }, newRunName);
  expect(new Set(names).size).toBe(100);
  for (const name of names) expect(name).toMatch(/^[0-9a-f]{8}$/);
});

test('when aborted, or broken off in the middle of a batch, what was told is written', async () => {
  const controller = new AbortController();
  const measurer: FakeMeasurer = new FakeMeasurer((config, task) => {
    if (measurer.measured.length === 11) controller.abort();
    return valley(config, task);
  });
  const aborted = new FakeSink();
  await record(aborted, { signal: controller.signal, measurer });
  expect(aborted.records).toHaveLength(11);
  expect(aborted.done.at(-1)).toBe('sync');

  const burning: FakeMeasurer = new FakeMeasurer((config, task) => {
    if (burning.measured.length === 6) throw new Error('the device is on fire');
    return valley(config, task);
  });
  const broken = new FakeSink();
  await expect(record(broken, { measurer: burning })).rejects.toThrow('on fire');
  expect(broken.records).toHaveLength(5);
});
