/** Interrupts each command at random moments of each of its phases, and looks at how it ends. */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { toGraph } from '../../src/network/graph/to-graph.js';
import { interpret } from '../../src/network/graph/evaluate.js';
import { writeOnnx, writeTensor } from '../../src/network/onnx/write.js';
import { fakeRuntime } from '../network/compare/fake-runtime.js';
import { onnxRuntimeVersion } from '../../src/network/compare/install-onnxruntime.js';
import { floats, model, node, value } from './onnx-builder.js';
import { scaleC, scaleSpec } from './scale-source.js';

/** A phase of a command, by what it has said when the phase begins; it lasts about so many milliseconds. */
export interface Phase {
  readonly name: string;
  readonly args: readonly string[];
  /** Of stdout and stderr; none: when it starts. */
  readonly begins?: RegExp;
  readonly milliseconds: number;
  /** The log that it appends to: what it tells of must be there. */
  readonly log?: string;
  /** Made before each round. */
  readonly makes?: (folder: string) => void;
  /** Of the environment, a folder in that one. */
  readonly cache?: string;
}

/** What became of the rounds of a phase. */
export interface Outcome {
  readonly rounds: number;
  /** Exit 130, or ended by the signal while Node has no handler: before there is output, or when all is written. */
  interrupted: number;
  /** The command was over first. */
  done: number;
  /** With another exit code, an assertion, or a bug of tune's. */
  wrong: number;
  /** Trials that were told and are not in the log. */
  lost: number;
  /** Interrupted runs that had measured something and did not tell the best so far. */
  untold: number;
  /** Seconds from the signal to the end. */
  slowest: number;
  /** What the first wrong one said. */
  said: string;
}

const search = (...more: readonly string[]): string[] => ['matmul', ...words('-m 24 -n 24 -k 24 --threads 1'), ...more];
const endless = words('--explorer random --trials 100000 --early-stop 100000 --json --log run.jsonl');
const firstTrial = /"event":"trial"/;
const model0 = [...words('network net.onnx --threads 1 --json --log run.jsonl')];

function words(text: string): string[] {
  return text.split(' ');
}

/** In a folder that `prepare` made. */
export const phases: readonly Phase[] = [
  { name: 'start', args: search(...endless), milliseconds: 600, log: 'run.jsonl' },
  { name: 'search', args: search(...endless), begins: firstTrial, milliseconds: 1500, log: 'run.jsonl' },
  {
    name: 'heat and finals',
    args: search(...words('--explorer random --trials 48 --batch-size 48 --seed 1 --json --log run.jsonl')),
    begins: /"event":"batch".*"phase":"search"/,
    milliseconds: 900,
    log: 'run.jsonl',
  },
  {
    name: 'check of a large product',
    args: words('matmul -m 900 -n 900 -k 900 --trials 4 --json --log run.jsonl'),
    begins: /"event":"start"/,
    milliseconds: 3000,
    log: 'run.jsonl',
  },
  { name: 'network: plan', args: [...model0, ...words('--trials 12')], milliseconds: 900, log: 'run.jsonl' },
  {
    name: 'network: search',
    args: [...model0, ...words('--trials 30')],
    begins: firstTrial,
    milliseconds: 2500,
    log: 'run.jsonl',
  },
  {
    name: 'network: build and verify',
    args: [...model0, ...words('--trials 0 --verify data --out out --force')],
    milliseconds: 4000,
  },
  {
    name: 'network: beside a peer',
    args: [...words('network net.onnx --threads 1 --json --log other.jsonl --trials 0 --compare')],
    begins: /"event":"layer"|"event":"start"/,
    milliseconds: 9000,
    cache: 'cache',
  },
  {
    name: 'source',
    args: words(`source scale.yaml ${endless.join(' ')}`),
    begins: firstTrial,
    milliseconds: 1500,
    log: 'run.jsonl',
  },
  { name: 'source: start', args: words(`source scale.yaml ${endless.join(' ')}`), milliseconds: 900, log: 'run.jsonl' },
  {
    name: 'retune',
    args: words('retune job.yaml'),
    milliseconds: 4000,
    makes: (folder) => {
      rmSync(join(folder, 'logs'), { recursive: true, force: true });
    },
  },
  { name: 'retune: kept', args: words('retune job.yaml'), milliseconds: 3000 },
  { name: 'bench', args: words('bench known.jsonl --threads 1 --json'), milliseconds: 4000 },
  { name: 'replay', args: words('replay known.jsonl --json'), milliseconds: 2500 },
  { name: 'check', args: words('check known.jsonl --baseline known.jsonl --json'), milliseconds: 2500 },
  {
    name: 'export',
    args: words('export known.jsonl --out exported --force'),
    milliseconds: 900,
  },
  {
    name: 'simulate',
    args: words('simulate known.jsonl --explorer sa,random --trials 8 --seeds 20000 --json'),
    milliseconds: 3000,
  },
  { name: 'doctor', args: words('doctor --json'), milliseconds: 6000 },
  { name: 'doctor: soak', args: words('doctor --soak 0.2 --threads 1 --json'), milliseconds: 12_000 },
  { name: 'contract', args: words('contract matmul.blocked --threads 1 --json'), milliseconds: 6000 },
  { name: 'report', args: words('report known.jsonl --out page.html --force'), milliseconds: 900 },
];

