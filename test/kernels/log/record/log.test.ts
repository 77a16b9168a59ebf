import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { readLog, skippedText } from '../../../../src/log/record/log.js';
import { encode } from '../../../../src/log/record/record.js';
import { UsageError } from '../../../../src/target/errors.js';
import { cudaLine, failedLine, failedRecord, ownRecord, x86Line } from '../../../log/record/fixtures.js';

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

  test('when more lines are skipped than are kept then all are counted, and the first of each reason is told', async () => {
    const log = await readLog(file('a.jsonl', `\n${'nonsense\n'.repeat(5000)}{}\n${x86Line}\n\0\0\0`));
    expect(log.records).toHaveLength(1);
    expect(log.skippedLines).toBe(5002);
    expect(log.skipped).toHaveLength(100);
    expect(skippedText(log)).toBe('5002 lines without a record (line 2: not JSON)');
    const two = await readLog(file('b.jsonl', `nonsense\n{}\nnonsense\n${x86Line}\n\0\0\0`));
    expect(skippedText(two)).toBe(
      '4 lines without a record (line 1: not JSON; line 2: of no version; line 5: zeros, which a power cut leaves)',
    );
    expect(skippedText(await readLog(file('c.jsonl', `${x86Line}\n`)))).toBeUndefined();
  });

  test('when logs were put together, by whatever program, then marks, carriage returns and zeros do no harm', async () => {
    const zeros = '\0'.repeat(4096);
    const parts = [`\uFEFF${x86Line}\r\n`, `\uFEFF${cudaLine}\r\n`, `${zeros}\n`, `${failedLine}\n`];
    const { records, skipped } = await readLog(file('a.jsonl', parts.join('')));
    expect(records.map(({ line }) => line)).toEqual([1, 2, 4]);
    expect(skipped).toEqual([{ line: 3, reason: 'zeros, which a power cut leaves' }]);
  });

  test('when only some records are wanted then the others are passed over without a word', async () => {
    const { records, skippedLines } = await readLog(file('a.jsonl', `${x86Line}\n${cudaLine}\n`), ({ target }) =>
      target.startsWith('cuda'),
    );
    expect(records.map(({ line }) => line)).toEqual([2]);
    expect(skippedLines).toBe(0);
  });

  test('when a text equals the JSON of a list then the two stay apart', async () => {
    const lines = [
      encode({ ...ownRecord, entity: [['a', 'ot', 1]] }),
      encode({ ...ownRecord, target: '["a","ot",1]', entity: [['a', 'ot', 1]] }),
    ];
    const { records } = await readLog(file('a.jsonl', lines.join('\n')));
    expect(records.map(({ target }) => target)).toEqual([ownRecord.target, '["a","ot",1]']);
    expect(records.map(({ entity }) => entity)).toEqual([[['a', 'ot', 1]], [['a', 'ot', 1]]]);
  });

  test('when the file is empty or begins with a byte order mark then that is no trouble', async () => {
    expect(await readLog(file('empty.jsonl', ''))).toEqual({ records: [], skippedLines: 0, skipped: [] });
    expect((await readLog(file('mark.jsonl', `\uFEFF${x86Line}\n`))).records).toHaveLength(1);
  });

  test('when lines cross the borders of what is read at once then they are whole', async () => {
    const messages = Array.from({ length: 300 }, (_, place) => '\u00e9\u{1f600}'.repeat(place));
    const lines = messages.map((message) => encode({ ...failedRecord, tune: { message } }));
    const { records, skipped } = await readLog(file('a.jsonl', lines.join('\n')));
    expect(skipped).toEqual([]);
    expect(records.map(({ tune }) => tune?.message)).toEqual(messages.map((message) => message.slice(0, 1024)));
  });

  test('when a line tells what an earlier one told then it is as valid, and no number that overflows is', async () => {
    const told = encode({ ...ownRecord, args: [...ownRecord.args, null] });
    const overflowing = told.replace('null],{}]', '1e999],{}]');
    expect(overflowing).not.toBe(told);
    const { records, skipped } = await readLog(file('again.jsonl', [told, told, overflowing, told].join('\n')));
    expect(records.map(({ line }) => line)).toEqual([1, 2, 4]);
    expect(skipped).toEqual([{ line: 3, reason: expect.stringMatching(/^input\.2\./) }]);
  });

  test.each([
    ['gz', gzipSync],
    ['br', brotliCompressSync],
  ])('when the name ends in .%s then it is decompressed', async (ending, compress) => {
    const { records } = await readLog(file(`a.jsonl.${ending}`, compress(`${x86Line}\n${cudaLine}\n`)));
    expect(records.map(({ line }) => line)).toEqual([1, 2]);
  });

  test.each([
    ['gz', gzipSync],
    ['br', brotliCompressSync],
  ])('when a log in .%s is torn or not compressed at all then what is readable is read', async (ending, compress) => {
    const lines = Array.from({ length: 400 }, (_, index) => encode({ ...ownRecord, index })).join('\n');
    const whole = compress(lines);
    const torn = await readLog(file(`torn.${ending}`, whole.subarray(0, whole.length / 2)));
    expect(torn.records.length).toBeGreaterThan(20);
    expect(torn.records.length).toBeLessThan(400);
    expect(torn.skipped.at(-1)?.reason).toMatch(/^the compressed file is damaged from here on/);
    const plain = await readLog(file(`plain.${ending}`, `${x86Line}\n`));
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
      file('gemm-zen4.jsonl.br', '');
      expect(await complaint('conv2.jsonl')).toBe('There is no log "F/conv2.jsonl": did you mean "F/conv2d.jsonl"?');
      expect(await complaint('gemm-zen4.jsonl')).toMatch(/: did you mean "F\/gemm-zen4\.jsonl\.br"\?$/);
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

  test('when it is a device or a pipe that nobody writes to then it is refused at once', async () => {
    const pipe = join(folder, 'pipe');
    execFileSync('mkfifo', [pipe]);
    for (const path of [pipe, '/dev/zero', '/dev/full', '/dev/null'])
      await expect(readLog(path)).rejects.toThrow(
        new UsageError(`"${path}" is a pipe or a device, which may have no end; name a plain file.`),
      );
  });

  test('when the log is a folder, or under a file, then it says so', async () => {
    await expect(readLog(folder)).rejects.toThrow('is a folder; name a log file in it.');
    await expect(readLog(join(file('a', ''), 'b'))).rejects.toThrow(/cannot be read: not a directory\.$/);
  });
});
