import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command } from 'commander';
import { formatGflops } from '../../src/target/format.js';
import { explain, exitCodeOf } from '../../src/cli/errors.js';
import { positiveNumber, wholeNumber } from '../../src/cli/options.js';
import { isTimed } from '../../src/products/bench/row.js';
import { WorkError } from '../../src/target/errors.js';
import { LEAST_MINUTES, searchMinutes } from './budget.js';
import { examine, type GpuMachine } from './examine.js';
import { jobOf, jobs, type Job } from './jobs.js';
import { GpuPeers } from './peers.js';
import { perform } from './perform.js';
import { toJson, toMarkdown, type GpuReport } from './report.js';
import type { GpuRow } from './row.js';

interface Options {
  readonly minutes: number;
  readonly out: string;
  readonly trials: number;
  readonly seed: number;
  readonly workload: readonly Job[];
}

const program = new Command()
  .name('bench:gpu')
  .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2))
  .description(
    'Tunes matrix products and the convolutions of ResNet-18 on the GPU of this machine and times the best kernels beside cuBLAS and cuDNN.',
  )
  .option('--minutes <m>', 'for everything', positiveNumber('--minutes'), 25)
  .option('--out <folder>', 'gets table.md, results.json and trials.jsonl, the log', 'gpu-results')
  .option('--trials <n>', 'most trials of a workload', wholeNumber('--trials', 1), 1024)
  .option(
    '--workload <words>',
    'in the place of all: "matmul -m 64 -n 64 -k 64"; may be given again',
    (words: string, before: readonly Job[]) => [...before, jobOf(words)],
    [],
  )
  .option('--seed <n>', 'of all random draws', wholeNumber('--seed', 0), 1)
  .action(measure);

async function measure(options: Options): Promise<void> {
  const start = performance.now();
  const machine = await examine();
  makeFolder(options.out);
  const peers = await GpuPeers.start().catch(reasonOf);
  try {
    await measureAll(options, machine, peers, () => options.minutes - (performance.now() - start) / 60_000);
  } finally {
    if (typeof peers !== 'string') await peers.stop();
  }
}

/** One workload after the other. What is known is written after each, since a lent machine may be taken back. */
async function measureAll(
  { out, trials, seed, minutes, workload }: Options,
  { gpu, target, targetText, compiler }: GpuMachine,
  peers: GpuPeers | string,
  minutesLeft: () => number,
): Promise<void> {
  const setup = { target, cacheBytes: gpu.l2Bytes, log: join(out, 'trials.jsonl'), trials, seed, peers };
  const about = typeof peers === 'string' ? `none, since ${peers}` : peers.about;
  const rows: GpuRow[] = [];
  const chosen = workload.length > 0 ? workload : jobs;
  say(`${gpu.name}, ${targetText}, ${compiler}; peers: ${about}`);
  for (const [i, job] of chosen.entries()) {
    const rest = chosen.slice(i);
    const share = searchMinutes(
      rest.map(({ weight }) => weight),
      minutesLeft(),
    );
    if (share === undefined) break;
    say(`${i + 1}/${chosen.length} ${job.name}: ${share.toFixed(1)} of ${minutesLeft().toFixed(1)} minutes`);
    const row = await perform(job, share, setup);
    rows.push(row);
    say(`  ${outcome(row)}`);
    const notReached = rest.slice(1).map(({ name }) => name);
    const report = { gpu: gpu.name, target: targetText, compiler, peers: about, minutes, seed, rows, notReached };
    write(out, report);
  }
  if (rows.length === 0)
    throw new WorkError(`There was no time for anything: give more than ${LEAST_MINUTES} minutes.`);
  if (!rows.some(({ ours }) => isTimed(ours)))
    throw new WorkError(`Nothing could be measured: ${out}/table.md says why.`);
}

function outcome({ flops, ours, ratio }: GpuRow): string {
  if (!isTimed(ours)) return ours.why;
  const against = ratio === undefined ? '' : `, ${ratio.value.toFixed(3)} of ${ratio.rival}`;
  return `${formatGflops(flops / ours.seconds.median)} GFLOPS after ${ours.effort.trials} trials${against}`;
}

function reasonOf(error: unknown): string {
  if (error instanceof WorkError) return error.message;
  throw error;
}

/** Before anything is measured. */
function makeFolder(out: string): void {
  try {
    mkdirSync(out, { recursive: true });
  } catch (error) {
    throw new WorkError(`${out} cannot be made (${(error as Error).message}): choose another folder with --out.`);
  }
}

function write(out: string, report: GpuReport): void {
  writeFileSync(join(out, 'table.md'), toMarkdown(report));
  writeFileSync(join(out, 'results.json'), `${JSON.stringify(toJson(report), null, 2)}\n`);
}

function say(words: string): void {
  process.stderr.write(`${words}\n`);
}

await program.parseAsync().catch((error: unknown) => {
  say(`bench:gpu: ${explain(error) ?? ''}`);
  process.exitCode = exitCodeOf(error);
});