/** The files that the phases name; `known.jsonl` is made by the command itself. */
export async function prepare(folder: string, env: NodeJS.ProcessEnv): Promise<void> {
  const net = model({
    inputs: [value('image', 1, 4, 9, 9)],
    outputs: [value('out', 1, 4, 9, 9)],
    constants: { w: floats([4, 4, 3, 3], (i) => Math.sin(i) / 8) },
    nodes: [
      node('Conv', ['image', 'w'], ['c'], { pads: [1, 1, 1, 1] }, 'conv'),
      node('Add', ['c', 'image'], ['out'], {}, 'add'),
    ],
  });
  writeOnnx(join(folder, 'net.onnx'), net);
  mkdirSync(join(folder, 'data'));
  const image = floats([1, 4, 9, 9], (i) => Math.sin(3 * i));
  const out = interpret(toGraph(net), new Map([['image', image.data]])).get('out')!;
  writeTensor(join(folder, 'data/input_0.pb'), image, 'image');
  writeTensor(
    join(folder, 'data/output_0.pb'),
    floats([1, 4, 9, 9], (i) => out[i]!),
    'out',
  );
  const job = '{ operator: matmul, shape: { m: 16, n: 16, k: 16 } }';
  writeFileSync(join(folder, 'job.yaml'), `workloads: [${job}]\ntargets: [llvm -threads=1]\nbudget: { trials: 12 }\n`);
  writeFileSync(join(folder, 'scale.c'), scaleC);
  writeFileSync(join(folder, 'scale.yaml'), JSON.stringify(scaleSpec));
  fakeRuntime(join(folder, 'cache/tune/onnxruntime', onnxRuntimeVersion()));
  const args = search(...words('--trials 8 --seed 1 --log known.jsonl'));
  const child = spawn(process.execPath, [resolve('bin/tune'), ...args], { cwd: folder, env, stdio: 'ignore' });
  await new Promise((done) => child.on('close', done));
}

/**
 * Interrupts a phase so many times, by one signal after the other from the one of that place on, each to the whole
 * group as a terminal does.
 */
