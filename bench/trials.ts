/**
 * `npm run bench:trials -- [--trials 256] [--seeds 1 2] [--workload conv2d:resnet18.C2]...`: trials a second of default
 * runs, and where the time went: each seed with an empty cache of compiled kernels, and once more with what that run
 * left there.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { TuneEventNamed } from '../src/tuner/events.js';
import { tune } from '../src/api/tune.js';
import { backendNamed } from '../src/backend/registry.js';
import { machine } from '../src/target/machine.js';
import { markdownTable } from './markdown-table.js';

const { values } = parseArgs({
  options: {
    trials: { type: 'string', default: '256' },
    seeds: { type: 'string', multiple: true, default: ['1', '2'] },
    workload: { type: 'string', multiple: true, default: ['conv2d:resnet18.C2'] },
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

const folder = mkdtempSync(join(tmpdir(), 'tune-bench-trials-'));
process.env['XDG_CACHE_HOME'] = folder;
try {
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
  const cpu = backendNamed('llvm').fingerprint();
  process.stdout.write(`${cpu}, ${machine().cores} cores\n\n${markdownTable([...head, ...more], rows)}\n`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
