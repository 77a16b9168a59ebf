import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readLog } from '../../src/log/record/log.js';
import { encode } from '../../src/log/record/record.js';
import type { TuneEvent, TuneEventNamed } from '../../src/tuner/events.js';
import { openJournal } from '../../src/tuner/journal.js';
import type { Provenance } from '../../src/tuner/log-listener.js';
import { tune } from '../../src/tuner/tuner.js';
import { FakeMeasurer, fakeTask, settings, taskState } from './fakes.js';

let log: string;
beforeEach(() => {
  log = join(mkdtempSync(join(tmpdir(), 'tune-shared-')), 'a.jsonl');
});
afterEach(() => {
  rmSync(join(log, '..'), { recursive: true });
});

const provenance: Provenance = {
  fingerprint: 'machine-1',
  run: '00000001',
  compiler: 'gcc 12',
  seed: 1,
  explorer: 'random',
  args: [],
  flags: [],
};

interface Ran {
  readonly measured: readonly number[];
  readonly notes: readonly string[];
  readonly finish: TuneEventNamed<'finish'>;
}

/** A run with the same seed as all others, on a log that they share. */
async function runOnLog(
  run: string,
  { fingerprint = 'machine-1', width = 16, hook = (): void => undefined } = {},
): Promise<Ran> {
  const task = fakeTask('fake.one', width);
  const measurer = new FakeMeasurer();
  const journal = await openJournal(log, [task], { ...provenance, fingerprint, run });
  const notes: string[] = [];
  let last: TuneEvent | undefined;
  for await (const event of tune({ taskStates: [taskState(task)], flops: 1e9, settings, measurer, journal })) {
    notes.push(...journal.takeNotes());
    last = event;
    hook();
  }
  await journal.close();
  return { measured: measurer.measured.map(({ index }) => index), notes, finish: last as TuneEventNamed<'finish'> };
}

const names = ['00000001', '00000002', '00000003', '00000004'];

describe.each([2, 4])('%i runs from one seed on one log at the same time', (count) => {
  test('divide the trials, know each other’s, and end with the same best', async () => {
    const ran = await Promise.all(names.slice(0, count).map((name) => runOnLog(name)));
    const measured = ran.flatMap((one) => one.measured);
    // Before the first records of the others are read there is nothing to know them by.
    expect(measured.length - new Set(measured).size).toBeLessThanOrEqual(2 * (count - 1));
    for (const { finish, notes } of ran) {
      const { trials, shared, best } = finish;
      expect(trials + shared).toBeGreaterThanOrEqual(settings.trials);
      expect(trials).toBeLessThan(settings.trials);
      expect(best!.seconds).toBe(ran[0]!.finish.best!.seconds);
      expect(notes).toEqual([expect.stringMatching(/^Another run \(0000000\d\) works on the same log/)]);
    }
    const { records, skippedLines } = await readLog(log);
    expect(skippedLines).toBe(0);
    expect(records.filter(({ tune }) => tune?.phase === 'search')).toHaveLength(measured.length);
  });

  test('measure all of a small space, and nothing of it twice but for the first', async () => {
    const ran = await Promise.all(names.slice(0, count).map((name) => runOnLog(name, { width: 5 })));
    const measured = ran.flatMap((one) => one.measured);
    expect(new Set(measured).size).toBe(25);
    expect(measured.length).toBeLessThanOrEqual(25 + 2 * (count - 1));
  });
});

test('a run that is alone writes nothing but its trials', async () => {
  const { notes, finish } = await runOnLog('00000001');
  expect(readFileSync(log, 'utf8')).not.toContain('#');
  expect(notes).toEqual([]);
  expect(finish).toMatchObject({ trials: 40, shared: 0 });
});

test('runs on different machines share nothing but the file', async () => {
  const ran = await Promise.all([runOnLog('00000001'), runOnLog('00000002', { fingerprint: 'machine-2' })]);
  expect(ran.map(({ measured }) => measured.length)).toEqual([40, 40]);
  expect(ran.flatMap(({ notes }) => notes)).toEqual([]);
});

test('what others put into the log does not disturb a run: foreign lines, claims that are none, other tasks', async () => {
  const { records } = await runOnLog('00000009').then(() => readLog(log));
  const template = records[0]!;
  const strange = [
    'nonsense',
    '#tune-claim nonsense',
    '#tune-claim {"run": 1, "configs": []}',
    '#tune-claim {"run": "0000000a", "configs": ["../../etc"]}',
    '{"__proto__": {"a": 1}}',
    encode({ ...template, task: 'fake.other' }),
    encode({ ...template, entity: [['a', 'ot', 1000]] }),
    encode({ ...template, tune: { ...template.tune, templateVersion: 99 } }),
  ];
  rmSync(log);
  const { measured, notes, finish } = await runOnLog('00000001', {
    hook: () => {
      appendFileSync(log, `${strange.join('\n')}\n`);
    },
  });
  expect(measured).toHaveLength(40);
  expect(notes).toEqual([]);
  expect(finish).toMatchObject({ trials: 40, shared: 0 });
});

test('a config that a run has claimed and never measured is left to it, and the search goes on', async () => {
  let claimed = '';
  await Promise.all(names.slice(0, 2).map((name) => runOnLog(name, { width: 5 })));
  claimed = readFileSync(log, 'utf8')
    .split('\n')
    .find((line) => line.startsWith('#tune-claim'))!;
  rmSync(log);
  let isFirst = true;
  const { measured, notes } = await runOnLog('00000005', {
    width: 5,
    hook: () => {
      if (isFirst) appendFileSync(log, `${claimed}\n`);
      isFirst = false;
    },
  });
  const { configs } = JSON.parse(claimed.replace('#tune-claim ', '')) as { configs: string[] };
  expect(notes).toHaveLength(1);
  expect(measured).toHaveLength(25 - configs.length);
});
