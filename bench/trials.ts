/**
 * `npm run bench:trials -- [--trials 256] [--seeds 1 2] [--workload conv2d:resnet18.C2]...`: trials a second of default
 * runs, and where the time went: each seed with an empty cache of compiled kernels, and once more with what that run
 * left there. With `--network resnet18` or `--suite gemm` the seconds of a network's run of so many trials on one
 * thread, or of `tune bench` of that suite, in their place.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { TuneEventNamed } from '../src/tuner/events.js';
import { bench } from '../src/api/bench.js';
import { network } from '../src/api/network.js';
import { tune } from '../src/api/tune.js';
import { backendNamed } from '../src/backend/registry.js';
import { machine } from '../src/target/machine.js';
import { markdownTable } from './markdown-table.js';

const { values } = parseArgs({
  options: {
    trials: { type: 'string', default: '256' },
    seeds: { type: 'string', multiple: true, default: ['1', '2'] },
    workload: { type: 'string', multiple: true, default: ['conv2d:resnet18.C2'] },
    network: { type: 'string' },
    suite: { type: 'string' },
  },
});

interface Cost {
  readonly finish: TuneEventNamed<'finish'>;
  readonly copied: number;
  readonly finals: number;
  readonly building: number;
}

/** Tunes to the end, in a log of its own. */
async function run(named: string, seed: number, trials = Number(values.trials)): Promise<Cost> {
  let [copied, finals, batches] = [0, 0, 0];
  const [operator, workload] = named.split(':') as [string, string];
  const log = join(mkdtempSync(join(folder, 'log-')), 'log.jsonl');
  const options = { operator, workload, trials, seed, log } as const;
  for await (const event of tune(options)) {
    if (event.event === 'trial' && event.copied) copied++;
    if (event.event === 'batch' && event.phase === 'final') finals += event.measure_seconds;
    if (event.event === 'batch' && event.phase === 'search') batches += event.measure_seconds;
    if (event.event !== 'finish') continue;
    const { check, run: timing } = event.seconds;
    return { finish: event, copied, finals, building: Math.max(0, batches + finals - check - timing) };
  }
  throw new Error('the run came to no end');
}

function rowOf(name: string, { finish, copied, finals, building }: Cost): string[] {
  const { wall, compile, check, run: timing, search } = finish.seconds;
  const seconds = [wall, building, check + timing, finals, search, compile].map((s) => s.toFixed(1));
  const best = finish.best ? (finish.best.seconds * 1e6).toFixed(0) : 'none';
  return [name, (finish.trials / wall).toFixed(2), String(finish.trials), String(copied), ...seconds, best];
}

/** Seconds until a run has come to its end. */
async function secondsOf(events: AsyncGenerator): Promise<string> {
  const start = performance.now();
  while ((await events.next()).done !== true) continue;
  return ((performance.now() - start) / 1000).toFixed(1);
}

async function wholeRuns(): Promise<string> {
  const rows: string[][] = [];
  const { network: name, suite } = values;
  const trials = Number(values.trials);
  for (const seed of name === undefined ? [] : values.seeds.map(Number)) {
    const run = network({ network: name!, trials, threads: 1, seed, log: join(folder, `${seed}.jsonl`) });
    rows.push([`network ${name}, ${trials} trials, 1 thread, seed ${seed}`, await secondsOf(run)]);
  }
  if (suite !== undefined) rows.push([`bench ${suite}`, await secondsOf(bench({ suite }))]);
  return markdownTable(['run', 'wall s'], rows);
}

async function trialsASecond(): Promise<string> {
  // The first run of a cache builds runner and trainer, which no later one does.
  await run(values.workload[0]!, 0, 8);
  const rows: string[][] = [];
  for (const named of values.workload)
    for (const seed of values.seeds.map(Number)) {
      rmSync(join(folder, 'tune', 'objects'), { recursive: true, force: true });
      rows.push(rowOf(`${named}, seed ${seed}, empty cache`, await run(named, seed)));
      rows.push(rowOf(`${named}, seed ${seed}, again`, await run(named, seed)));
    }
  const head = ['run', 'trials a second', 'trials', 'copied', 'wall s', 'waiting for builds s', 'check and run s'];
  const more = ['finals s', 'search s', 'compile s, sum', 'best µs'];
  return markdownTable([...head, ...more], rows);
}

const folder = mkdtempSync(join(tmpdir(), 'tune-bench-trials-'));
// Peers are in the cache that there is.
if (values.suite === undefined) process.env['XDG_CACHE_HOME'] = folder;
try {
  const isWhole = values.network !== undefined || values.suite !== undefined;
  const table = await (isWhole ? wholeRuns() : trialsASecond());
  process.stdout.write(`${backendNamed('llvm').fingerprint()}, ${machine().cores} cores\n\n${table}\n`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
