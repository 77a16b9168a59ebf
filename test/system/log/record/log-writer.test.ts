import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { execFile, execFileSync, spawnSync } from 'node:child_process';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { LogWriter, readLog, type LoggedRecord } from '../../../../src/log/record/log.js';
import { encode, type TuneRecord } from '../../../../src/log/record/record.js';
import { UsageError, WorkError } from '../../../../src/target/errors.js';
import { cudaLine, failedRecord, ownRecord, x86Line } from '../../../log/record/fixtures.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tune-log-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

/** The path of a new file in the test's folder. */
function file(name: string, content?: string): string {
  const path = join(folder, name);
  if (content !== undefined) writeFileSync(path, content);
  return path;
}

async function appendTo(path: string, ...records: readonly TuneRecord[]): Promise<void> {
  const writer = await LogWriter.open(path);
  await writer.append(records);
  await writer.close();
}

const numbered = (index: number): TuneRecord => ({ ...ownRecord, index });
const range = (count: number): number[] => Array.from({ length: count }, (_, i) => i);
const indicesOf = (records: readonly LoggedRecord[]): number[] => records.map(({ index }) => index);

describe('appending', () => {
  test('creates folders, and the log with its first records, appends whole lines, and leaves nothing else', async () => {
    const path = join(folder, 'deep', 'down', 'a.jsonl');
    const writer = await LogWriter.open(path);
    await writer.append([]);
    await writer.sync();
    expect(existsSync(path)).toBe(false);
    await writer.append([ownRecord, failedRecord]);
    await writer.append([ownRecord]);
    expect(await writer.sync()).toBe(true);
    await writer.close();
    expect(readFileSync(path, 'utf8')).toBe([ownRecord, failedRecord, ownRecord].map((r) => `${encode(r)}\n`).join(''));
    expect(readdirSync(join(folder, 'deep', 'down'))).toEqual(['a.jsonl']);
  });

  test('when the log has content then it is kept', async () => {
    const path = file('a.jsonl', `# mine\n${x86Line}\n`);
    await appendTo(path, ownRecord);
    expect(readFileSync(path, 'utf8')).toBe(`# mine\n${x86Line}\n${encode(ownRecord)}\n`);
  });

  test.each([100, 1_000_000])('when the last line is torn after %i bytes then it is closed off', async (length) => {
    const torn = x86Line.padEnd(length).slice(0, length);
    const path = file('a.jsonl', `${cudaLine}\n${torn}`);
    await appendTo(path, ownRecord);
    expect(readFileSync(path, 'utf8')).toBe(`${cudaLine}\n${torn}\n${encode(ownRecord)}\n`);
    expect((await readLog(path)).records.map(({ line }) => line)).toEqual([1, 3]);
  });

  test('when a record is refused then nothing of its batch is written', async () => {
    const path = file('a.jsonl');
    const writer = await LogWriter.open(path);
    await expect(writer.append([ownRecord, { ...ownRecord, costs: [NaN] }])).rejects.toThrow(RangeError);
    await writer.close();
    expect(existsSync(path)).toBe(false);
  });

  test('when there is a lock of an earlier version, and from the future, then it holds nobody up', async () => {
    const path = file('a.jsonl');
    mkdirSync(`${path}.lock`);
    const tomorrow = new Date(Date.now() + 86_400_000);
    utimesSync(`${path}.lock`, tomorrow, tomorrow);
    await appendTo(path, ownRecord);
    // Nobody has waited until it was out of date, and taken it.
    expect(statSync(`${path}.lock`).mtimeMs).toBeCloseTo(tomorrow.getTime(), -1);
    expect((await readLog(path)).records).toHaveLength(1);
  });

  test('when lines are torn all the time, between every look and every write, then no record is lost', async () => {
    const path = file('a.jsonl', '');
    const writer = await LogWriter.open(path);
    let open = true;
    const tear = (): void => {
      appendFileSync(path, '{"inp');
      if (open) setTimeout(tear, 1);
    };
    tear();
    for (const index of range(100)) {
      await writer.append([numbered(index)]);
      expect(readFileSync(path, 'utf8').split('\n')).toContain(encode(numbered(index)));
    }
    open = false;
    await writer.close();
    expect(new Set(indicesOf((await readLog(path)).records))).toEqual(new Set(range(100)));
  });

  test('when several appends of one program are in flight then none is lost', async () => {
    const path = file('a.jsonl');
    const writers = await Promise.all([LogWriter.open(path), LogWriter.open(path)]);
    await Promise.all(range(20).map((index) => writers.at(index % 2)!.append([numbered(index)])));
    await Promise.all(writers.map((writer) => writer.close()));
    const indices = indicesOf((await readLog(path)).records);
    expect(indices.toSorted((a, b) => a - b)).toEqual(range(20));
    for (const half of [0, 1]) {
      const ofOne = indices.filter((index) => index % 2 === half);
      expect(ofOne).toEqual(ofOne.toSorted((a, b) => a - b));
    }
  });

  test('when two processes append at once then no line is lost or torn, and each keeps its order', async () => {
    const path = file('a.jsonl');
    const [batches, size] = [40, 8];
    const run = (seed: number) =>
      promisify(execFile)(process.execPath, [...script('append-many.ts'), path, String(seed), `${batches}`, `${size}`]);
    await Promise.all([run(1), run(2)]);
    const { records, skipped } = await readLog(path);
    expect(skipped).toEqual([]);
    for (const seed of [1, 2])
      expect(indicesOf(records.filter(({ tune }) => tune?.seed === seed))).toEqual(range(batches * size));
    const turns = records.filter(({ tune }, place) => place > 0 && tune?.seed !== records.at(place - 1)?.tune?.seed);
    expect(turns.length).toBeGreaterThan(1); // otherwise they did not run at once, and nothing was tested
  });
});

