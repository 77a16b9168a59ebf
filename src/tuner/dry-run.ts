import { Builder } from '../measure/builder.js';
import { ErrorNo } from '../measure/measurement.js';
import { nativeProgram } from '../measure/native.js';
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
  readonly seconds: number;
}

const batchSize = 64;
const timeoutSeconds = 20;

/** Builds `trials` random configs, the tasks taking turns, and times nothing. Throws MissingError without a compiler. */
export async function buildOnly(
  tasks: readonly Task[],
  trials: number,
  seed: number,
  signal: AbortSignal,
): Promise<DryRunResult> {
  const start = performance.now();
  const scratch = new Scratch();
  const failures = new FailureTally();
  let built = 0;
  try {
    const native = await nativeProgram(scratch);
    const builder = new Builder({ native, scratch, jobs: machine().cores, compiler: 'gcc', timeoutSeconds });
    const candidates = draw(tasks, trials, new Random(seed));
    for (let i = 0; i < candidates.length && !signal.aborted; i += batchSize) {
      const batch = candidates.slice(i, i + batchSize);
      const outcomes = await Promise.all(batch.map(({ task, config }) => build(builder, task, config)));
      for (const outcome of outcomes) {
        if (outcome) failures.add(outcome.error, outcome.message);
        else built++;
      }
      await builder.trim();
    }
    await builder.close();
  } finally {
    scratch.close();
  }
  const seconds = (performance.now() - start) / 1000;
  return { built, failures: failures.list(), firstFailure: failures.first(), seconds };
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

/** Undefined when it builds. */
async function build(
  builder: Builder,
  task: Task,
  config: Config,
): Promise<{ error: ErrorNo; message: string } | undefined> {
  try {
    const result = await builder.build(generate(task, config), task.target.cpu, 'kernel');
    return 'error' in result ? result : undefined;
  } catch (error) {
    if (error instanceof InstantiationError) return { error: ErrorNo.instantiation, message: error.message };
    throw error;
  }
}
