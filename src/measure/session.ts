import type { DeviceKernel } from '../ir/device-kernel.js';
import { defined } from '../target/defined.js';
import { WorkError } from '../target/errors.js';
import { machine } from '../target/machine.js';
import { threadsOf, type Target } from '../target/target.js';
import type { Built } from './build.js';
import { hashOf } from './build-cache.js';
import { HelperHung, HelperLost } from './helper.js';
import { gigabytes, hostBytes, refuseTooLarge, type DeviceMemory } from './memory-need.js';
import { ReferenceFailure } from './reference-failure.js';
import type { Command } from './c-compiler.js';
import { Pace } from './pace.js';
import { Runner, type OpenRequest, type RunnerAnswer, type TrialRequest } from './runner.js';
import { bytesOf, elementsOf, explainSignal } from './verdict.js';

/** What kernels run on is lost, or does not start: another device may do. */
export class DeviceUnavailable extends WorkError {
  constructor(
    readonly reason: string,
    /** What follows it for who has this device alone. */
    advice = '.',
  ) {
    super(`${reason}${advice}`);
  }
}

/** What candidates must compute, and on what. */
export interface Problem {
  /** Takes its arguments as floats, whatever types they are said to be of. */
  readonly reference: DeviceKernel;
  readonly target: Target;
}

export interface SessionOptions {
  /** Starts the runner. */
  readonly command: Command;
  /** Builds a reference, which the runner runs on a CPU, for candidates of a target. */
  buildReference(reference: DeviceKernel, target: Target): Promise<Built>;
  /** Of the random inputs. */
  readonly seed: number;
  readonly referenceTimeoutSeconds: number;
  /** Bytes of the last-level cache of what kernels run on. */
  readonly cacheBytes: number;
  /** What kernels run on, where it has a memory of its own. */
  readonly memory?: DeviceMemory;
  /** Threads of the reference; default: as many as the target's kernels have. */
  readonly referenceThreads?: number;
  /** How often kernels are timed, whatever a trial asks for: once where times mean nothing. */
  readonly repeats?: Pick<TrialRequest, 'budget' | 'minRepeats' | 'maxRepeats'>;
}

interface Opening {
  readonly key: string;
  readonly reference: DeviceKernel;
  readonly threads: number;
  readonly request: OpenRequest;
  /** Of this machine, that it takes. */
  readonly memoryBytes: number;
}

interface Open extends Opening {
  /** Seconds that the reference took. */
  readonly seconds: number;
}

/** Keeps one problem open where kernels run: its inputs and the right answer. */
export interface DeviceSession {
  /** Notes the seconds of a trial of the open problem that worked. */
  noteTrial(seconds: number): void;
  /** Seconds after which a trial of the open problem has hung, at most `limit`. */
  hangLimit(limit: number): number;
  /** Seconds of the open problem's reference for that problem, 0 when it is not the open one. */
  referenceSeconds(problem: Problem): number;
  /**
   * Opens a problem, on inputs drawn anew if it is not the open one or `redraw` asks for it. Throws ReferenceFailure
   * when the reference cannot be built or run, WorkError when there is too little memory.
   */
  prepare(problem: Problem, redraw: boolean): Promise<void>;
  /**
   * Runs a trial of the open problem. Throws HelperLost when what runs it is lost again and again, WorkError when the
   * device is.
   */
  trial(request: TrialRequest): Promise<RunnerAnswer>;
  /** Gives up a problem that is being opened. */
  abandon(): void;
  /** Ends at once whatever runs. */
  interrupt(): void;
  close(): Promise<void>;
}

/** A session in a runner on this machine, which is started anew when it was lost. */
export class Session implements DeviceSession {
  private runner: Runner | undefined;
  private open: Open | undefined;
  private currentPace = new Pace();
  private draws = 0;
  private opening = false;
  private interrupted = false;

  constructor(private readonly options: SessionOptions) {}

  noteTrial(seconds: number): void {
    this.currentPace.observe(seconds);
  }

  /**
   * Seconds after which a trial of the open problem has hung, at most `limit`. Before one has worked, the reference
   * sets it, as if it had a single core: it is naive. Not where a device has to start, or times mean nothing.
   */
  hangLimit(limit: number): number {
    const { memory, repeats } = this.options;
    const isAlike = memory === undefined && repeats === undefined;
    return this.currentPace.timeout(limit, isAlike ? this.open && this.open.seconds * machine().cores : undefined);
  }

  referenceSeconds(problem: Problem): number {
    return this.open?.key === keyOf(problem) ? this.open.seconds : 0;
  }

