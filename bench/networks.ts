/**
 * `npm run bench:networks -- MODEL.onnx... --logs FOLDER [--threads 1 --threads 2] [--precision bfloat16] [--trials N]
 * [--history LOG]... [--shape NAME=1x3x48x320]... [--constant NAME=NUMBERS]... [--quantise] [--in-place]
 * [--rounds N] [--write PART]`
 *
 * Models as libraries of ours beside ONNX Runtime and OpenVINO (`sh bench/networks/install.sh` has these), which take
 * turns: each is a process that stands still while another computes. OpenVINO computes floats in `--precision`, ONNX
 * Runtime in float32. With `--quantise` each model is first made one of bytes by ONNX Runtime's quantiser. Exits with 1
 * where outputs differ by more than `--verify` allows of the model, or a model fails. Models that `bench/networks/fetch.py` has taken out of packages have shapes and constants in packages.json.
 * `--trials`: of each model, 0 by default; each has a log for each number of threads in the folder of the logs, where
 * another call goes on. `--history`: by default the models' logs that ship. `--write` puts the table into that part of
 * docs/benchmarks/networks.md.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { homedir, cpus } from 'node:os';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
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
import { packageRoot } from '../src/target/root.js';
import { markdownTable } from './markdown-table.js';
import { agreementCell, agreementOf, agrees, type Agreement } from './networks/agreement.js';
import { writePictures } from './networks/picture.js';
import { writePart } from './search/page.js';
import { today } from './today.js';

function shippedModels(): string[] {
  const folder = join(packageRoot(), 'logs', 'shipped');
  const names = readdirSync(folder).filter((name) => name.startsWith('models-'));
  return names.map((name) => join(folder, name));
}

const { values, positionals: models } = parseArgs({
  allowPositionals: true,
  options: {
    logs: { type: 'string' },
    threads: { type: 'string', multiple: true, default: ['1'] },
    precision: { type: 'string', default: 'float32' },
    trials: { type: 'string', default: '0' },
    history: { type: 'string', multiple: true, default: shippedModels() },
    shape: { type: 'string', multiple: true, default: [] },
    constant: { type: 'string', multiple: true, default: [] },
    quantise: { type: 'boolean', default: false },
    'in-place': { type: 'boolean', default: false },
    rounds: { type: 'string', default: '31' },
    write: { type: 'string' },
  },
});
if (models.length === 0 || values.logs === undefined) {
  process.stderr.write('Name models and a folder: npm run bench:networks -- MODEL.onnx --logs FOLDER\n');
  process.exit(2);
}
const logs = values.logs;
const python = join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'tune', 'runtimes', 'bin', 'python');
if (!existsSync(python)) {
  process.stderr.write(`There are no runtimes in ${python}: sh bench/networks/install.sh brings them.\n`);
  process.exit(3);
}
mkdirSync(logs, { recursive: true });

const packaged = z
  .array(z.object({ name: z.string(), shape: z.array(z.string()), constant: z.array(z.string()).default([]) }))
  .parse(JSON.parse(readFileSync(join(packageRoot(), 'bench', 'networks', 'packages.json'), 'utf8')));

/** What a model's inputs are given for shapes and numbers. */
function fixedOf(path: string) {
  const own = packaged.find(({ name }) => name === basename(path, '.onnx'));
  const parts = (texts: readonly string[]) => texts.map((text) => text.split('=') as [string, string]);
  return {
    shape: Object.fromEntries(
      parts([...(own?.shape ?? []), ...values.shape]).map(([name, extents]) => [name, extents.split('x').map(Number)]),
    ),
    constant: Object.fromEntries(
      parts([...(own?.constant ?? []), ...values.constant]).map(([name, numbers]) => [
        name,
        numbers.split(',').map(Number),
      ]),
    ),
  };
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
  const name = basename(path, '.onnx');
  const scratch = new Scratch();
  const drivers: Driver[] = [];
  try {
    const ports = portsOfModel(path);
    const folder = await libraryOf(path, name, threads, scratch);
    const data = join(folder, 'test', 'inputs.bin');
    const results = ['ours', 'onnxruntime', 'openvino'].map((one) => scratch.path(one));
    drivers.push(await startOurs(folder, threads, data, results[0]!));
    const peers: (Driver | undefined)[] = [];
    for (const [i, runtime] of ['onnxruntime', 'openvino'].entries())
      peers.push(await startTheirs({ runtime, path, threads, data, ports, scratch }, results[i + 1]!));
    drivers.push(...peers.filter((peer) => peer !== undefined));
    const timings = await interleave(drivers, { rounds: Number(values.rounds) });
    const secondsOf = (driver: Driver): readonly number[] => timings[drivers.indexOf(driver)]!.seconds;
    const own = secondsOf(drivers[0]!);
    const made = ownAnswers(ports.outputs, readFileSync(results[0]!));
    const compared = (peer: Driver, result: string): Compared | Incomparable => {
      const theirs = theirAnswers(ports.outputs, made, readFileSync(result));
      if (!theirs) return 'other outputs';
      return {
        what: peer.description,
        seconds: spread(secondsOf(peer)),
        ratio: speedRatio(own, secondsOf(peer)),
        agreement: agreementOf(made, theirs, ports.bound),
      };
    };
    return {
      ...{ model: name, threads, ours: spread(own) },
      theirs: peers.map((peer, i) => (peer ? compared(peer, results[i + 1]!) : 'refused')),
    };
  } finally {
    await Promise.all(drivers.map((driver) => driver.stop()));
    scratch.close();
  }
}

function portsOfModel(path: string): Ports {
  const asked = { ...fixedOf(path), without: [], precision: values.precision };
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
    ...{ log: join(logs, `${name}-${threads}.jsonl`), ...fixedOf(path), precision: values.precision },
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
  const { constant } = fixedOf(path);
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

const rows: Row[] = [];
for (const path of values.quantise ? models.map(quantised) : models)
  for (const threads of values.threads.map(Number)) {
    try {
      rows.push(await rowOf(path, threads));
      process.stderr.write(`${cellsOf(rows.at(-1)!).join(' · ')}\n`);
    } catch (error) {
      process.exitCode = 1;
      process.stderr.write(`${basename(path, '.onnx')}: ${error instanceof Error ? error.message : String(error)}\n`);
    }
  }
const head = ['model', 'threads', 'ours, ms', 'ONNX Runtime, ms', 'times as fast', 'difference'];
const comparedOf = (some: readonly Row['theirs'][number][]): readonly Compared[] =>
  some.filter((one) => typeof one !== 'string');
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
const text = [
  `${cpus()[0]!.model}, ${cpus().length} cores, ${today()}. ${[...versions].join('; ')}.`,
  markdownTable([...head, 'OpenVINO, ms', 'times as fast', 'difference'], rows.map(cellsOf)),
  `Times as fast as ONNX Runtime and OpenVINO, geometric mean: ${means.join(', ')}.`,
].join('\n\n');
process.stdout.write(`${text}\n`);
if (values.write !== undefined) {
  const folder = join(packageRoot(), 'docs', 'benchmarks');
  writePart(join(folder, 'networks.md'), values.write, text, 'bench:networks');
  writePictures(folder);
}
