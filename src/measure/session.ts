import type { Kernel } from '../codegen/kernel.js';
import { WorkError } from '../target/errors.js';
import { machine } from '../target/machine.js';
import { hashOf, type Builder } from './builder.js';
import { HelperLost } from './helper.js';
import { Runner, type OpenRequest, type RunnerAnswer, type TrialRequest } from './runner.js';
import { elementsOf } from './verdict.js';

/** What candidates must compute, and on which CPU. */
export interface Problem {
  readonly reference: Kernel;
  /** As gcc names it. */
  readonly cpu: string;
  readonly threads: number;
}

interface Open {
  readonly key: string;
  readonly threads: number;
  readonly request: OpenRequest;
  /** Seconds that the reference took. */
  readonly seconds: number;
}

/** Keeps one problem open in a runner: its inputs and the right answer. Restarts the runner when it was lost. */
export class Session {
  private runner: Runner | undefined;
  private open: Open | undefined;
  private draws = 0;
  private opening = false;

  constructor(
    private readonly native: string,
    private readonly builder: Builder,
    private readonly seed: number,
    private readonly referenceTimeoutSeconds: number,
  ) {}

  /** Seconds of the open problem's reference for that problem, 0 when it is not the open one. */
  referenceSeconds(problem: Problem): number {
    return this.open?.key === keyOf(problem) ? this.open.seconds : 0;
  }

  /**
   * Opens a problem, on inputs drawn anew if it is not the open one or `redraw` asks for it.
   * Throws WorkError when the reference cannot be built or run.
   */
  async prepare(problem: Problem, redraw: boolean): Promise<void> {
    const key = keyOf(problem);
    if (this.open?.key === key && !redraw) return;
    this.open = undefined;
    const { reference, cpu, threads } = problem;
    const built = await this.builder.build(reference, cpu, 'reference');
    if ('error' in built) throw new WorkError(`The reference of this workload cannot be built: ${built.message}.`);
    const elements = reference.args.map(elementsOf);
    const request = {
      seed: parseInt(hashOf(`${this.seed} ${this.draws++}`).slice(0, 12), 16),
      timeoutSeconds: this.referenceTimeoutSeconds,
      reference: built.path,
      workspaceBytes: reference.workspaceBytes,
      sweepBytes: sweepBytes(elements),
      elements,
    };
    if (this.runner?.alive === true && this.runner.threads !== threads) await this.runner.close();
    this.open = { key, threads, request, seconds: await this.openWith(request, threads) };
  }

  /** Runs a trial of the open problem. Throws HelperLost when the runner dies; the next trial gets a new one. */
  async trial(request: TrialRequest): Promise<RunnerAnswer> {
    if (this.open === undefined) throw new Error('no problem is open');
    const { threads, request: opening } = this.open;
    if (this.runner?.alive !== true) await this.openWith(opening, threads);
    return this.start(threads).trial(request);
  }

  /** Gives up a problem that is being opened. */
  abandon(): void {
    if (this.opening) this.runner?.kill();
  }

  async close(): Promise<void> {
    await this.runner?.close();
  }

  private async openWith(request: OpenRequest, threads: number): Promise<number> {
    this.opening = true;
    const answer = await this.start(threads)
      .open(request)
      .catch((error: unknown) => {
        if (error instanceof HelperLost)
          throw new WorkError(`The reference of this workload cannot be run: ${error.message}.`);
        throw error;
      })
      .finally(() => {
        this.opening = false;
      });
    if (answer.outcome === 'done') return answer.run;
    throw new WorkError(`The reference of this workload cannot be run: ${reasonOf(answer, request)}.`);
  }

  private start(threads: number): Runner {
    this.runner = this.runner?.alive === true ? this.runner : new Runner(this.native, threads);
    return this.runner;
  }
}

function keyOf({ reference, cpu, threads }: Problem): string {
  return hashOf(JSON.stringify([cpu, threads, reference.args]) + reference.source);
}

/**
 * Operands that take more than half of the last cache do not stay in it beside anything else. Over many calls, those of earlier trials among
 * them, it would come to hold more of them than a program ever sees. (A kernel that multiplied the same 64 MB by a vector at 35 GFLOPS over
 * and over made 14 in turns with other programs.) So everything is read from memory in every repeat: twice the cache is read before.
 */
export function sweepBytes(elements: readonly number[]): number {
  const { caches, cores } = machine();
  const cache = cores * caches.l3;
  const operands = elements.reduce((sum, count) => sum + 4 * count, 0);
  return operands > cache / 2 ? 2 * cache : 0;
}

function reasonOf(answer: Exclude<RunnerAnswer, { outcome: 'done' }>, request: OpenRequest): string {
  switch (answer.outcome) {
    case 'timeout':
      return `it took longer than ${request.timeoutSeconds} s`;
    case 'unloadable':
    case 'failed':
      return answer.message;
    default:
      return `it ended with ${answer.outcome}`;
  }
}