  async prepare(problem: Problem, redraw: boolean): Promise<void> {
    const key = keyOf(problem);
    const again = this.open?.key === key;
    if (again && !redraw) return;
    if (!again) this.currentPace = new Pace();
    this.open = undefined;
    const { reference, target } = problem;
    const { seed, referenceTimeoutSeconds, cacheBytes, referenceThreads } = this.options;
    const threads = referenceThreads ?? threadsOf(target);
    refuseTooLarge(reference, this.options.memory);
    const built = await this.options.buildReference(reference, target);
    if ('error' in built)
      throw new ReferenceFailure(`The reference of this workload cannot be built: ${built.message}.`);
    const request = {
      seed: parseInt(hashOf(`${seed} ${this.draws++}`).slice(0, 12), 16),
      timeoutSeconds: referenceTimeoutSeconds,
      reference: built.path,
      workspaceBytes: reference.workspaceBytes,
      cacheFlushBytes: cacheFlushBytes(reference.args.map(bytesOf), cacheBytes),
      magnitude: reference.args.at(-1)!.magnitude ?? 0,
      again,
      args: reference.args.map((arg) => ({
        dtype: arg.dtype,
        elements: elementsOf(arg),
        parts: (arg.parts ?? []).map(elementsOf),
        ...defined({ range: arg.range }),
      })),
    };
    if (this.runner?.alive === true && this.runner.threads !== threads) await this.runner.close();
    const opening = { key, reference, threads, request, memoryBytes: hostBytes(reference) };
    this.open = { ...opening, seconds: await this.openWith(opening) };
  }

  /**
   * Runs a trial of the open problem, and once more when the runner died, which it need not have done of this kernel.
   * Throws HelperLost when it dies again, or does not answer; the next trial gets a new one. Throws WorkError when the
   * device is lost.
   */
  async trial(request: TrialRequest): Promise<RunnerAnswer> {
    this.interrupted = false;
    try {
      return await this.attempt(request);
    } catch (error) {
      if (!(error instanceof HelperLost) || error instanceof HelperHung || this.wasInterrupted()) throw error;
      return await this.attempt(request);
    }
  }

  interrupt(): void {
    this.interrupted = true;
    this.runner?.kill();
  }

  private wasInterrupted(): boolean {
    return this.interrupted;
  }

  abandon(): void {
    if (!this.opening) return;
    this.opening = false;
    this.runner?.kill();
    this.runner = undefined; // it may seem alive for a moment
  }

  async close(): Promise<void> {
    await this.runner?.close();
  }

  private async attempt(request: TrialRequest): Promise<RunnerAnswer> {
    if (this.open === undefined) throw new Error('no problem is open');
    if (this.runner?.alive !== true) await this.openWith(this.open);
    const answer = await this.start(this.open.threads).trial({ ...request, ...this.options.repeats });
    if (answer.outcome !== 'unavailable') return answer;
    throw new DeviceUnavailable(
      `The GPU cannot be used any more: ${answer.message}`,
      `. Wait until nvidia-smi lists no process of tune, or have the GPU reset, and run the command again; the log holds what was measured.`,
    );
  }

  private async openWith(opening: Opening): Promise<number> {
    const { request, threads, memoryBytes } = opening;
    this.opening = true;
    this.interrupted = false;
    const open = (): Promise<RunnerAnswer> => this.start(threads).open(request);
    const answer = await open()
      .catch((error: unknown) => {
        // Whoever killed it need not have meant the reference.
        if (!(error instanceof HelperLost) || error instanceof HelperHung || !this.opening || this.interrupted)
          throw error;
        return open();
      })
      .catch((error: unknown) => {
        if (!(error instanceof HelperLost)) throw error;
        const needed = `it needs ${gigabytes(memoryBytes)} GB of memory`;
        throw new ReferenceFailure(`The reference of this workload cannot be run: ${error.message}; ${needed}.`);
      })
      .finally(() => {
        this.opening = false;
      });
    if (answer.outcome === 'done') return answer.run;
    if (answer.outcome === 'unavailable')
      throw new DeviceUnavailable(`This workload cannot be measured on the GPU: ${answer.message}`);
    throw new ReferenceFailure(`The reference of this workload cannot be run: ${reasonOf(answer, opening)}.`);
  }

  private start(threads: number): Runner {
    this.runner = this.runner?.alive === true ? this.runner : new Runner(this.options.command, threads);
    return this.runner;
  }
}

function keyOf({ reference, target }: Problem): string {
  return hashOf(JSON.stringify([target, reference.args]) + reference.source);
}

/**
 * Operands that take more than half of the last-level cache do not stay in it beside anything else. Over many calls,
 * those of earlier trials among them, it would come to hold more of them than a program ever sees. (A kernel that
 * multiplied the same 64 MB by a vector at 35 GFLOPS over and over made 14 in turns with other programs.) So everything
 * is read from memory in every repeat: twice the cache is read before.
 */
export function cacheFlushBytes(argumentBytes: readonly number[], cacheBytes: number): number {
  const operands = argumentBytes.reduce((sum, bytes) => sum + bytes, 0);
  return operands > cacheBytes / 2 ? 2 * cacheBytes : 0;
}

function reasonOf(answer: Exclude<RunnerAnswer, { outcome: 'done' }>, { reference, request }: Opening): string {
  switch (answer.outcome) {
    case 'timeout':
      return `it took longer than ${request.timeoutSeconds} s`;
    case 'signal':
      return explainSignal(answer, reference, 'it');
    case 'unloadable':
    case 'failed':
      return answer.message;
    default:
      return `it ended with ${answer.outcome}`;
  }
}
