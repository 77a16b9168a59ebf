import { canonical } from './canonical.js';
import type { Built } from '../build.js';
import { ReferenceFailure } from '../reference-failure.js';
import type { DeviceSession, Problem } from '../session.js';
import { threadsOf, type Target } from '../../target/target.js';
import { Pace } from '../pace.js';
import type { RunnerAnswer, TrialRequest } from '../runner.js';
import type { DevicePool } from './device-pool.js';
import type { Question } from './pooled-device.js';

interface Open {
  readonly key: string;
  readonly question: Question;
  readonly seconds: number;
}

interface FarmSessionOptions {
  /** A target in full. */
  format(target: Target): string;
  buildReference(problem: Problem): Promise<Built>;
  cancelReference(): void;
}

/** A problem that is open on the devices of a farm. */
export class FarmSession implements DeviceSession {
  private open: Open | undefined;
  private pace = new Pace();
  private draws = 0;

  constructor(
    private readonly pool: DevicePool,
    private readonly options: FarmSessionOptions,
  ) {}

  noteTrial(seconds: number): void {
    this.pace.observe(seconds);
  }

  /**
   * What a device may take, as if its reference had a single core, where both run on the same; not where times mean
   * nothing. Waiting for a device is not counted there.
   */
  hangLimit(limit: number): number {
    const [first] = this.pool.usable;
    const isAlike = first && first.card.references === undefined && !first.card.emulated;
    return this.pace.timeout(limit, isAlike ? this.open && this.open.seconds * first.card.cores : undefined);
  }

  referenceSeconds(problem: Problem): number {
    return this.open?.key === this.keyOf(problem) ? this.open.seconds : 0;
  }

  async prepare(problem: Problem, redraw: boolean): Promise<void> {
    const key = this.keyOf(problem);
    const isAgain = this.open?.key === key;
    if (isAgain && !redraw) return;
    if (!isAgain) this.pace = new Pace();
    this.open = undefined;
    const { reference, target } = problem;
    const built = await this.options.buildReference(problem);
    if ('error' in built)
      throw new ReferenceFailure(`The reference of this workload cannot be built: ${built.message}.`);
    const { workspaceBytes, args } = reference;
    const question: Question = {
      target: this.options.format(target),
      threads: threadsOf(target),
      problem: { reference: built.path, workspaceBytes, args },
      draw: this.draws++,
    };
    this.open = { key, question, seconds: await this.pool.prepare(question) };
  }

  async trial({ object, call, ...limits }: TrialRequest): Promise<RunnerAnswer> {
    if (this.open === undefined) throw new Error('no problem is open');
    return this.pool.trial({ ...this.open.question, trial: { object, call, ...limits } });
  }

  abandon(): void {
    this.options.cancelReference();
    this.pool.stop();
  }

  interrupt(): void {
    this.pool.stop();
  }

  close(): Promise<void> {
    return this.pool.close();
  }

  private keyOf({ reference, target }: Problem): string {
    return canonical([this.options.format(target), reference.source, reference.args]);
  }
}