describe('others on the same log', () => {
  test('every line that is added is heard once, in its order, and told apart from the own', async () => {
    const path = file('a.jsonl', `${x86Line}\n`);
    const heard: [string, boolean][] = [];
    const writer = await LogWriter.open(path, { onLine: (...line) => heard.push(line) });
    appendFileSync(path, `${cudaLine}\n# half a l`);
    await writer.append([numbered(1)]);
    appendFileSync(path, 'torn');
    await writer.remark(' a remark');
    appendFileSync(path, `${cudaLine}\n`);
    await writer.close();
    expect(heard).toEqual([
      [cudaLine, false],
      ['# half a l', false],
      [encode(numbered(1)), true],
      ['torn', false],
      ['# a remark', true],
      [cudaLine, false],
    ]);
    expect((await readLog(path)).records.map(({ line }) => line)).toEqual([1, 2, 4, 7]);
  });
});

describe('when the log is not what it was', () => {
  const begin = async (): Promise<{ path: string; writer: LogWriter; notes: string[]; heard: string[] }> => {
    const path = file('a.jsonl', `${x86Line}\n`);
    const [notes, heard]: [string[], string[]] = [[], []];
    const writer = await LogWriter.open(path, {
      onNote: (note) => notes.push(note.replaceAll(folder, 'F')),
      onLine: (line) => heard.push(line),
    });
    await writer.append(range(3).map(numbered));
    return { path, writer, notes, heard };
  };

  test.each([
    [
      'deleted',
      'deleted or moved',
      (path: string) => {
        rmSync(path);
      },
      [0, 1, 2, 3],
    ],
    [
      'moved',
      'deleted or moved',
      (path: string) => {
        renameSync(path, `${path}.1`);
      },
      [0, 1, 2, 3],
    ],
    [
      'deleted with its folder',
      'deleted or moved',
      () => {
        rmSync(folder, { recursive: true });
      },
      [0, 1, 2, 3],
    ],
    [
      'emptied',
      'cut short or overwritten',
      (path: string) => {
        truncateSync(path);
      },
      [0, 1, 2, 3],
    ],
    [
      'cut short, and longer by now',
      'cut short or overwritten',
      (path: string) => {
        writeFileSync(path, `${cudaLine}\n`.repeat(9));
      },
      [...Array.from({ length: 9 }, () => 184840), 0, 1, 2, 3],
    ],
    [
      'replaced by an edited copy',
      'replaced by another file',
      (path: string) => {
        writeFileSync(`${path}.new`, `${encode(numbered(2))}\n${encode(numbered(0))}\n`);
        renameSync(`${path}.new`, path);
      },
      [2, 0, 1, 3],
    ],
  ])('%s: it gets again what this writer wrote, and a note', async (_, change, harm, indices) => {
    const { path, writer, notes, heard } = await begin();
    harm(path);
    await writer.append([numbered(3)]);
    await writer.close();
    expect(indicesOf((await readLog(path)).records)).toEqual(indices);
    const gone = indices.includes(2) && indices.indexOf(2) < indices.indexOf(0) ? '1 record' : '3 records';
    expect(notes).toEqual([`The log "F/a.jsonl" was ${change} meanwhile: ${gone} of this run written again.`]);
    expect(heard.filter((line) => line === cudaLine)).toEqual([]); // it was there before, whoever wrote it
  });

  test('deleted after the last append: that is noticed at the end', async () => {
    const { path, writer, notes } = await begin();
    rmSync(path);
    await writer.sync();
    await writer.close();
    expect(indicesOf((await readLog(path)).records)).toEqual([0, 1, 2]);
    expect(notes).toHaveLength(1);
  });

  test('replaced by a copy that lacks nothing: a note, and nothing is written twice', async () => {
    const { path, writer, notes } = await begin();
    const content = readFileSync(path);
    rmSync(path);
    writeFileSync(path, content);
    await writer.close();
    expect(readFileSync(path)).toEqual(content);
    expect(notes).toEqual([
      'The log "F/a.jsonl" was replaced by another file meanwhile: nothing of this run is missing.',
    ]);
  });

  test('replaced by what cannot be written: appending says why', async () => {
    const { path, writer } = await begin();
    rmSync(path);
    mkdirSync(path);
    await expect(writer.append([ownRecord])).rejects.toThrow(WorkError);
    rmSync(path, { recursive: true });
    execFileSync('mkfifo', [path]);
    await expect(writer.append([ownRecord])).rejects.toThrow('cannot be written: it is a pipe or a device.');
    rmSync(path);
    await writer.close();
    expect(indicesOf((await readLog(path)).records)).toEqual([0, 1, 2, 41, 41]);
  });
});

