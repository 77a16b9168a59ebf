import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { execFile } from 'node:child_process';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { LogWriter, readLog } from '../../src/record/log.js';
import { encode } from '../../src/record/record.js';
import { UsageError, WorkError } from '../../src/target/errors.js';
import { cudaLine, failedLine, failedRecord, ownRecord, x86Line } from './fixtures.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tune-log-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

/** The path of a new file in the test's folder. */
function file(name: string, content?: string | Uint8Array): string {
  const path = join(folder, name);
  if (content !== undefined) writeFileSync(path, content);
  return path;
}

describe('readLog', () => {
  test('gives records with their places, passing over comments and empty lines', async () => {
    const path = file('a.jsonl', `# a comment\n\n${x86Line}\n  \n${cudaLine}\r\n#{"also": 1}\n${failedLine}\n`);
    const { records, skipped } = await readLog(path);
    expect(records.map(({ task, line, log }) => ({ task, line, log }))).toEqual([
      { task: 'conv2d_NCHWc.x86', line: 3, log: path },
      { task: 'conv2d_nchw.cuda', line: 5, log: path },
      { task: 'conv2d_nchw_spatial_pack.arm_cpu', line: 7, log: path },
    ]);
    expect(skipped).toEqual([]);
  });

  test('when lines hold no record then they are skipped with a reason, and the others are read', async () => {
    const foreign = x86Line.replace('0.2', '0.3');
    const path = file('a.jsonl', [x86Line, 'nonsense', foreign, 'x'.repeat(5_000_000), cudaLine, ''].join('\n'));
    const { records, skipped } = await readLog(path);
    expect(records.map(({ line }) => line)).toEqual([1, 5]);
    expect(skipped).toEqual([
      { line: 2, reason: 'not JSON' },
      { line: 3, reason: 'of version 0.3, not 0.2' },
      { line: 4, reason: 'longer than 65536 bytes' },
    ]);
  });

  test('wherever the last line is torn, it is skipped and said to be torn', async () => {
    for (const kept of [1, 20, x86Line.length - 1]) {
      const { records, skipped } = await readLog(file('a.jsonl', `${cudaLine}\n${x86Line.slice(0, kept)}`));
      expect(records).toHaveLength(1);
      expect(skipped).toEqual([{ line: 2, reason: 'torn: the file ends within this line' }]);
    }
  });

  test('when only the newline of the last line is missing then it is a record', async () => {
    const { records, skipped } = await readLog(file('a.jsonl', `${cudaLine}\n${x86Line}`));
    expect(records).toHaveLength(2);
    expect(skipped).toEqual([]);
  });

  test('when the file is empty or begins with a byte order mark then that is no trouble', async () => {
    expect(await readLog(file('empty.jsonl', ''))).toEqual({ records: [], skipped: [] });
    expect((await readLog(file('mark.jsonl', `\uFEFF${x86Line}\n`))).records).toHaveLength(1);
  });

  test('when lines cross the borders of what is read at once then they are whole', async () => {
    const messages = Array.from({ length: 300 }, (_, place) => '\u00e9\u{1f600}'.repeat(place));
    const lines = messages.map((message) => encode({ ...failedRecord, tune: { message } }));
    const { records, skipped } = await readLog(file('a.jsonl', lines.join('\n')));
    expect(skipped).toEqual([]);
    expect(records.map(({ tune }) => tune?.message)).toEqual(messages.map((message) => message.slice(0, 1024)));
  });

  test('when the name ends in .gz then it is decompressed', async () => {
    const { records } = await readLog(file('a.jsonl.gz', gzipSync(`${x86Line}\n${cudaLine}\n`)));
    expect(records.map(({ line }) => line)).toEqual([1, 2]);
  });

  test('when a compressed log is torn or not compressed at all then what is readable is read', async () => {
    const lines = Array.from({ length: 2000 }, (_, index) => encode({ ...ownRecord, index })).join('\n');
    const whole = gzipSync(lines);
    const torn = await readLog(file('torn.gz', whole.subarray(0, whole.length / 2)));
    expect(torn.records.length).toBeGreaterThan(100);
    expect(torn.records.length).toBeLessThan(2000);
    expect(torn.skipped.at(-1)?.reason).toMatch(/^the compressed file is damaged from here on/);
    const plain = await readLog(file('plain.gz', `${x86Line}\n`));
    expect(plain.records).toEqual([]);
    expect(plain.skipped).toEqual([{ line: 1, reason: expect.stringMatching(/damaged/) }]);
  });

  test('when a small compressed file holds one endless line then memory stays small', async () => {
    const megabyte = gzipSync(Buffer.alloc(1_000_000, 'x'));
    const bomb = file('bomb.gz', Buffer.concat(Array.from({ length: 100 }, () => megabyte)));
    const before = process.memoryUsage().arrayBuffers;
    let most = 0;
    const watch = setInterval(() => (most = Math.max(most, process.memoryUsage().arrayBuffers)), 2);
    const { skipped } = await readLog(bomb);
    clearInterval(watch);
    expect(skipped).toEqual([{ line: 1, reason: 'longer than 65536 bytes' }]);
    expect(most - before).toBeLessThan(80_000_000);
  });

  describe('when there is no such log', () => {
    const complaint = async (name: string): Promise<string> => {
      const error = await readLog(join(folder, name)).catch((caught: unknown) => caught);
      expect(error).toBeInstanceOf(UsageError);
      return (error as Error).message.replaceAll(folder, 'F');
    };

    test('then one of nearly the same name is suggested', async () => {
      file('conv2d.jsonl', '');
      file('gemm-zen4.jsonl.gz', '');
      expect(await complaint('conv2.jsonl')).toBe('There is no log "F/conv2.jsonl": did you mean "F/conv2d.jsonl"?');
      expect(await complaint('gemm-zen4.jsonl')).toMatch(/: did you mean "F\/gemm-zen4\.jsonl\.gz"\?$/);
    });

    test('then no other name is suggested, and the logs that are there are listed', async () => {
      file('.gitignore', '');
      file('README.md', '');
      file('package.json', '');
      expect(await complaint('foo.jsonl')).toBe(
        'There is no log "F/foo.jsonl", and no other in "F"; `tune <operator> --log FILE` writes one.',
      );
      file('bar.jsonl', '');
      file('README.log', '');
      expect(await complaint('foo.jsonl')).toBe(
        'There is no log "F/foo.jsonl"; the logs in "F": README.log, bar.jsonl.',
      );
      for (let i = 0; i < 7; i++) file(`many${i}.jsonl`, '');
      expect(await complaint('foo.jsonl')).toMatch(
        /bar\.jsonl, many0\.jsonl, many1\.jsonl, many2\.jsonl and 4 more\.$/,
      );
    });

    test('then a missing folder is named', async () => {
      expect(await complaint('no/such.jsonl')).toBe('There is no log "F/no/such.jsonl": there is no folder "F/no".');
    });
  });

  test('when the log is a folder, or under a file, then it says so', async () => {
    await expect(readLog(folder)).rejects.toThrow('is a folder; name a log file in it.');
    await expect(readLog(join(file('a', ''), 'b'))).rejects.toThrow(/cannot be read: not a directory\.$/);
  });
});

