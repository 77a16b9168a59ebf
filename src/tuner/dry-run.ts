import type { Kernel } from '../codegen/kernel.js';
import type { Batch } from '../measure/build-cache.js';
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
  readonly seconds: number;
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
  readonly generate?: (task: Task, config: Config) => Kernel;
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
  let built = 0;
  const { kind, cpu } = tasks[0].target;
  try {
    const native = await nativeProgram(scratch);
    const builder = openBuilder(kind, { native, scratch, jobs: machine().cores, compiler, timeoutSeconds });
    try {
      const candidates = draw(tasks, trials, new Random(seed));
      for (let i = 0; i < candidates.length && !signal.aborted; i += batchSize) {
        const some = candidates.slice(i, i + batchSize);
        const batch = builder.batch(cpu, some.length);
        const builds = some.map((candidate) => build(batch, candidate, make));
        batch.end();
        for (const outcome of await Promise.all(builds)) {
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
    } finally {
      await builder.close();
    }
  } finally {
    scratch.close();
  }
  const seconds = (performance.now() - start) / 1000;
  return { built, failures: failures.list(), firstFailure: failures.first(), resources, seconds };
}

/** Different configs, the tasks taking turns, as far as their spaces go. */
function draw(tasks: readonly Task[], trials: number, random: Random): { task: Task; config: Config }[] {
  const taken = tasks.map(() => new Set<number>());
  const drawn: { task: Task; config: Config }[] = [];
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

async function build(
  batch: Batch,
  { task, config }: { task: Task; config: Config },
  make: (task: Task, config: Config) => Kernel,
): Promise<BuiltCandidate | { error: ErrorNo; message: string }> {
  try {
    const kernel = make(task, config);
    const result = await batch.add(kernel);
    if ('error' in result) return result;
    const { resources } = result;
    return { task, config, ...(resources && { resources: needs(kernel, resources) }) };
  } catch (error) {
    if (error instanceof InstantiationError) return { error: ErrorNo.instantiation, message: error.message };
    throw error;
  }
}

function needs(kernel: Kernel, resources: readonly Resources[]): Resources {
  const dynamic = launchesOf(kernel).map(({ sharedBytes }) => sharedBytes);
  return worstOf(resources.map((of, i) => ({ ...of, sharedBytes: of.sharedBytes + dynamic[i] })));
}
