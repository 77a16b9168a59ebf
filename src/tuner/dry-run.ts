import { setImmediate } from 'node:timers/promises';
import type { Kernel } from '../codegen/kernel.js';
import type { Batch, BatchBuilder } from '../measure/build-cache.js';
import { launchesOf } from '../measure/cuda-unit.js';
import { openBuilder } from '../measure/device.js';
import { ErrorNo } from '../measure/measurement.js';
import { nativeProgram } from '../measure/native.js';
import { worstOf, type Resources } from '../measure/resources.js';
import { Scratch } from '../measure/scratch.js';
import type { Config } from '../space/config.js';
import { Random } from '../space/random.js';
import { machine } from '../target/machine.js';
import { generate, InstantiationError } from '../templates/generate.js';
import type { Task } from '../templates/template.js';
import { FailureTally, type Failures } from './failures.js';

export interface DryRunResult {
  readonly built: number;
  readonly failures: readonly Failures[];
  /** The first message of a compiler, or else the first of all. */
  readonly firstFailure: string | undefined;
  /** Of the candidates that were built, for a target whose compiler tells. */
  readonly resources: readonly Resources[];
  /** `NVRTC 13.0`. */
  readonly compiler: string;
  readonly seconds: number;
  /** Where the time went: making sources, on one core, and compiling them, all compilers that run beside each other added up. */
  readonly spent: { readonly instantiate: number; readonly compile: number };
}

/** One candidate that was built. */
export interface BuiltCandidate {
  readonly task: Task;
  readonly config: Config;
  /** Of a CUDA kernel: the most that one of its launches needs, dynamic shared memory included. */
  readonly resources?: Resources;
}

export interface DryRunOptions {
  readonly seed: number;
  readonly signal: AbortSignal;
  /** Hears of every candidate that is built, in order. */
  readonly onBuilt?: (candidate: BuiltCandidate) => void;
  /** Source of a config; throws InstantiationError. */
  readonly generate?: Make;
  /** gcc or nvcc, by name or path; default: the one that is found. */
  readonly compiler?: string;
}

const batchSize = 64;
const timeoutSeconds = 20;

/** Builds `trials` random configs of tasks of one target, the tasks taking turns, and times nothing. Throws MissingError without a compiler. */
export async function buildOnly(
  tasks: readonly Task[],
  trials: number,
  { seed, signal, onBuilt, compiler, generate: make = generate }: DryRunOptions,
): Promise<DryRunResult> {
  const start = performance.now();
  const scratch = new Scratch();
  const failures = new FailureTally();
  const resources: Resources[] = [];
  const spent = { instantiate: 0, compile: 0 };
  let built = 0;
  const { target } = tasks[0];
  try {
    const native = await nativeProgram(scratch);
    const builder = openBuilder(target.kind, { native, scratch, jobs: machine().cores, compiler, timeoutSeconds });
    const { name } = builder.compilerOf(target);
    try {
      const candidates = draw(tasks, trials, new Random(seed));
      for (let i = 0; i < candidates.length && !signal.aborted; i += batchSize) {
        for (const { outcome, instantiate, compile } of await buildAll(
          builder,
          candidates.slice(i, i + batchSize),
          make,
        )) {
          spent.instantiate += instantiate;
          spent.compile += compile;
          if ('error' in outcome) {
            failures.add(outcome.error, outcome.message);
            continue;
          }
          built++;
          if (outcome.resources) resources.push(outcome.resources);
          onBuilt?.(outcome);
        }
        await builder.trim();
      }
      const seconds = (performance.now() - start) / 1000;
      const firstFailure = failures.first();
      return { built, failures: failures.list(), firstFailure, resources, compiler: name, seconds, spent };
    } finally {
      await builder.close();
    }
  } finally {
    scratch.close();
  }
}

type Candidate = Pick<BuiltCandidate, 'task' | 'config'>;
type Make = (task: Task, config: Config) => Kernel;

/** What became of a candidate, and the seconds that it took. */
interface Attempt {
  readonly outcome: BuiltCandidate | { readonly error: ErrorNo; readonly message: string };
  readonly instantiate: number;
  readonly compile: number;
}

async function buildAll(builder: BatchBuilder, some: readonly Candidate[], make: Make): Promise<readonly Attempt[]> {
  const batch = builder.batch(some[0].task.target.cpu, some.length);
  const attempts: Promise<Attempt>[] = [];
  for (const candidate of some) {
    attempts.push(attempt(batch, candidate, make));
    await setImmediate(); // lets the compilers be told, so that they work while the next candidate is made
  }
  batch.end();
  return Promise.all(attempts);
}

/** Different configs, the tasks taking turns, as far as their spaces go. */
function draw(tasks: readonly Task[], trials: number, random: Random): readonly Candidate[] {
  const taken = tasks.map(() => new Set<number>());
  const drawn: Candidate[] = [];
  for (let turn = 0, dry = 0; drawn.length < trials && dry < tasks.length; turn++) {
    const task = tasks[turn % tasks.length];
    const seen = taken[turn % tasks.length];
    const config = task.space.sample(random, seen);
    dry = config ? 0 : dry + 1;
    if (!config) continue;
    seen.add(config.index);
    drawn.push({ task, config });
  }
  return drawn;
}

async function attempt(batch: Batch, candidate: Candidate, make: Make): Promise<Attempt> {
  const start = performance.now();
  const spent = (): number => (performance.now() - start) / 1000;
  let kernel: Kernel;
  try {
    kernel = make(candidate.task, candidate.config);
  } catch (error) {
    if (!(error instanceof InstantiationError)) throw error;
    const outcome = { error: ErrorNo.instantiation, message: error.message };
    return { outcome, instantiate: spent(), compile: 0 };
  }
  const instantiate = spent();
  const built = await batch.add(kernel);
  if ('error' in built) return { outcome: built, instantiate, compile: built.seconds };
  const { resources, seconds: compile } = built;
  return { outcome: { ...candidate, ...(resources && { resources: needs(kernel, resources) }) }, instantiate, compile };
}

function needs(kernel: Kernel, resources: readonly Resources[]): Resources {
  const dynamic = launchesOf(kernel).map(({ sharedBytes }) => sharedBytes);
  return worstOf(resources.map((of, i) => ({ ...of, sharedBytes: of.sharedBytes + dynamic[i] })));
}
