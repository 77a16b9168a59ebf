import { randomBytes } from 'node:crypto';
import type { DeviceKernel } from '../../ir/device-kernel.js';
import type { Target } from '../../target/target.js';
import type { Batch, BatchBuilder, Built, CompilerUse } from '../build.js';
import { cancelled } from '../compilers.js';
import { ErrorNo } from '../measurement.js';
import { Artifacts } from './artifacts.js';
import { buildHash, buildRedeliveries } from './build-hash.js';
import type { FarmConnection } from './connection.js';
import { open, Refusal, seal } from './envelope.js';
import type { Happenings } from './happenings.js';
import { JobQueue, type Outcome } from './job-queue.js';
import { buildAnswerSchema, type BuildRequest } from './messages.js';
import { buildQueue } from './queue-names.js';

/** Seconds that builds are kept for whoever asks for the same, and how many. */
const kept = { age: 3600, count: 10_000 };
/** Seconds until a request that nobody took is refused. */
const EXPIRES = 3600;
/** How often a build is asked for that was lost or refused. */
const ATTEMPTS = 4;

/** What a farm's builder must know of targets. */
export interface BuildsFor {
  /** The compiler that all kernels of the task are built by, as builders name it. */
  readonly compiler: string;
  readonly lane: string;
  format(target: Target): string;
  flagsOf(target: Target): readonly string[];
}

/** Compiles kernels on the builders of a farm, equal ones once. What is built is named by the hash of its content. */
export class FarmBuilder implements BatchBuilder {
  private readonly built = new Map<string, Promise<Built>>();
  private readonly artifacts: Artifacts;
  private isCancelled = false;

  private constructor(
    private readonly farm: FarmConnection,
    private readonly queue: JobQueue,
    private readonly builds: BuildsFor,
    private readonly happenings: Happenings,
  ) {
    this.artifacts = new Artifacts(farm);
  }

  static async open(farm: FarmConnection, builds: BuildsFor, happenings: Happenings): Promise<FarmBuilder> {
    const options = { kept, redeliveries: buildRedeliveries };
    const queue = await JobQueue.open(farm, buildQueue(builds.lane, builds.compiler), options);
    return new FarmBuilder(farm, queue, builds, happenings);
  }

  compilerOf(target: Target): CompilerUse {
    return { name: this.builds.compiler, flags: this.builds.flagsOf(target) };
  }

  batch(target: Target): Batch {
    this.isCancelled = false;
    return { add: (kernel) => this.build(kernel, target, 'kernel'), end: () => undefined };
  }

  /** The same of a reference, before which nothing that was cancelled is under way. */
  buildReference(reference: DeviceKernel, target: Target): Promise<Built> {
    this.isCancelled = false;
    return this.build(reference, target, 'reference');
  }

  /** Compiles a kernel; failures are answers. The path of what is built is the hash of its content. */
  private async build(kernel: DeviceKernel, target: Target, purpose: BuildRequest['purpose']): Promise<Built> {
    const content = { target: this.builds.format(target), purpose, compiler: this.builds.compiler, kernel };
    const hash = buildHash(content);
    const before = this.built.get(hash);
    const building = before ? this.again(before, hash, content) : this.ask(hash, content);
    this.built.set(hash, building);
    const built = await building;
    const isLasting = !('error' in built) || built.error === ErrorNo.compileHost;
    if (!isLasting) this.built.delete(hash);
    return built;
  }

  /** Objects expire where they are stored: in Redis, a folder or a bucket. */
  trim(): Promise<void> {
    return Promise.resolve();
  }

  cancel(): void {
    this.isCancelled = true;
    void this.queue.withdrawAll();
  }

  close(): Promise<void> {
    return this.queue.close();
  }

  /** What was built before, or anew: objects expire. */
  private async again(
    before: Promise<Built>,
    hash: string,
    content: Omit<BuildRequest, 'nonce' | 'expires'>,
  ): Promise<Built> {
    const built = await before;
    const isThere = 'error' in built || (await this.whyNotStored(built.path)) === undefined;
    return isThere ? { ...built, seconds: 0 } : this.ask(hash, content);
  }

  private async ask(hash: string, content: Omit<BuildRequest, 'nonce' | 'expires'>): Promise<Built> {
    const id = `sha256-${hash}`;
    let last = 'no builder took it';
    for (let attempt = 0; attempt < ATTEMPTS && !this.isCancelled; attempt++) {
      if (attempt > 0) this.happenings.count('build asked for again');
      const outcome = (await this.queue.known(id)) ?? (await this.submit(id, content));
      const built = await this.read(outcome, hash);
      if (typeof built !== 'string') return built;
      last = built;
      // One that was withdrawn is gone already: of this id there may be what another tuner asks for by now.
      if (!('withdrawn' in outcome)) await this.queue.forget(id);
    }
    return this.isCancelled
      ? { ...cancelled, seconds: 0 }
      : { error: ErrorNo.unknown, message: `the farm could not build it: ${last}`, seconds: 0 };
  }

  private submit(id: string, content: Omit<BuildRequest, 'nonce' | 'expires'>): Promise<Outcome> {
    const nonce = randomBytes(16).toString('hex');
    const request = { ...content, nonce, expires: Math.ceil(Date.now() / 1000) + EXPIRES };
    return this.queue.submit(id, seal(this.farm.secret, 'build', request));
  }

  /** What was built, or why there is nothing. */
  private async read(outcome: Outcome, hash: string): Promise<Built | string> {
    if ('withdrawn' in outcome) return 'it was withdrawn';
    if ('failed' in outcome) return outcome.failed;
    try {
      const { message } = open(this.farm.secret, 'built', buildAnswerSchema, outcome.returned);
      if (message.of !== hash) return 'the answer is to another request';
      if ('error' in message.outcome) return message.outcome;
      const { object, seconds, code } = message.outcome;
      return (await this.whyNotStored(object)) ?? { path: object, seconds, ...code };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.happenings.count('forged or damaged answer of a builder refused');
      return error.message;
    }
  }

  private async whyNotStored(object: string): Promise<string | undefined> {
    try {
      return (await this.artifacts.has(object)) ? undefined : 'the object is not stored any more';
    } catch (error) {
      if (error instanceof Refusal) return error.message;
      throw error;
    }
  }
}
