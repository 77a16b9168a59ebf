import { mean } from 'simple-statistics';
import type { DeviceKernel } from '../ir/device-kernel.js';
import { unitRoundoff } from '../ir/tensor.js';
import { machine } from '../target/machine.js';
import type { Target } from '../target/target.js';
import type { CompilerUse } from './build.js';
import { hashOf } from './build-cache.js';
import { estimate, isUndecided, isWide, timingOf } from './estimate.js';
import { startBuilds, type BuiltEntry, type Entry } from './build-loop.js';
import type { Device, DeviceOptions } from './device.js';
import { joinStates } from './gpu-state.js';
import { HelperLost } from './helper.js';
import { ErrorNo, type MeasureOptions } from './measurement.js';
import { codeKey, Copies } from './copies.js';
import { awaitedLater } from './awaited-later.js';
import { mapCauses } from './causes.js';
import { Scratch } from './scratch.js';
import type { Problem } from './session.js';
import { elementsOf, failure, verdict, type Trial } from './verdict.js';

export interface KernelMeasurerOptions {
  /** Seed of the random inputs. */
  readonly seed: number;
  /** Compilers that run in parallel; default: the usable cores. */
  readonly buildJobs?: number;
  /** The compiler of the backend, by name or path; default: the one that it finds. */
  readonly compiler?: string;
  readonly timeouts?: Partial<Timeouts>;
}

/** Seconds. */
export interface Timeouts {
  /** Of one compilation: error 6. */
  readonly build: number;
  /** Of one trial, from loading to its last repeat: error 7. In a search, others tell sooner that one has hung. */
  readonly run: number;
  /** Of the reference, which is naive. */
  readonly reference: number;
}
export const defaultTimeouts: Timeouts = { build: 20, run: 10, reference: 300 };

/** How long a kernel is timed: at least `minRepeats`, then until `budget` seconds are spent, at most `maxRepeats`. */
export interface Repeats {
  readonly budget: number;
  readonly minRepeats: number;
  readonly maxRepeats: number;
}
const searchRepeats: Repeats = { budget: 0.008, minRepeats: 3, maxRepeats: 20 };
const finalRepeats: Repeats = { budget: 0.02, minRepeats: 3, maxRepeats: 20 };
const defaultRounds = 5;

export interface RemeasureOptions {
  readonly rounds?: number;
  /** Of each round. */
  readonly repeats?: Repeats;
  readonly signal?: AbortSignal;
}

/** A trial with the costs of each round apart. */
export type RoundsTrial = Trial & { readonly rounds: readonly (readonly number[])[] };

/** New inputs may cost this share of a batch. */
const redrawShare = 0.05;

/**
 * Builds, checks and times kernels on this machine. Builds run in parallel, and timing runs alone: all of a batch
 * is built before any of it is timed.
 */
export class KernelMeasurer {
  private batchSeconds = 0;
  private readonly copies = new Copies();

  private constructor(
    private readonly scratch: Scratch,
    private readonly device: Device,
    private readonly timeouts: Timeouts,
  ) {}

  /** On the device that `open` opens. Throws MissingError, as that does, without compiler, driver or device. */
  static async create(
    open: (options: DeviceOptions) => Promise<Device>,
    options: KernelMeasurerOptions,
  ): Promise<KernelMeasurer> {
    const timeouts = { ...defaultTimeouts, ...options.timeouts };
    const scratch = new Scratch();
    try {
      const { seed, compiler, buildJobs: jobs = machine().cores } = options;
      return new KernelMeasurer(scratch, await open({ scratch, seed, jobs, compiler, timeouts }), timeouts);
    } catch (error) {
      scratch.close();
      throw error;
    }
  }

  /**
   * Measures a batch, in order. Candidates are made one by one, while the first are already compiled. Inputs are drawn
   * anew for each batch where the reference is cheap beside it.
   */
  async *measure(
    problem: Problem,
    entries: readonly Entry[],
    options: MeasureOptions = {},
  ): AsyncGenerator<Trial, void, undefined> {
    const start = performance.now();
    const redraw = this.device.session.referenceSeconds(problem) < redrawShare * this.batchSeconds;
    const built = await this.buildAll(problem, entries, redraw, options.signal);
    let best = options.best ?? 0;
    for (const entry of built) {
      if (isAborted(options.signal)) return;
      const trial = await this.measured(problem, entry, best, options.copy === true);
      const timing = timingOf(trial);
      if (timing) best = Math.min(best > 0 ? best : Infinity, timing.rankedAt);
      yield trial;
    }
    this.batchSeconds = (performance.now() - start) / 1000;
  }

