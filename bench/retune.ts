/**
 * `npm run bench:retune -- STEP --out FOLDER [--layers C2,C6,C11] [--trials N] [--as FINGERPRINT] [--history LOG]`
 *
 * What `tune retune` takes and finds for convolutions of ResNet-18, in steps that may be of a few minutes each, since
 * all of them go on with what FOLDER holds:
 *
 *   good  tunes each layer with N trials (32), then retunes all of them, which keeps what reproduces: the seconds
 *   cold  tunes each layer with N trials (512), from nothing, to the end: what `new` is held against
 *   other tunes each layer with N trials (512) and another seed: what a machine that is like this one has found
 *   new   labels the records of `other` as another CPU's, or takes LOG instead, which is one's; retunes each layer with
 *         N trials (48), and lets the best kernel take turns with that of `cold`: how many times as fast it is
 *
 * `--seed` gives a step another seed than its own.
 */
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { geometricMean, median } from 'simple-statistics';
import { bestOfLogs } from '../src/log/read-logs.js';
import { retune } from '../src/api/retune.js';
import type { RetuneRow } from '../src/products/retune/retune-rows.js';
import { backendNamed } from '../src/backend/registry.js';
import { compilerVersion } from '../src/measure/c-compiler.js';
import { conv2dWorkloads } from '../src/operator/conv2d-workloads.js';
import { configKey } from '../src/log/record/key.js';
import { isOfThisMachine } from '../src/backend/this-machine.js';
import type { TuneRecord } from '../src/log/record/record.js';
import { inTurns } from './in-turns.js';
import { markdownTable } from './markdown-table.js';
import { tuneToEnd } from './tune-run.js';

const STARTS = 7;
const TARGET = 'llvm -threads=1';

/** A CPU of the same instruction set, of another maker and with other caches. */
const ANOTHER = 'amd-epyc-family-26-model-2.2c.l1-48k.l2-1024k.l3-32768k';

const say = (text: string): void => {
  process.stdout.write(`${text}\n`);
};

/** Trials of each layer, and the seed. */
const steps = {
  good: { trials: 32, seed: 3 },
  cold: { trials: 512, seed: 1 },
  other: { trials: 512, seed: 2 },
  new: { trials: 48, seed: 4 },
} as const;
type Step = keyof typeof steps;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    out: { type: 'string' },
    layers: { type: 'string' },
    trials: { type: 'string' },
    as: { type: 'string', default: ANOTHER },
    history: { type: 'string' },
    seed: { type: 'string' },
  },
});
const [step] = positionals;
if (!isStep(step) || values.out === undefined) {
  process.stderr.write('Name a step and a folder: npm run bench:retune -- good|cold|other|new --out FOLDER\n');
  process.exit(2);
}
const out = values.out;
const all = Object.keys(conv2dWorkloads).filter((name) => name.startsWith('resnet18.'));
const layers = values.layers?.split(',').map((name) => `resnet18.${name}`) ?? all;
const trials = values.trials === undefined ? steps[step].trials : Number(values.trials);
const seed = values.seed === undefined ? steps[step].seed : Number(values.seed);

function isStep(text: string | undefined): text is Step {
  return text !== undefined && text in steps;
}

function logOf(folder: string, layer: string): string {
  return join(out, folder, 'logs', `conv2d.${layer}.jsonl`);
}

/** A search of each layer from nothing, which a later call goes on with. */
async function tuneEach(folder: Step): Promise<void> {
  for (const layer of layers) {
    mkdirSync(join(out, folder, 'logs'), { recursive: true });
    const start = performance.now();
    const { trials: ran, best } = await tuneToEnd({
      operator: 'conv2d',
      workload: layer,
      target: TARGET,
      trials,
      earlyStop: trials,
      seed,
      log: logOf(folder, layer),
    });
    const seconds = ((performance.now() - start) / 1000).toFixed(0);
    say(
      `${folder}: ${layer}, ${ran} trials in ${seconds} s, ${(best!.seconds * 1e6).toFixed(1)} µs, ${best!.template}`,
    );
  }
}

