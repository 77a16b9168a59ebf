import { machine } from '../target/machine.js';
import type { Target } from '../target/target.js';
import { allowedError, attempt, type AttemptOptions } from './attempt.js';
import { awaitedLater } from './awaited-later.js';
import type { CompilerUse } from './build.js';
import { startBuilds, type BuiltEntry, type Entry } from './build-loop.js';
import { codeKey, Copies } from './copies.js';
import type { Device, DeviceOptions } from './device.js';
import { isUndecided, timingOf } from './estimate.js';
import { defaultTimeouts, finalRepeats, judgeSeconds, searchRepeats, type Repeats, type Timeouts } from './limits.js';
import { ErrorNo, type InRounds, type Measurement, type MeasureOptions } from './measurement.js';
import { inLanes } from './lanes.js';
import { Scratch } from './scratch.js';
import type { Problem } from './session.js';
import { takeTurns } from './turns.js';
import { failure } from './verdict.js';

export interface KernelMeasurerOptions {
  /** Seed of the random inputs. */
  readonly seed: number;
  /** Compilers that run in parallel; default: the usable cores. */
  readonly buildJobs?: number;
  /** The compiler of the backend, by name or path; default: the one that it finds. */
  readonly compiler?: string;
  readonly timeouts?: Partial<Timeouts>;
}

const defaultRounds = 5;

export interface RemeasureOptions {
  readonly rounds?: number;
  /** Of each round. */
  readonly repeats?: Repeats;
  /** Whether those that cannot be the fastest leave early; by default all have every round. */
  readonly race?: boolean;
  /** Seconds that the reference may take to judge each candidate; default: those of finals. */
  readonly judgeSeconds?: number;
  /** Whether each round also times calls as a network makes them; default: false. */
  readonly isCold?: boolean;
  readonly signal?: AbortSignal;
}

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
  ): AsyncGenerator<Measurement, void, undefined> {
    const start = performance.now();
    const redraw = this.device.session.referenceSeconds(problem) < redrawShare * this.batchSeconds;
    const cancel = this.cancelOn(options.signal);
    let best = options.best ?? 0;
    const searchOne = async (build: Promise<BuiltEntry>): Promise<Measurement> => {
      const measurement = await this.searchOne(problem, await build, best, options.copy === true);
      const timing = timingOf(measurement);
      if (timing) best = Math.min(best > 0 ? best : Infinity, timing.rankedAt);
      return measurement;
    };
    try {
      const builds = await this.startAll(problem, entries, redraw, options.signal);
      const { lanes } = this.device;
      if (lanes === undefined) {
        await Promise.all(builds);
        cancel.release();
      }
      yield* inLanes(builds, searchOne, lanes, options.signal);
    } finally {
      cancel.release();
    }
    this.batchSeconds = (performance.now() - start) / 1000;
  }

  /**
   * Measures candidates against each other, on new inputs and in turns (`takeTurns`). No trial stops early. When
   * aborted, those that were measured so far are returned, which are the first ones.
   */
  async remeasure(
    problem: Problem,
    entries: readonly Entry[],
    options: RemeasureOptions = {},
  ): Promise<readonly InRounds<Measurement>[]> {
    const { rounds = defaultRounds, repeats = finalRepeats, race = false, isCold = false, signal } = options;
    const cancel = this.cancelOn(signal);
    const builds = await this.startAll(problem, entries, true, signal).finally(cancel.release);
    const built = await Promise.all(builds);
    const first = options.judgeSeconds ?? judgeSeconds.final;
    const measureEntry = (entry: BuiltEntry, round: number): Promise<Measurement> =>
      this.attempt(problem, entry, {
        ...{ repeats, best: 0, timeoutSeconds: this.timeouts.run, isCold },
        judgeSeconds: round === 0 ? first : judgeSeconds.again,
      });
    return takeTurns(built, measureEntry, { rounds, race, signal });
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

  /** Starts every build and opens the problem beside them; none when aborted. */
  private async startAll(
    problem: Problem,
    entries: readonly Entry[],
    redraw: boolean,
    signal: AbortSignal | undefined,
  ): Promise<readonly Promise<BuiltEntry>[]> {
    if (isAborted(signal)) return [];
    this.device.check(problem.target);
    await this.device.builder.trim();
    const batch = this.device.builder.batch(problem.target, entries.length);
    let hasFailed = false;
    const prepared = awaitedLater(
      this.device.session.prepare(problem, redraw).catch((error: unknown) => {
        hasFailed = true;
        if (!isAborted(signal)) throw error;
      }),
    );
    const builds = startBuilds(entries, batch, () => hasFailed || isAborted(signal));
    await prepared;
    return builds;
  }

  /** Gives up what is built or opened when a signal is aborted. */
  private cancelOn(signal: AbortSignal | undefined): { readonly release: () => void } {
    const cancel = (): void => {
      this.device.builder.cancel();
      this.device.session.abandon();
    };
    signal?.addEventListener('abort', cancel);
    return { release: () => signal?.removeEventListener('abort', cancel) };
  }

  /** A trial of the search, or of the same code before, where that may be copied. */
  private async searchOne(problem: Problem, entry: BuiltEntry, best: number, copy: boolean): Promise<Measurement> {
    const { candidate, build } = entry;
    if ('error' in candidate || 'error' in build) return await this.tryOne(problem, entry, best);
    const key = codeKey(candidate, problem.reference, problem.target);
    const before = copy ? this.copies.of(key, allowedError(candidate, entry.tolerance), build.seconds) : undefined;
    if (before) return before;
    const measurement = withDoubt(await this.tryOne(problem, entry, best), best);
    this.copies.keep(key, measurement);
    return measurement;
  }

  /** A trial of the search. */
  private tryOne(problem: Problem, entry: BuiltEntry, best: number): Promise<Measurement> {
    const timeoutSeconds = this.device.session.hangLimit(this.timeouts.run);
    return this.attempt(problem, entry, {
      ...{ repeats: searchRepeats, best, timeoutSeconds, isCold: false },
      judgeSeconds: judgeSeconds.search,
    });
  }

  /** A trial, refused where its time is less than any kernel can take. */
  private async attempt(problem: Problem, entry: BuiltEntry, options: AttemptOptions): Promise<Measurement> {
    const measurement = await attempt(this.device, problem, entry, options);
    const timing = timingOf(measurement);
    const reason = timing && (await entry.refuseTime(timing.seconds));
    if (reason === undefined) return measurement;
    const { sourceHash, spent } = measurement;
    return { ...failure(ErrorNo.implausible, reason), sourceHash, spent };
  }
}

/** A measurement with what its times leave open, beside the best time so far, 0 for none. */
function withDoubt(measurement: Measurement, best: number): Measurement {
  const timing = timingOf(measurement);
  return timing ? { ...measurement, noisy: isUndecided(timing, best > 0 ? best : undefined) } : measurement;
}

function isAborted(signal: AbortSignal | undefined): boolean {
  return signal?.aborted === true;
}
