/**
 * How far times can be trusted on this machine: which repeats are marked beside those whose threads waited for a core
 * by the kernel's count, one kernel in fresh runs, in peace and beside a process that keeps one core busy, and searches
 * in which every fifth repeat takes ten times as long. Run it by `npm run soak:noise`; it takes a minute, in which
 * nothing else should run. Exits with 1 when more than 3 % of the repeats that kept their core are marked, or fewer
 * than 80 % of those that lost it, or a search chooses what is more than 2 % slower.
 */
import { ownKernels } from '../../src/backend/own-kernels.js';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { median } from 'simple-statistics';
import { LocalMeasurer } from '../../src/backend/measurer.js';
import { timingOf } from '../../src/measure/estimate.js';
import { spreadOf } from '../../src/products/soak/figures.js';
import { freshRun, type Run } from '../../src/products/soak/fresh-run.js';
import type { Config } from '../../src/space/config.js';
import { Random } from '../../src/space/random.js';
import { readAutoTvm } from '../../src/log/table/autotvm.js';
import { plural } from '../../src/target/format.js';
import { machine } from '../../src/target/machine.js';
import { packageRoot } from '../../src/target/root.js';
import { busyProcess } from '../support/busy-process.js';
import { coreUseProgram, isHit, watchedRepeats, type WatchedRepeat } from '../support/core-use.js';
import { everyFifth, lossOf } from '../support/noisy-search.js';
import { settings } from '../tuner/fakes.js';
import { readSoakOptions } from '../support/soak-options.js';
import { matmulTask } from '../tuner/records.js';

readSoakOptions({
  name: 'soak:noise',
  text: 'How far times can be trusted on this machine; nothing else should run meanwhile.',
  options: {},
});

const RUNS = 20;
const REPEATS = 300;
const SEEDS = 10;
/** Least share of the repeats that lost a core that may be marked, most of the others; most that a search loses. */
const [LEAST_FOUND, MOST_CALM, MOST_LOST] = [0.8, 0.03, 0.02];
const broken: string[] = [];
const task = matmulTask(128, 768, 768);

/** A good config, so that a kernel is timed that somebody would use. */
async function goodConfig(): Promise<Config> {
  const random = new Random(1);
  const configs = Array.from({ length: 32 }, () => task.space.sample(random)!);
  const measurer = await LocalMeasurer.create({ seed: 1 });
  let best: { readonly config: Config; readonly seconds: number } | undefined;
  for await (const trial of measurer.measure(task, configs)) {
    const seconds = timingOf(trial)?.seconds ?? Infinity;
    if (seconds < (best?.seconds ?? Infinity)) best = { config: trial.config, seconds };
  }
  await measurer.close();
  return best!.config;
}

async function runs(config: Config): Promise<readonly Run[]> {
  const list: Run[] = [];
  for (let seed = 0; seed < RUNS; seed++) list.push((await freshRun({ task, config }, seed))!);
  return list;
}

function describe(what: string, list: readonly Run[], quiet?: number): number {
  const seconds = list.map((run) => run.seconds);
  const middle = median(seconds);
  const spread = spreadOf(seconds);
  const told = list.filter(({ disturbed, noisy }) => noisy || disturbed > 0.02).length;
  const [taken, slower] = [
    median(list.map(({ disturbed }) => disturbed)),
    median(list.map(({ causes }) => causes.slowed)),
  ];
  const beside = quiet === undefined ? '' : `, median ${percent(middle / quiet - 1)} off the quiet one`;
  console.log(
    `${what}: median ${(1e6 * middle).toFixed(1)} µs, (p90 - p10) / median ${percent(spread)}${beside}; ` +
      `${percent(taken)} of the repeats lost a core, ${percent(slower)} had a slower one; ` +
      `${told} of ${list.length} runs said that they were disturbed`,
  );
  return middle;
}

function percent(share: number): string {
  return `${(100 * share).toFixed(2)} %`;
}

/** How many repeats are marked of those whose threads waited for a core, and of the others. */
async function describeMarks(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'tune-noise-'));
  const program = await coreUseProgram(folder);
  for (const threads of [1, 2]) {
    console.log(`in peace, ${plural(threads, 'thread')}: ${marksOf(await watchedRepeats(program, threads, REPEATS))}`);
    const busy = busyProcess();
    const beside = await watchedRepeats(program, threads, REPEATS);
    busy.kill('SIGKILL');
    console.log(`beside a busy process, ${plural(threads, 'thread')}: ${marksOf(beside)}`);
  }
  rmSync(folder, { recursive: true });
}

function marksOf(repeats: readonly WatchedRepeat[]): string {
  const [hit, calm] = [repeats.filter(isHit), repeats.filter((repeat) => !isHit(repeat))];
  const count = (some: readonly WatchedRepeat[]): number => some.filter(({ marked }) => marked).length;
  if (count(hit) < LEAST_FOUND * hit.length) broken.push('repeats that lost a core were not marked');
  if (count(calm) > MOST_CALM * calm.length) broken.push('repeats that kept their core were marked');
  const marked = (some: readonly WatchedRepeat[]): string => `${count(some)} of ${some.length}`;
  return `marked ${marked(hit)} repeats whose threads waited for a core, and ${marked(calm)} others`;
}

async function injected(): Promise<void> {
  const { tables } = await readAutoTvm(join(packageRoot(), 'test/fixtures/matmul-dot.jsonl.gz'), ownKernels);
  const losses: number[] = [];
  for (let seed = 1; seed <= SEEDS; seed++)
    losses.push(await lossOf(tables[0]!, { ...settings, explorer: 'sa', trials: 128, seed }, everyFifth));
  if (losses.some((loss) => loss - 1 > MOST_LOST)) broken.push('a search chose what is slower');
  const list = losses.map((loss) => percent(loss - 1)).join(', ');
  console.log(`every fifth repeat ten times slower: what is chosen is slower by ${list}`);
}

const { cpu, cores } = machine();
console.log(`${cpu}, ${plural(cores, 'core')}`);
await describeMarks();
const config = await goodConfig();
console.log(`matmul 128x768x768 on one thread, ${RUNS} fresh runs each`);
const quiet = describe('in peace', await runs(config));
const busy = busyProcess();
try {
  describe('beside a busy process', await runs(config), quiet);
} finally {
  busy.kill('SIGKILL');
}
await injected();
for (const what of new Set(broken)) console.log(`BROKEN: ${what}`);
if (broken.length > 0) process.exitCode = 1;