/** The rows of a job, and the seconds that it took. */
async function runJob(folder: Step, logs: readonly string[]): Promise<{ rows: readonly RetuneRow[]; seconds: number }> {
  const manifest = join(out, folder, 'job.yaml');
  const history = logs.map((log, place) => `history-${place}-${basename(log)}`);
  const job = {
    workloads: layers.map((layer) => `conv2d ${layer}`),
    targets: [TARGET],
    budget: { trials },
    history,
    seed,
  };
  mkdirSync(join(out, folder), { recursive: true });
  // A manifest names what is beside it.
  for (const [place, log] of logs.entries()) copyFileSync(log, join(out, folder, history[place]!));
  writeFileSync(manifest, JSON.stringify(job));
  const start = performance.now();
  const rows = await retune(manifest, { onNote: say });
  return { rows, seconds: (performance.now() - start) / 1000 };
}

async function good(): Promise<void> {
  await tuneEach('good');
  const { rows, seconds } = await runJob('good', []);
  const table = rows.map((row) => [row.workload, row.verdict, rangeOf(row), String(row.trials)]);
  say(`\n${markdownTable(['layer', 'verdict', 'time that was / that is', 'trials'], table)}\n`);
  say(`${rows.length} layers in ${seconds.toFixed(1)} s, ${machine()}`);
}

function rangeOf({ ratio, low, high }: RetuneRow): string {
  return ratio === null ? '' : `${ratio.toFixed(3)} (${low!.toFixed(3)} to ${high!.toFixed(3)})`;
}

async function onNew(): Promise<void> {
  rmSync(join(out, 'new'), { recursive: true, force: true });
  if (values.history === undefined) layers.forEach(relabel);
  const { rows, seconds } = await runJob('new', values.history === undefined ? [] : [values.history]);
  const table: string[][] = [];
  const ratios: number[] = [];
  for (const [place, layer] of layers.entries()) {
    const { verdict, trials: ran, from } = rows[place]!;
    say(`${layer}: began with ${from ?? 'nothing'}`);
    const [found, cold] = [await bestHere(logOf('new', layer)), await bestHere(logOf('cold', layer))];
    const speeds = await inTurns(found, cold, STARTS);
    ratios.push(median(speeds));
    const same = configKey(found) === configKey(cold) ? 'the same' : 'another';
    const range = `${speeds[0]!.toFixed(3)} to ${speeds.at(-1)!.toFixed(3)}`;
    table.push([layer, verdict, String(ran), found.task, same, median(speeds).toFixed(3), range]);
  }
  const head = ['layer', 'verdict', 'trials', 'template', 'config', 'times as fast as cold', `in ${STARTS} starts`];
  say(`\n${markdownTable(head, table)}\n`);
  say(`geometric mean ${geometricMean(ratios).toFixed(3)}; ${seconds.toFixed(0)} s of retuning, ${machine()}`);
}

/** The log of the same search on another CPU. */
function relabel(layer: string): void {
  const log = logOf('new', layer);
  mkdirSync(join(log, '..'), { recursive: true });
  const own = backendNamed(TARGET).fingerprint();
  writeFileSync(log, readFileSync(logOf('other', layer), 'utf8').replaceAll(`"${own}"`, `"${values.as}"`));
}

async function bestHere(log: string): Promise<TuneRecord> {
  if (!existsSync(log)) throw new Error(`There is no ${log}: run the step that makes it first.`);
  const found = (await bestOfLogs([log])).find(({ record }) => isOfThisMachine(record));
  if (!found) throw new Error(`${log} holds no record of this machine.`);
  return found.record;
}

function machine(): string {
  return `${backendNamed(TARGET).fingerprint()}, ${compilerVersion()}`;
}

const run = { good, cold: () => tuneEach('cold'), other: () => tuneEach('other'), new: onNew };
await run[step]();
