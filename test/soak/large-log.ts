/**
 * `npm run soak:large-log -- [--megabytes 200]`: writes a log of that size, with lines of 10 MB and a hundred thousand
 * lines that hold no record among its trials, finds the best in it, and prints the time and the most memory that it
 * took.
 */
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { selectBest } from '../../src/log/record/best.js';
import { readLog, skippedText } from '../../src/log/record/log.js';
import { encode } from '../../src/log/record/record.js';
import { ownRecord } from '../log/record/fixtures.js';
import { readSoakOptions } from '../support/soak-options.js';

const { megabytes } = readSoakOptions({
  name: 'soak:large-log',
  text: 'Writes a large log, finds the best in it, and prints the time and the most memory that it took.',
  options: { megabytes: { default: 200, text: 'of the log' } },
}).values;
const folder = mkdtempSync(join(tmpdir(), 'tune-large-'));
const log = join(folder, 'a.jsonl');

/** A trial as a search writes it: another config, other times. */
function trial(index: number): string {
  const times = Array.from({ length: 10 }, () => 1e-3 * (1 + Math.random()));
  const digits = [index % 7, index % 11, index % 13, index % 17, index % 19, index % 23];
  return encode({
    ...ownRecord,
    index,
    entity: digits.map((digit, knob) => [`knob_${knob}`, 'ot', digit]),
    costs: times,
    timestamp: 1.7e9 + index / 10,
    tune: { ...ownRecord.tune, repeats: times, sourceHash: `${index}`.padStart(64, '0') },
  });
}

try {
  const file = openSync(log, 'w');
  let [size, lines] = [0, 0];
  while (size < 1e6 * megabytes) {
    size += writeSync(file, `${trial(lines++)}\n`);
    if (lines % 20_000 === 0) size += writeSync(file, `${'x'.repeat(1e7)}\n${'nonsense\n'.repeat(20_000)}`);
  }
  closeSync(file);
  const before = process.memoryUsage().rss;
  const start = performance.now();
  const found = await readLog(log);
  const best = selectBest(found.records);
  const seconds = (performance.now() - start) / 1000;
  const most = 1000 * process.resourceUsage().maxRSS - before;
  console.log(
    `${(size / 1e6).toFixed(0)} MB, ${found.records.length} records of ${lines}; ${skippedText(found) ?? ''}`,
  );
  console.log(
    `best: line ${best[0]?.record.line ?? 0}; ${seconds.toFixed(1)} s, ${(most / 1e6).toFixed(0)} MB of memory`,
  );
} finally {
  rmSync(folder, { recursive: true });
}
