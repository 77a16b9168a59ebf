import { cpSync, existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import {
  best,
  dryRun,
  list,
  outputSchemas,
  replay,
  simulate,
  tune,
  UsageError,
  WorkError,
  type TuneEvent,
} from '../../../src/index.js';
import { useQuickGcc } from '../../support/quick-gcc.js';

const small = {
  operator: 'conv2d',
  shape: { inChannels: 4, height: 9, width: 7, outChannels: 8, kernel: 3, pad: 1, epilogue: ['bias', 'relu'] },
  threads: 1,
  seed: 1,
  template: 'conv2d.direct',
} as const;

useQuickGcc();

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tune-api-'));
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

async function all<T>(events: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const event of events) list.push(event);
  return list;
}

const trialsOf = (events: readonly TuneEvent[]): number =>
  events.filter((event) => event.event === 'trial' && event.phase === 'search').length;

describe('a run', () => {
  const log = (): string => join(folder, 'a.jsonl');
  let told: readonly TuneEvent[] = [];
  beforeAll(async () => {
    told = await all(tune({ ...small, trials: 6, log: log() }));
  });
  const exit = process.exitCode;
  const writes = [process.stdout, process.stderr].map((stream) => jest.spyOn(stream, 'write'));
  beforeEach(() => {
    for (const write of writes) write.mockClear();
  });
  afterEach(() => {
    // It prints nothing, and leaves the exit code to others.
    expect(writes.flatMap((write) => write.mock.calls)).toEqual([]);
    expect(process.exitCode).toBe(exit);
  });

  test('tells the events of the command line, each as its schema says', () => {
    for (const event of told) expect(outputSchemas.tune.parse(event)).toEqual(event);
    expect(told[0]).toMatchObject({ event: 'start', operator: 'conv2d', trials: 6, early_stop: 128, minutes: null });
    expect(told.at(-1)).toMatchObject({ event: 'finish', reason: 'trials', trials: 6, log: log() });
    expect(readFileSync(log(), 'utf8').trim().split('\n')).toHaveLength(
      told.filter(({ event }) => event === 'trial').length,
    );
  });

  test('goes on where its log ends, and says so', async () => {
    const more = join(folder, 'more.jsonl');
    cpSync(log(), more);
    const events = await all(tune({ ...small, trials: 8, log: more }));
    expect(trialsOf(events)).toBe(2);
    expect(events[1]).toEqual({ event: 'note', text: '6 trials of 8 found in the log' });
  });

  test.each<[options: object, says: string]>([
    [{ template: [] }, 'The option template: must name one at least.'],
    [{ template: [7] }, 'The option template.0: must be a name or an object, as defineTemplate makes it.'],
    [{ operator: undefined }, 'The option operator: must be a name or an object, as defineOperator makes it.'],
  ])('refuses %j with a sentence', async (options, says) => {
    await expect(all(tune({ ...small, ...options }))).rejects.toThrow(new UsageError(says));
  });

  test('needs no log, and then leaves nothing behind', async () => {
    const before = readdirSync('.').concat(readdirSync(folder));
    const events = await all(tune({ ...small, trials: 2 }));
    expect(events.at(-1)).toMatchObject({ trials: 2, log: null, replay: null });
    expect(readdirSync('.').concat(readdirSync(folder))).toEqual(before);
    expect(existsSync('logs/conv2d.jsonl')).toBe(false);
  });

  test('ends in order when it is aborted', async () => {
    const controller = new AbortController();
    const log = join(folder, 'aborted.jsonl');
    const events: TuneEvent[] = [];
    for await (const event of tune({ ...small, trials: 64, batchSize: 4, log, signal: controller.signal })) {
      events.push(event);
      if (event.event === 'trial') controller.abort();
    }
    expect(events.at(-1)).toMatchObject({ event: 'finish', reason: 'interrupted' });
    expect(trialsOf(events)).toBe(readFileSync(log, 'utf8').trim().split('\n').length);
  });

  test('may be left in the middle', async () => {
    const log = join(folder, 'left.jsonl');
    for await (const event of tune({ ...small, trials: 64, batchSize: 4, log })) if (event.event === 'trial') break;
    expect(readFileSync(log, 'utf8').trim().split('\n')).toHaveLength(1);
  });

  test('that is asked for what there is not throws a sentence', async () => {
    const wrong = [
      [
        { ...small, explorer: 'gentic' },
        'Unknown explorer "gentic": did you mean "genetic"? `tune list explorers` lists them.',
      ],
      [{ ...small, trails: 4 }, 'There is no option "trails": did you mean "trials"?'],
      [{ ...small, trials: 0 }, /^The option trials: Too small/],
      [{ ...small, operator: 'conv3d' }, /unknown operator "conv3d"/],
      [{ ...small, shape: { chanels: 4 } }, /chanels/],
    ] as const;
    for (const [options, says] of wrong) {
      const run = all(tune(options as Parameters<typeof tune>[0]));
      await expect(run).rejects.toThrow(says);
      await expect(run).rejects.toBeInstanceOf(UsageError);
    }
  });

  test('that only builds tells each candidate', async () => {
    const events = await all(dryRun({ ...small, trials: 3 }));
    for (const event of events) expect(outputSchemas.dryRun.parse(event)).toEqual(event);
    expect(events.map(({ event }) => event)).toEqual(['start', 'candidate', 'candidate', 'candidate', 'finish']);
  });

  test('that only builds can be left, too', async () => {
    for await (const event of dryRun({ ...small, trials: 64 })) if (event.event === 'candidate') break;
  });

  test('is found again in its log', async () => {
    const logs = [log()];
    const [row, ...others] = await best(logs);
    expect(others).toEqual([]);
    expect(outputSchemas.best.parse([row])).toEqual([row]);
    const replayed = await replay(logs);
    expect(outputSchemas.replay.parse(replayed)).toEqual(replayed);
    expect(replayed).toMatchObject([{ index: row!.index, correct: true }]);
    await expect(best([join(folder, 'none.jsonl')])).rejects.toThrow(UsageError);
    await expect(replay(['package.json'])).rejects.toThrow(WorkError);
  });

  test('is not found where what is asked for is wrong', async () => {
    const notAList = 'a.jsonl' as unknown as readonly string[];
    const says = new UsageError('The logs: must be a list of paths.');
    await expect(best(notAList)).rejects.toThrow(says);
    await expect(replay(notAList)).rejects.toThrow(says);
    await expect(all(simulate(notAList))).rejects.toThrow(says);
    await expect(all(simulate([]))).rejects.toThrow(/^The logs: must name one at least\.$/);
    const wrong = { module: ['./mine.js'] } as object;
    await expect(best(['a.jsonl'], wrong)).rejects.toThrow('There is no option "module": did you mean "modules"?');
    expect(() => list('operators', { modules: './mine.js' } as object)).toThrow(/^The option modules: must be a list/);
  });
});

test.each(['operators', 'workloads', 'templates', 'knobs', 'explorers', 'models', 'targets', 'features'] as const)(
  'the list of %s is as its schema says',
  (name) => {
    const rows: readonly unknown[] = list(name, name === 'knobs' ? { operator: 'dense', threads: 1 } : {});
    expect(rows.length).toBeGreaterThan(0);
    expect(outputSchemas[`list ${name}`].parse(rows)).toEqual(rows);
  },
);

test.each(['explorers', 'models', 'trainers', 'features', 'acquisitions', 'selections', 'schedulers'] as const)(
  'the list of %s has a line of its own about each',
  (name) => {
    const summaries = list(name).map(({ summary }) => summary);
    expect(summaries.filter((summary) => summary === null || !/^\S.*[^.\s]$/.test(summary))).toEqual([]);
    expect(new Set(summaries).size).toBe(summaries.length);
  },
);

test('lists take shapes as runs do', () => {
  const rows = list('templates', { operator: 'conv2d', shape: { groups: 2, inChannels: 8 }, threads: 1 });
  expect(rows).toContainEqual(expect.objectContaining({ template: 'conv2d.pointwise', applies: false }));
});