  /**
   * Measures candidates against each other, on new inputs: each round measures all of them, every other round
   * backwards, so that a slow moment or a drift of the clock hits all alike. Nothing stops early. While rounds disagree
   * on the time of the fastest, there are more of them, as many again at most, of those that were ahead of it in any
   * round. One that fails in any round has failed.
   * When aborted, those that were measured so far are returned, which are the first ones.
   */
  async remeasure(
    problem: Problem,
    entries: readonly Entry[],
    options: RemeasureOptions = {},
  ): Promise<readonly RoundsTrial[]> {
    const { rounds = defaultRounds, repeats = finalRepeats, signal } = options;
    const built = await this.buildAll(problem, entries, true, signal);
    const contenders = built.map((entry) => ({ entry, trials: [] as Trial[] }));
    for (let round = 0; round < rounds || (round < 2 * rounds && isOpen(contenders)); round++) {
      const taking = round < rounds ? contenders : stillOpen(contenders);
      for (const { entry, trials } of round % 2 === 0 ? taking : taking.toReversed()) {
        if (isAborted(signal)) break;
        if (!trials.at(-1)?.error) trials.push(await this.trial(problem, entry, repeats, 0));
      }
    }
    return contenders.flatMap(({ trials }) => (trials.length > 0 ? [mergeRounds(trials)] : []));
  }

  /** Throws UsageError when kernels for a target cannot be timed here. */
  check(target: Target): void {
    this.device.check(target);
  }

  /** What builds kernels for a target. */
  compilerOf(target: Target): CompilerUse {
    return this.device.builder.compilerOf(target);
  }

  /** Leaves no process and no temporary file. */
  async close(): Promise<void> {
    try {
      await this.device.close();
    } finally {
      this.scratch.close();
    }
  }

  /** Starts every build, opens the problem beside them, and waits for all. */
  private async buildAll(
    problem: Problem,
    entries: readonly Entry[],
    redraw: boolean,
    signal: AbortSignal | undefined,
  ): Promise<readonly BuiltEntry[]> {
    if (isAborted(signal)) return [];
    this.device.check(problem.target);
    await this.device.builder.trim();
    const batch = this.device.builder.batch(problem.target, entries.length);
    const cancel = (): void => {
      this.device.builder.cancel();
      this.device.session.abandon();
    };
    signal?.addEventListener('abort', cancel);
    try {
      const prepared = awaitedLater(
        this.device.session.prepare(problem, redraw).catch((error: unknown) => {
          if (!isAborted(signal)) throw error;
        }),
      );
      const builds = await startBuilds(entries, batch, signal);
      const [result] = await Promise.all([Promise.all(builds), prepared]);
      return result;
    } finally {
      signal?.removeEventListener('abort', cancel);
    }
  }

  /** A trial of the search, or of the same code before, where that may be copied. */
  private async measured(problem: Problem, entry: BuiltEntry, best: number, copy: boolean): Promise<Trial> {
    const { candidate, build } = entry;
    if ('error' in candidate || 'error' in build) return await this.believable(problem, entry, best);
    const key = codeKey(candidate, problem.reference, problem.target);
    const before = copy ? this.copies.of(key, allowedError(candidate, entry.tolerance), build.seconds) : undefined;
    if (before) return before;
    const trial = judged(await this.believable(problem, entry, best), best);
    this.copies.keep(key, trial);
    return trial;
  }

  /**
   * A trial of the search; where it is too fast to be true, one more in its place, in a new process, on new inputs and
   * compared as often as if it were the best.
   */
  private async believable(problem: Problem, entry: BuiltEntry, best: number): Promise<Trial> {
    const limit = this.device.session.hangLimit(this.timeouts.run);
    const trial = await this.trial(problem, entry, searchRepeats, best, limit);
    const timing = timingOf(trial);
    if (!timing || timing.seconds >= entry.implausible) return trial;
    await this.device.session.prepare(problem, true);
    return this.trial(problem, entry, finalRepeats, 0);
  }

