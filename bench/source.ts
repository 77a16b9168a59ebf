/**
 * `tune source` on the GEMM of the examples: every config of its space is measured, then searches with several seeds
 * are given a tenth of these trials on that table. Prints what share of the best of all they reach, and what a live
 * trial costs beyond compiling and running: on one core, where all happens one after the other, the time of a search
 * less the sum of what compilers, checks and kernels took; and on all cores, where compilers run beside each other,
 * less the time in which at least one of them did.
 *
 *     npm run bench:source [-- --seeds 20] [--spec examples/source/gemm.yaml] [--table FILE] [--overhead]
 *
 * `--overhead`: only that, on the cores that this process has.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { mean, median, quantile, sum } from 'simple-statistics';
import { openTables } from '../src/tuner/open-tables.js';
import { simulate } from '../src/api/simulate.js';
import { tuneSource } from '../src/api/source.js';
import { readLog } from '../src/log/record/log.js';
import { plural } from '../src/target/format.js';
import { machine } from '../src/target/machine.js';
import type { TuneEventNamed } from '../src/tuner/events.js';

const { values: options } = parseArgs({
  options: {
    spec: { type: 'string', default: join('examples', 'source', 'gemm.yaml') },
    seeds: { type: 'string', default: '20' },
    table: { type: 'string' },
    overhead: { type: 'boolean', default: false },
  },
});

type Finish = TuneEventNamed<'finish'>;

/** Runs a spec to its end; what its last event says. */
async function runOf(
  explorer: string,
  trials: number,
  seed: number,
  log: string,
  onBatch?: (batch: TuneEventNamed<'batch'>) => void,
): Promise<Finish> {
  let last: Finish | undefined;
  const settings = { explorer, trials, earlyStop: trials, seed, log };
  for await (const event of tuneSource(options.spec, settings)) {
    if (event.event === 'batch') onBatch?.(event);
    if (event.event === 'finish') last = event;
  }
  return last!;
}

/** What share of the best of a table searches reach in a tenth of its trials. */
async function searches(table: string): Promise<void> {
  const tables = await openTables([table]);
  const trials = Math.floor(tables[0]!.size / 10);
  for (const explorer of ['sa', 'random']) {
    const rows = simulate(tables, { explorer, trials, seeds: Number(options.seeds), seed: 1 });
    const shares: number[] = [];
    for await (const { fraction } of rows) shares.push(fraction[String(trials)]!);
    const [least, middle] = [Math.min(...shares), median(shares)];
    say(
      `${explorer}: ${trials} of ${tables[0]!.size} trials, ${shares.length} seeds: ` +
        `${mean(shares).toFixed(3)} of the exhaustive best on average, median ${middle.toFixed(3)}, ` +
        `a tenth of the seeds below ${quantile(shares, 0.1).toFixed(3)}, least ${least.toFixed(3)}`,
    );
  }
}

/** What live trials cost beyond compiling and running, at the default search. */
async function overhead(folder: string): Promise<void> {
  const log = join(folder, 'live.jsonl');
  const batches: TuneEventNamed<'batch'>[] = [];
  const run = await runOf('sa', 64, 1, log, (batch) => batches.push(batch));
  const searched = batches.filter(({ phase }) => phase === 'search');
  const spent = (await readLog(log)).records
    .filter(({ tune }) => tune?.phase === 'search')
    .map(({ tune }) => tune!.spent!);
  let [at, compiling, running, all] = [0, 0, 0, 0];
  for (const { size, search_seconds: search, measure_seconds: measure } of searched) {
    const trials = spent.slice(at, (at += size));
    compiling += makespan(trials.map(({ compile }) => compile));
    running += sum(trials.map(({ check, run: seconds }) => check + seconds));
    all += search + measure;
  }
  const rest = run.seconds.wall - all;
  say(
    `overhead on ${plural(machine().cores, 'core')}: ${((1000 * (all - compiling - running)) / at).toFixed(1)} ms a trial beyond compiling and running ` +
      `(${at} trials in ${all.toFixed(1)} s: compilers ran for ${compiling.toFixed(1)} s of it, the kernels for ${running.toFixed(1)} s; ` +
      `choosing took ${((1000 * run.seconds.search) / at).toFixed(1)} ms a trial); ${rest.toFixed(1)} s a run besides, of finals and the machine's peak`,
  );
}

/** Seconds in which at least one of the compilers runs, which take builds in their order as they become free. */
function makespan(builds: readonly number[]): number {
  const free = Array.from({ length: machine().cores }, () => 0);
  for (const seconds of builds) free[free.indexOf(Math.min(...free))]! += seconds;
  return Math.max(...free);
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

const folder = mkdtempSync(join(tmpdir(), 'tune-bench-source-'));
try {
  if (!options.overhead) await compare();
  await overhead(folder);
} finally {
  rmSync(folder, { recursive: true });
}

/** Exhaustive and other searches, and the overhead on one core. */
async function compare(): Promise<void> {
  const table = options.table ?? join(folder, 'all.jsonl');
  if (!existsSync(table)) {
    const { trials, failed, best, seconds } = await runOf('grid', 100_000, 1, table);
    say(
      `exhaustive: ${trials} configs, ${failed} failed, best ${(1e6 * best!.seconds).toFixed(2)} us ` +
        `(${best!.gflops.toFixed(1)} GFLOPS), ${seconds.wall.toFixed(1)} s`,
    );
  }
  await searches(table);
  const one = ['taskset', '-c', '0', process.execPath, import.meta.filename, '--overhead', '--spec', options.spec];
  spawnSync(one[0]!, one.slice(1), { stdio: 'inherit' });
}
