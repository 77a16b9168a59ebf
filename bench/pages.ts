// The pages of a shipped log and of one with 60,000 records: how long each takes and how large it is.
// Usage: node dist/bench/pages.js [LOG]
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { report } from '../src/api/report.js';
import { grouped } from '../src/target/grouped.js';
import { readLog } from '../src/log/record/log.js';
import { encode } from '../src/log/record/record.js';
import { Random } from '../src/space/random.js';

const MANY = 60_000;
const [log = 'logs/shipped/resnet18-zen4.jsonl.br'] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), 'tune-report-'));
try {
  const { records } = await readLog(log);
  console.log(await figures(log, records.length));
  // The same workloads, with knobs of other records of the template, so that most are configs of their own.
  const random = new Random(1);
  const ofTasks = grouped(records, ({ task }) => task);
  const lines = Array.from({ length: MANY }, (_, place) => {
    const record = records[place % records.length]!;
    const other = random.pick(ofTasks.get(record.task)!);
    const entity = record.entity.map((knob, k) => (random.float() < 0.5 ? knob : (other.entity[k] ?? knob)));
    const costs = record.costs.map((cost) => cost * (0.9 + 0.3 * random.float()));
    return encode({
      ...record,
      entity,
      costs,
      timestamp: record.timestamp + place,
      tune: { ...record.tune, run: 'many' },
    });
  });
  const many = join(folder, 'many.jsonl');
  writeFileSync(many, lines.join('\n'));
  console.log(await figures(many, MANY));
} finally {
  rmSync(folder, { recursive: true });
}

/** Of a page as the library makes it; on a busy machine the processor's seconds are less disturbed. */
async function figures(path: string, count: number): Promise<string> {
  const [start, used] = [performance.now(), process.cpuUsage()];
  const page = await report([path]);
  const seconds = (performance.now() - start) / 1000;
  const { user, system } = process.cpuUsage(used);
  return `${count} records: ${seconds.toFixed(2)} s (${((user + system) / 1e6).toFixed(2)} s of CPU), ${(Buffer.byteLength(page) / 1e6).toFixed(2)} MB`;
}
