import { makeKernel, type Generate } from '../backend/make-kernel.js';
import { backendOf } from '../backend/registry.js';
import { startBuilds, type BuiltEntry, type Entry } from '../measure/build-loop.js';
import type { BatchBuilder } from '../measure/build.js';
import { cancelled } from '../measure/compilers.js';
import { defaultTimeouts } from '../measure/limits.js';
import { nativeProgram } from '../measure/native.js';
import { worstOf } from '../measure/resources.js';
import { Scratch } from '../measure/scratch.js';
import { Random } from '../space/random.js';
import { firstAbort } from '../target/first-abort.js';
import { machine } from '../target/machine.js';
import type { Task } from '../templates/template.js';
import type { StopReason } from './events.js';
import { OutcomeTally, type DrawnConfig, type FailedConfig, type Outcome, type Tallied } from './dry-run-outcome.js';
import { defined } from '../target/defined.js';

/** `exhausted`: there are no more configs. */
type DryRunEnd = Extract<StopReason, 'trials' | 'minutes' | 'exhausted' | 'interrupted'>;

export interface DryRunResult extends Tallied {
  readonly reason: DryRunEnd;
  /** `NVRTC 13.0`. */
  readonly compiler: string;
  readonly seconds: number;
  /**
   * Where the time went: making sources, on one core, and compiling them, all compilers that run in parallel
   * added up.
   */
  readonly spent: { readonly instantiate: number; readonly compile: number };
}

export interface DryRunOptions {
  readonly seed: number;
  /** Aborting drops the builds that are not done. */
  readonly signal: AbortSignal;
  /** Wall-clock limit, after which what is not built is dropped. */
  readonly minutes?: number;
  /** Hears of every candidate, in order, as soon as it and those before it are built or have failed. */
  readonly onDone?: (candidate: Outcome) => void;
  /** Source of a config; throws InstantiationError. */
  readonly generate?: Generate;
  /** By name or path; default: the one that is found. */
  readonly compiler?: string;
}

/** Between batches compilers wait for each other, and objects that nobody needs are removed. */
const batchSize = 512;

/**
 * Builds `trials` random configs of tasks of one target, the tasks taking turns, and times nothing. Throws MissingError
 * without a compiler.
 */
export async function buildOnly(
  tasks: readonly Task[],
  trials: number,
  { seed, signal, minutes, onDone, compiler, generate }: DryRunOptions,
): Promise<DryRunResult> {
  const start = performance.now();
  const scratch = new Scratch();
  const tally = new Tally(onDone);
  const { signal: stop, release } = firstAbort([signal], (minutes ?? Infinity) * 60_000);
  const { target } = tasks[0]!;
  try {
    const native = await nativeProgram(scratch);
    const builder = backendOf(target).openBuilder({
      native,
      scratch,
      jobs: machine().cores,
      compiler,
      timeoutSeconds: defaultTimeouts.build,
    });
    const cancel = (): void => {
      builder.cancel();
    };
    stop.addEventListener('abort', cancel);
    try {
      const { name } = builder.compilerOf(target);
      const candidates = draw(tasks, trials, new Random(seed));
      for (let i = 0; i < candidates.length && !stop.aborted; i += batchSize) {
        await buildAll(builder, candidates.slice(i, i + batchSize), generate, tally, stop);
        await builder.trim();
      }
      const reason = tally.count < candidates.length ? stopOf(signal) : endOf(candidates.length, trials);
      return { reason, ...tally.result(), compiler: name, seconds: (performance.now() - start) / 1000 };
    } finally {
      stop.removeEventListener('abort', cancel);
      await builder.close();
    }
  } finally {
    release();
    scratch.close();
  }
}

/** Why candidates are missing. */
function stopOf(signal: AbortSignal): DryRunEnd {
  return signal.aborted ? 'interrupted' : 'minutes';
}

function endOf(drawn: number, trials: number): DryRunEnd {
  return drawn < trials ? 'exhausted' : 'trials';
}

/** What became of a candidate, and the seconds that it took. */
interface Attempt {
  readonly outcome: Outcome;
  readonly instantiate: number;
  readonly compile: number;
}

/** What all came to, and where the time went. */
class Tally {
  private readonly outcomes = new OutcomeTally();
  private readonly spent = { instantiate: 0, compile: 0 };

  constructor(private readonly onDone: DryRunOptions['onDone']) {}

  /** Of candidates, built or failed. */
  get count(): number {
    return this.outcomes.count;
  }

  add({ outcome, instantiate, compile }: Attempt): void {
    this.spent.instantiate += instantiate;
    this.spent.compile += compile;
    this.outcomes.add(outcome);
    this.onDone?.(outcome);
  }

  result(): Omit<DryRunResult, 'reason' | 'compiler' | 'seconds'> {
    return { ...this.outcomes.result(), spent: this.spent };
  }
}

/** Builds candidates in parallel and adds them up in order; when stopped, those that were done. */
async function buildAll(
  builder: BatchBuilder,
  some: readonly DrawnConfig[],
  generate: Generate | undefined,
  tally: Tally,
  stop: AbortSignal,
): Promise<void> {
  const batch = builder.batch(some[0]!.task.target, some.length);
  // Nothing is run, so that nothing can be too far off.
  const entries = some.map(({ task, config }): Entry => ({
    tolerance: Infinity,
    make: () => makeKernel(task, config, generate),
  }));
  for (const [place, built] of startBuilds(entries, batch, () => stop.aborted).entries()) {
    const done = attemptOf(some[place]!, await built);
    if (!(stop.aborted && isDropped(done.outcome))) tally.add(done);
  }
}

/** Whether it is neither built nor at fault: `cancel` ended it. */
function isDropped(outcome: Outcome): boolean {
  return 'error' in outcome && outcome.message === cancelled.message;
}

/** Different configs, the tasks taking turns, as far as their spaces go. */
function draw(tasks: readonly Task[], trials: number, random: Random): readonly DrawnConfig[] {
  const turns = tasks.map((task) => ({ task, seen: new Set<number>() }));
  const drawn: DrawnConfig[] = [];
  for (let turn = 0, dry = 0; drawn.length < trials && dry < tasks.length; turn++) {
    const { task, seen } = turns[turn % turns.length]!;
    const config = task.space.sample(random, seen);
    dry = config ? 0 : dry + 1;
    if (!config) continue;
    seen.add(config.index);
    drawn.push({ task, config });
  }
  return drawn;
}

function attemptOf(candidate: DrawnConfig, { build, makeSeconds: instantiate }: BuiltEntry): Attempt {
  if ('error' in build) return { outcome: { ...candidate, ...failureOf(build) }, instantiate, compile: build.seconds };
  const { resources, seconds: compile } = build;
  return {
    outcome: { ...candidate, ...defined({ resources: resources && worstOf(resources) }) },
    instantiate,
    compile,
  };
}

function failureOf({
  error,
  message,
}: Pick<FailedConfig, 'error' | 'message'>): Pick<FailedConfig, 'error' | 'message'> {
  return { error, message };
}
