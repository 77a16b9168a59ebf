import { expect, test } from '@jest/globals';
import { decode, encode, type TuneRecord } from '../../src/record/record.js';
import { logListener, type Provenance } from '../../src/tuner/log-listener.js';
import { tune } from '../../src/tuner/tuner.js';
import { taskState, FakeMeasurer, fakeTask, settings, valley } from './fakes.js';
import { take } from '../support/take.js';

const provenance: Provenance = {
  fingerprint: 'machine-1',
  compiler: 'gcc 12',
  seed: 9,
  args: [['TENSOR', [1, 2], 'float32']],
  flags: ['-O2'],
};

async function record(signal?: AbortSignal, measurer = new FakeMeasurer()): Promise<TuneRecord[][]> {
  const written: TuneRecord[][] = [];
  const sink = {
    append: (records: readonly TuneRecord[]) => {
      written.push([...records]);
      return Promise.resolve();
    },
  };
  const { on } = logListener(sink, provenance);
  const run = tune({ taskStates: [taskState(fakeTask())], flops: 1e9, settings, measurer, ...(signal && { signal }) });
  for await (const event of run) await on(event);
  return written;
}

test('every trial is written, once a batch, and the finals after them', async () => {
  const written = await record();
  expect(written.map((batch) => batch.length)).toEqual([8, 8, 8, 8, 8, expect.any(Number)]);
  const finals = written.at(-1)!;
  const searched = new Set(written.slice(0, -1).flatMap((batch) => batch.map(({ index }) => index)));
  expect(searched.size).toBe(40);
  expect(finals.every(({ index }) => searched.has(index))).toBe(true);
  expect(finals.at(0)!.costs).toHaveLength(5);
  expect(finals.map(({ tune }) => tune?.phase)).toEqual(finals.map(() => 'finals'));
});

test('a record holds what the trial was, and reads back as it was', async () => {
  const [first] = take((await record()).flat(), 1);
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
    run: expect.stringMatching(/^[0-9a-f]{8}$/),
    sourceHash: 'abc',
    spent: { compile: 0.03, check: 0.01, run: 0.02 },
  });
  expect(first.allCost).toBeCloseTo(0.06, 9);
  expect(decode(encode(first))).toEqual(first);
});

test('the records of a run share its name, which is another in the next run from the same seed', async () => {
  const names = (await Promise.all([record(), record()])).map(
    (written) => new Set(written.flat().map(({ tune }) => tune?.run)),
  );
  expect(names.map(({ size }) => size)).toEqual([1, 1]);
  expect(names[0]).not.toEqual(names[1]);
});

test('when aborted, what was measured is written', async () => {
  const controller = new AbortController();
  const measurer: FakeMeasurer = new FakeMeasurer((config, task) => {
    if (measurer.measured.length === 11) controller.abort();
    return valley(config, task);
  });
  const written = await record(controller.signal, measurer);
  expect(written.map((batch) => batch.length)).toEqual([8, 3]);
});

test('when the run breaks off in the middle of a batch, what was measured can still be written', async () => {
  const written: TuneRecord[] = [];
  const sink = {
    append: (records: readonly TuneRecord[]) => {
      written.push(...records);
      return Promise.resolve();
    },
  };
  const { on, flush } = logListener(sink, provenance);
  const measurer: FakeMeasurer = new FakeMeasurer((config, task) => {
    if (measurer.measured.length === 6) throw new Error('the device is on fire');
    return valley(config, task);
  });
  const run = async (): Promise<void> => {
    for await (const event of tune({ taskStates: [taskState(fakeTask())], flops: 1, settings, measurer }))
      await on(event);
  };
  await expect(run()).rejects.toThrow('on fire');
  expect(written).toEqual([]);
  await flush();
  await flush();
  expect(written).toHaveLength(5);
});