  private async trial(
    { reference, target }: Problem,
    { candidate, build, tolerance }: BuiltEntry,
    repeats: Repeats,
    best: number,
    timeoutSeconds = this.timeouts.run,
  ): Promise<Trial> {
    if ('error' in candidate) return failure(candidate.error, candidate.message);
    const sourceHash = hashOf(candidate.source);
    if ('error' in build) return { ...failure(build.error, build.message, build.seconds), sourceHash };
    const mismatch = signatureMismatch(candidate, reference);
    if (mismatch !== undefined) return { ...failure(ErrorNo.unknown, mismatch, build.seconds), sourceHash };
    const { session } = this.device;
    const allowed = allowedError(candidate, tolerance);
    const start = performance.now();
    try {
      const answer = await session.trial({
        object: build.path,
        timeoutSeconds,
        tolerance: allowed,
        best,
        ...repeats,
        call: this.device.call(candidate, build, target),
      });
      const wall = (performance.now() - start) / 1000;
      if (answer.outcome === 'done') session.noteTrial(wall);
      const trial = verdict(answer, {
        kernel: candidate,
        tolerance: allowed,
        timeoutSeconds,
        sourceHash,
        compile: build.seconds,
        wall,
      });
      return build.warnings?.length ? { ...trial, warnings: build.warnings } : trial;
    } catch (error) {
      if (!(error instanceof HelperLost)) throw error;
      return { ...failure(ErrorNo.unknown, error.message, build.seconds), sourceHash };
    }
  }
}

/** Largest relative error of a kernel's output, which is rounded to its type. */
function allowedError({ args }: DeviceKernel, tolerance: number): number {
  return tolerance + unitRoundoff(args.at(-1)!.dtype);
}

/** Why a kernel cannot be called on the arguments of the reference. */
function signatureMismatch(kernel: DeviceKernel, reference: DeviceKernel): string | undefined {
  const shapes = ({ args }: DeviceKernel): string =>
    args.map((arg) => `${elementsOf(arg)}${arg.dtype === 'float32' ? '' : ` ${arg.dtype}`}`).join(', ');
  if (shapes(kernel) === shapes(reference)) return undefined;
  return `the kernel takes arguments of ${shapes(kernel)} elements, the reference of ${shapes(reference)}`;
}

/** A trial with what its times leave open, beside the best time so far, 0 for none. */
function judged(trial: Trial, best: number): Trial {
  const timing = timingOf(trial);
  return timing ? { ...trial, noisy: isUndecided(timing, best > 0 ? best : undefined) } : trial;
}

/** Whether rounds leave open how fast the fastest of those that work is. */
function isOpen(contenders: readonly { readonly trials: readonly Trial[] }[]): boolean {
  const found = contenders.flatMap(({ trials }) =>
    trials.length > 0 && !trials.at(-1)!.error ? [estimate(timesOfRounds(trials))] : [],
  );
  const least = Math.min(...found.map(({ seconds }) => seconds));
  return found.some((one) => one.seconds === least && isWide(one));
}

/** The fastest, and those that were not behind it in every round: what more rounds may put first. */
function stillOpen<T extends { readonly trials: readonly Trial[] }>(contenders: readonly T[]): readonly T[] {
  const working = contenders.filter(({ trials }) => trials.length > 0 && !trials.at(-1)!.error);
  const times = new Map(working.map((one) => [one, timesOfRounds(one.trials)]));
  const least = Math.min(...working.map((one) => estimate(times.get(one)!).seconds));
  const fastest = working.find((one) => estimate(times.get(one)!).seconds === least);
  return working.filter((one) => times.get(one)!.some((seconds, round) => seconds <= times.get(fastest!)!.at(round)!));
}

function timesOfRounds(trials: readonly Trial[]): readonly number[] {
  return trials.map(({ costs }) => estimate(costs).seconds);
}

/** One trial from those of its rounds: the costs together, the failure if there was one. */
function mergeRounds(trials: readonly Trial[]): RoundsTrial {
  const last = trials.at(-1)!;
  const rounds = trials.map((trial) => trial.costs);
  if (last.error !== ErrorNo.none) return { ...last, rounds };
  const sum = (pick: (trial: Trial) => number): number => trials.reduce((total, trial) => total + pick(trial), 0);
  const watched = trials.flatMap(({ disturbed }) => disturbed ?? []);
  const told = trials.flatMap(({ causes }) => causes ?? []);
  const states = trials.flatMap(({ gpu }) => gpu ?? []);
  return {
    ...last,
    costs: rounds.flat(),
    rounds,
    ...(watched.length > 0 && { disturbed: mean(watched) }),
    ...(told.length > 0 && { causes: mapCauses((cause) => mean(told.map((causes) => causes[cause]))) }),
    ...(states.length > 0 && { gpu: joinStates(states) }),
    noisy: isWide(estimate(timesOfRounds(trials))) || 2 * sum(({ noisy }) => Number(noisy === true)) > trials.length,
    maxRelError: Math.max(...trials.map((trial) => trial.maxRelError ?? 0)),
    spent: { compile: last.spent.compile, check: sum(({ spent }) => spent.check), run: sum(({ spent }) => spent.run) },
  };
}

function isAborted(signal: AbortSignal | undefined): boolean {
  return signal?.aborted === true;
}