describe('what cannot be a log', () => {
  test('is refused when it is opened, with the reason', async () => {
    const under = LogWriter.open(join(file('a', ''), 'b.jsonl'));
    await expect(under).rejects.toThrow(WorkError);
    await expect(under).rejects.toThrow(/^The log ".*b.jsonl" cannot be written: .+\. Name another one with --log\.$/);
    await expect(LogWriter.open(folder)).rejects.toThrow('cannot be written: it is a folder.');
    await expect(LogWriter.open(file('a.gz'))).rejects.toThrow('only plain logs can be appended to');
    expect(existsSync(file('a.gz'))).toBe(false);
  });

  const line = encode(ownRecord);
  test.each([
    ['notes.txt', 'buy milk\n'],
    ['a file of one line without its end', 'buy milk'],
    ['a module', '# no comment of ours\n\nexport const a = 1;\n'],
    ['JSON lines of somebody else', '{"a":1}\n{"a":2}\n'],
    ['a line that is too long', `${'x'.repeat(2 ** 17)}\n`],
  ])('%s is refused, and stays as it is', async (_, text) => {
    const path = file('other', text);
    await expect(LogWriter.open(path)).rejects.toThrow(
      new UsageError(`"${path}" holds lines and not a single record, so that it is no log: name another with --log.`),
    );
    expect(readFileSync(path, 'utf8')).toBe(text);
  });

  test.each([
    ['nothing', ''],
    ['comments and empty lines', '#tune-claim {}\n\n'],
    ['zeros, which a power cut leaves', '\0'.repeat(64)],
    ['a torn first record', line.slice(0, 40)],
    ['hardly that', line.slice(0, 3)],
    ['two of them', `${line.slice(0, 40)}\n${line.slice(0, 90)}`],
    ['a record after lines that are none', `torn\n${line}\n`],
    ['a record behind the mark of some editors', `\uFEFF${line}\n`],
  ])('a log with %s is gone on with', async (_, text) => {
    const path = file('a.jsonl', text);
    const before = indicesOf((await readLog(path)).records);
    await appendTo(path, numbered(7));
    expect(indicesOf((await readLog(path)).records)).toEqual([...before, 7]);
  });

  test('a pipe or a device is refused at once', async () => {
    const pipe = file('pipe');
    execFileSync('mkfifo', [pipe]);
    for (const path of [pipe, '/dev/full', '/dev/zero', '/dev/null'])
      await expect(LogWriter.open(path)).rejects.toThrow(
        new WorkError(`The log "${path}" cannot be written: it is a pipe or a device. Name another one with --log.`),
      );
  });
});

test('when the disk is full in the middle of a line then that is said, and what was acknowledged is there', async () => {
  const path = file('a.jsonl');
  const append = [process.execPath, ...script('append-until-full.ts'), path].map((word) => `'${word}'`).join(' ');
  const { status, stdout } = spawnSync('sh', ['-c', `ulimit -f 16; exec ${append}`], { encoding: 'utf8' });
  expect(status).toBe(0);
  const [acknowledged, message] = stdout.trim().split('\n');
  expect(message).toMatch(/^The log ".*" cannot be written: (file too large|no space left on device)\./);
  expect(Number(acknowledged)).toBeGreaterThan(3);
  await appendTo(path, numbered(99));
  const { records, skipped } = await readLog(path);
  expect(indicesOf(records)).toEqual([...range(Number(acknowledged)), 99]);
  expect(skipped.length).toBeLessThanOrEqual(1);
});

/** Arguments for node that run a script beside this one. */
function script(name: string): string[] {
  const beside = (other: string): string => fileURLToPath(new URL(other, import.meta.url));
  return ['--import', beside('ts-hooks.mjs'), beside(name)];
}