export async function interruptPhase(
  phase: Phase,
  folder: string,
  {
    rounds,
    from = 0,
    env,
    random,
  }: {
    readonly rounds: number;
    readonly from?: number;
    readonly env: NodeJS.ProcessEnv;
    readonly random: () => number;
  },
): Promise<Outcome> {
  const outcome = { rounds, interrupted: 0, done: 0, wrong: 0, lost: 0, untold: 0, slowest: 0, said: '' };
  for (let round = 0; round < rounds; round++) {
    if (phase.log !== undefined) rmSync(join(folder, phase.log), { force: true });
    phase.makes?.(folder);
    const signal = (['SIGINT', 'SIGHUP', 'SIGTERM'] as const)[(from + round) % 3]!;
    const ended = await interruptOne(phase, folder, signal, env, random() * phase.milliseconds);
    note(outcome, ended, phase.log && join(folder, phase.log));
  }
  return outcome;
}

interface Ended {
  readonly code: number | null;
  /** By which it was ended, where it had no handler yet or no more. */
  readonly by: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
  /** Seconds from the signal; undefined where it was over before. */
  readonly seconds: number | undefined;
}

async function interruptOne(
  { args, begins, cache }: Phase,
  cwd: string,
  signal: NodeJS.Signals,
  env: NodeJS.ProcessEnv,
  milliseconds: number,
): Promise<Ended> {
  const child = spawn(process.execPath, [resolve('bin/tune'), ...args], {
    ...{ cwd, detached: true },
    env: cache === undefined ? env : { ...env, XDG_CACHE_HOME: join(cwd, cache) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [stdout, stderr] = ['', ''];
  let begun: () => void = () => undefined;
  const start = new Promise<void>((done) => (begun = done));
  const look = (): void => {
    if (begins === undefined || begins.test(stdout) || begins.test(stderr)) begun();
  };
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
    look();
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
    look();
  });
  look();
  const closed = new Promise<{ code: number | null; by: NodeJS.Signals | null }>((done) =>
    child.on('close', (code, by) => {
      done({ code, by });
    }),
  );
  await Promise.race([start, closed]);
  await Promise.race([setTimeout(milliseconds), closed]);
  let told: number | undefined;
  if (child.exitCode === null && child.signalCode === null) {
    told = performance.now();
    process.kill(-child.pid!, signal);
  }
  const end = await closed;
  return { ...end, stdout, stderr, seconds: told === undefined ? undefined : (performance.now() - told) / 1000 };
}

function note(outcome: Outcome, ended: Ended, log: string | undefined): void {
  const { code, by, stdout, stderr, seconds } = ended;
  const isWrong =
    /bug in tune|Assertion|    at /.test(stdout + stderr) ||
    ![0, 130, null].includes(code) ||
    (by !== null && (seconds === undefined || !(stdout === '' || isWhole(stdout))));
  if (isWrong) {
    outcome.wrong++;
    outcome.said ||= `${String(code ?? by)}: ${stderr.slice(-400)}`;
  } else if (code === 0) outcome.done++;
  else outcome.interrupted++;
  outcome.slowest = Math.max(outcome.slowest, seconds ?? 0);
  if (log === undefined) return;
  const events = stdout.split('\n').flatMap((line) => (line.endsWith('}') ? [JSON.parse(line) as ToldEvent] : []));
  const trials = events.filter(({ event }) => event === 'trial');
  const lines = existsSync(log) ? readFileSync(log, 'utf8').split('\n') : [];
  outcome.lost += Math.max(0, trials.length - lines.filter((line) => line.startsWith('{')).length);
  const isGood = trials.some(({ error_no: error }) => error === 0);
  const finish = events.find(({ event }) => event === 'finish');
  if (isGood && code === 130 && (finish === undefined || finish.best === null)) outcome.untold++;
}

/** Whether a command has written all that it writes: its last event, or else one value or page. */
function isWhole(stdout: string): boolean {
  if (!stdout.endsWith('\n')) return false;
  return !stdout.includes('"event":') || stdout.trimEnd().split('\n').at(-1)!.includes('"event":"finish"');
}

interface ToldEvent {
  readonly event: string;
  readonly error_no?: number;
  readonly best?: unknown;
}
