/**
 * `npm run bench:compilers -- gcc clang-16 PATTERN LOG...`: the same kernels built by two compilers, as CC names them,
 * timed in turns, each with the OpenMP that comes with its compiler. The kernels are the best of each workload and
 * target in the logs, of which PATTERN chooses some, `C5 .*threads=1`. A ratio above 1 says that the first compiler's
 * kernel is the faster. Ends with status 2 when nothing is chosen.
 */
import { geometricMean } from 'simple-statistics';
import { bestOfLogs } from '../src/log/read-logs.js';
import type { Driver } from '../src/measure/driver.js';
import { startOurs } from '../src/products/bench/ours.js';
import { interleave } from '../src/measure/rounds.js';
import { speedRatio, type Spread } from '../src/measure/statistics.js';
import { compilerVersion } from '../src/measure/c-compiler.js';
import { Scratch } from '../src/measure/scratch.js';
import type { TuneRecord } from '../src/log/record/record.js';
import { markdownTable } from './markdown-table.js';

const ROUNDS = 31;

const [first = 'gcc', second = 'clang-16', pattern = '', ...logs] = process.argv.slice(2);

function nameOf({ target, tune }: TuneRecord): string {
  return `${tune?.workload ?? 'unnamed'} ${target}`;
}

/** The driver of a record's kernel, both built by a compiler. */
async function startBuiltBy(compiler: string, record: TuneRecord, scratch: Scratch): Promise<Driver> {
  process.env['CC'] = compiler;
  return startOurs(record, compiler, scratch);
}

/** How many times as fast the first compiler's kernel is. */
async function compare(record: TuneRecord): Promise<Spread> {
  const scratches = [new Scratch(), new Scratch()] as const;
  const drivers: Driver[] = [];
  try {
    drivers.push(await startBuiltBy(first, record, scratches[0]));
    drivers.push(await startBuiltBy(second, record, scratches[1]));
    const [one, other] = await interleave(drivers, { rounds: ROUNDS });
    return speedRatio(one!.seconds, other!.seconds);
  } finally {
    await Promise.all(drivers.map((driver) => driver.stop()));
    for (const scratch of scratches) scratch.close();
  }
}

function versionOf(compiler: string): string {
  process.env['CC'] = compiler;
  return compilerVersion();
}

const records = (await bestOfLogs(logs))
  .map(({ record }) => record)
  .filter((one) => new RegExp(pattern).test(nameOf(one)));
if (records.length === 0) {
  process.stderr.write('No record is chosen: npm run bench:compilers -- gcc clang-16 PATTERN LOG...\n');
  process.exit(2);
}
const head = ['kernel', 'times as fast', '10 % to 90 %'];
const rows: string[][] = [];
const ratios: number[] = [];
for (const record of records) {
  const { median, low, high } = await compare(record);
  ratios.push(median);
  rows.push([nameOf(record), median.toFixed(2), `${low.toFixed(2)} to ${high.toFixed(2)}`]);
}
process.stdout.write(
  `${versionOf(first)} beside ${versionOf(second)}, ${ROUNDS} rounds\n\n${markdownTable(head, rows)}\n\n`,
);
process.stdout.write(`geometric mean ${geometricMean(ratios).toFixed(3)}\n`);
