/**
 * `npm run bench:models -- --models FOLDER --logs FOLDER [--threads 1 --threads 2] [--trials N] [--history LOG]...
 * [--without PART]... [--write PART]`
 *
 * Every ONNX model of a folder as a library of ours, beside ONNX Runtime in turns (`src/network/compare`). `--trials`:
 * of each model, as `tune network` takes them (`default`: as many as it takes by itself); 0, the default, makes it of
 * what is known. Each model has a log for each number of threads in the folder of the logs, where another call goes on.
 * `--without` is that of `tune network`: epilogues, pairs, layouts. `--write` puts the table into that part of
 * docs/reference/onnx.md.
 */
import { mkdirSync, readdirSync } from 'node:fs';
import { cpus } from 'node:os';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { geometricMean } from 'simple-statistics';
import { optimizations } from '../src/network/session/network-options.js';
import { network } from '../src/api/network.js';
import type { NetworkEventNamed } from '../src/network/schedule/events.js';
import { packageRoot } from '../src/target/root.js';
import { markdownTable } from './markdown-table.js';
import { writePart } from './search/page.js';
import { today } from './today.js';

const { values } = parseArgs({
  options: {
    models: { type: 'string' },
    logs: { type: 'string' },
    threads: { type: 'string', multiple: true, default: ['1', '2'] },
    trials: { type: 'string', default: '0' },
    history: { type: 'string', multiple: true, default: [] },
    without: { type: 'string', multiple: true, default: [] },
    seed: { type: 'string', default: '1' },
    write: { type: 'string' },
  },
});
const { models: folder, logs } = values;
if (folder === undefined || logs === undefined) {
  process.stderr.write('Name two folders: npm run bench:models -- --models FOLDER --logs FOLDER\n');
  process.exit(2);
}
mkdirSync(logs, { recursive: true });

type Compared = NonNullable<NonNullable<NetworkEventNamed<'finish'>['program']>['compared']>;

/** A model on so many threads. */
interface Row {
  readonly name: string;
  readonly threads: number;
  readonly trials: number;
  readonly minutes: number;
  readonly program: NonNullable<NetworkEventNamed<'finish'>['program']>;
  readonly compared: Compared;
}

async function rowOf(model: string, threads: number): Promise<Row> {
  const start = performance.now();
  const name = basename(model, '.onnx');
  const options = {
    network: join(folder!, model),
    threads,
    ...(values.trials !== 'default' && { trials: Number(values.trials) }),
    log: join(logs!, `${name}-${threads}.jsonl`),
    history: values.history,
    without: optimizations.filter((one) => values.without.includes(one)),
    seed: Number(values.seed),
    compare: true,
  };
  let minutes = 0;
  for await (const event of network(options)) {
    if (event.event === 'note') process.stderr.write(`${name}: ${event.text}\n`);
    if (event.event !== 'finish') continue;
    minutes = (performance.now() - start) / 60_000;
    const { program, trials, resumed } = event;
    if (!program?.compared) throw new Error(`${name} was not compared`);
    return { name, threads, trials: trials + resumed, minutes, program, compared: program.compared };
  }
  throw new Error(`${name} came to no end`);
}

/** Speeds of ours as multiples of theirs, of all models on so many threads. */
function summary(rows: readonly Row[], threads: number): string {
  const ratios = rows.filter((row) => row.threads === threads).map(({ compared }) => compared.ratio);
  return `on ${threads === 1 ? 'one thread' : `${threads} threads`} ${geometricMean(ratios).toFixed(2)}`;
}

const head = ['model', 'threads', 'trials', 'minutes', 'ours, ms', 'ONNX Runtime, ms', 'times as fast', 'error'].concat(
  ['difference', 'conversions', 'arena, MB', 'of least'],
);

function cellsOf({ name, threads, trials, minutes, program, compared }: Row): string[] {
  const { ours, onnxruntime, ratio, ratio_low, ratio_high, largest_difference, largest_error } = compared;
  return [
    name,
    `${threads}`,
    `${trials}`,
    minutes.toFixed(1),
    milliseconds(ours.seconds),
    milliseconds(onnxruntime.seconds),
    `${ratio.toFixed(2)} (${ratio_low.toFixed(2)} to ${ratio_high.toFixed(2)})`,
    largest_error?.toExponential(1) ?? 'no number',
    largest_difference?.toExponential(1) ?? 'no number',
    `${program.conversions}`,
    (program.arena_bytes / 1e6).toFixed(2),
    (program.arena_bytes / program.least_arena_bytes).toFixed(2),
  ];
}

function milliseconds(seconds: number): string {
  return (seconds * 1000).toPrecision(4);
}

const rows: Row[] = [];
const found = readdirSync(folder).filter((file) => file.endsWith('.onnx'));
for (const model of found)
  for (const threads of values.threads.map(Number)) {
    rows.push(await rowOf(model, threads));
    process.stderr.write(`${cellsOf(rows.at(-1)!).join(' · ')}\n`);
  }
const means = [...new Set(rows.map(({ threads }) => threads))].map((threads) => summary(rows, threads));
const without = values.without.length === 0 ? '' : ` Without ${values.without.join(', ')}.`;
const text = [
  `${cpus()[0]!.model}, ${cpus().length} cores, Node ${process.version}, ${today()}. ${rows[0]?.compared.onnxruntime.description ?? ''}.${without}`,
  markdownTable(head, rows.map(cellsOf)),
  `Times as fast, geometric mean: ${means.join(', ')}.`,
].join('\n\n');
process.stdout.write(`${text}\n`);
if (values.write !== undefined)
  writePart(join(packageRoot(), 'docs', 'benchmarks', 'networks.md'), values.write, text, 'bench:models');