describe('LogWriter', () => {
  test('creates folders, and the log with its first records, appends whole lines, and leaves no lock behind', async () => {
    const path = join(folder, 'deep', 'down', 'a.jsonl');
    const writer = await LogWriter.open(path);
    await writer.append([]);
    expect(existsSync(path)).toBe(false);
    await writer.append([ownRecord, failedRecord]);
    await writer.append([ownRecord]);
    expect(readFileSync(path, 'utf8')).toBe([ownRecord, failedRecord, ownRecord].map((r) => `${encode(r)}\n`).join(''));
    expect(existsSync(`${path}.lock`)).toBe(false);
  });

  test('when the log has content then it is kept', async () => {
    const path = file('a.jsonl', `# mine\n${x86Line}\n`);
    await (await LogWriter.open(path)).append([ownRecord]);
    expect(readFileSync(path, 'utf8')).toBe(`# mine\n${x86Line}\n${encode(ownRecord)}\n`);
  });

  test('when the last line is torn then it is closed off, never written into', async () => {
    const torn = x86Line.slice(0, 100);
    const path = file('a.jsonl', `${cudaLine}\n${torn}`);
    await (await LogWriter.open(path)).append([ownRecord]);
    expect(readFileSync(path, 'utf8')).toBe(`${cudaLine}\n${torn}\n${encode(ownRecord)}\n`);
    const { records, skipped } = await readLog(path);
    expect(records.map(({ line }) => line)).toEqual([1, 3]);
    expect(skipped).toEqual([{ line: 2, reason: 'not JSON' }]);
  });

  test('when the log is torn between two appends then the second closes it off too', async () => {
    const path = file('a.jsonl');
    const writer = await LogWriter.open(path);
    await writer.append([ownRecord]);
    appendFileSync(path, '{"inp');
    await writer.append([failedRecord]);
    expect((await readLog(path)).records).toHaveLength(2);
  });

  test('when a record is refused then nothing of its batch is written', async () => {
    const path = file('a.jsonl');
    const writer = await LogWriter.open(path);
    await expect(writer.append([ownRecord, { ...ownRecord, costs: [NaN] }])).rejects.toThrow(RangeError);
    expect(existsSync(path)).toBe(false);
  });

  test('when a program died holding the lock then it is taken from it', async () => {
    const path = file('a.jsonl');
    const writer = await LogWriter.open(path);
    mkdirSync(`${path}.lock`);
    const longAgo = new Date(Date.now() - 3_600_000);
    utimesSync(`${path}.lock`, longAgo, longAgo);
    await writer.append([ownRecord]);
    expect((await readLog(path)).records).toHaveLength(1);
  });

  test('when the lock is held then appending waits for it', async () => {
    const path = file('a.jsonl');
    const writer = await LogWriter.open(path);
    mkdirSync(`${path}.lock`);
    const appended = writer.append([ownRecord]);
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(readFileSync(path, 'utf8')).toBe('');
    rmSync(`${path}.lock`, { recursive: true });
    await appended;
    expect((await readLog(path)).records).toHaveLength(1);
  });

  test('when the log cannot be written then opening says why', async () => {
    const under = LogWriter.open(join(file('a', ''), 'b.jsonl'));
    await expect(under).rejects.toThrow(WorkError);
    await expect(under).rejects.toThrow(/^The log ".*b.jsonl" cannot be written: .+\. Name another one with --log\.$/);
    await expect(LogWriter.open(folder)).rejects.toThrow('cannot be written: it is a folder.');
    await expect(LogWriter.open(file('a.gz'))).rejects.toThrow('only plain logs can be appended to');
    expect(existsSync(file('a.gz'))).toBe(false);
  });

  test('when the log cannot be written any more then appending says why', async () => {
    const path = file('a.jsonl');
    const writer = await LogWriter.open(path);
    mkdirSync(path);
    await expect(writer.append([ownRecord])).rejects.toThrow(WorkError);
  });

  test('when several appends of one program are in flight then none is lost', async () => {
    const path = file('a.jsonl');
    const writers = await Promise.all([LogWriter.open(path), LogWriter.open(path)]);
    await Promise.all(
      Array.from({ length: 20 }, (_, index) => writers.at(index % 2)!.append([{ ...ownRecord, index }])),
    );
    const { records } = await readLog(path);
    expect(records.map(({ index }) => index).toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: 20 }, (_, i) => i),
    );
  });

  test('when two processes append at once then no line is lost or torn, and each keeps its order', async () => {
    const path = file('a.jsonl');
    const beside = (name: string): string => fileURLToPath(new URL(name, import.meta.url));
    const [hooks, script] = [beside('ts-hooks.mjs'), beside('append-many.ts')];
    const [batches, size] = [40, 8];
    const run = (seed: number) =>
      promisify(execFile)(process.execPath, [
        '--import',
        hooks,
        script,
        path,
        String(seed),
        String(batches),
        String(size),
      ]);
    await Promise.all([run(1), run(2)]);
    const { records, skipped } = await readLog(path);
    expect(skipped).toEqual([]);
    for (const seed of [1, 2]) {
      const indices = records.filter(({ tune }) => tune?.seed === seed).map(({ index }) => index);
      expect(indices).toEqual(Array.from({ length: batches * size }, (_, index) => index));
    }
    const turns = records.filter(({ tune }, place) => place > 0 && tune?.seed !== records.at(place - 1)?.tune?.seed);
    expect(turns.length).toBeGreaterThan(1); // otherwise they did not run at once, and nothing was tested
  });
});
