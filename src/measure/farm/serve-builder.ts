import type { Job, Worker } from 'bullmq';
import { setTimeout } from 'node:timers/promises';
import { defined } from '../../target/defined.js';
import { codeOf, type Built } from '../build.js';
import { ErrorNo } from '../measurement.js';
import { Scratch } from '../scratch.js';
import { Artifacts } from './artifacts.js';
import { buildHash, buildRedeliveries } from './build-hash.js';
import type { FarmConnection } from './connection.js';
import { open, Refusal, seal } from './envelope.js';
import { buildRequestSchema, type BuildAnswer, type BuilderCard, type BuildRequest } from './messages.js';
import { buildQueue, lease, serving } from './queue-names.js';
import { Registry } from './registry.js';
import type { ServeEvents } from './serve-events.js';

/** What compiles for the farm. */
export interface ServedBuilder {
  readonly card: BuilderCard;
  /** Compiles a kernel, which came from elsewhere, for a target. Throws Refusal for what is no kernel or target. */
  build(request: Pick<BuildRequest, 'target' | 'purpose' | 'kernel'>): Promise<Built>;
  close(): Promise<void>;
}

/** Nonces that a builder remembers at most; older ones have expired. */
const NONCES = 100_000;

/** Serves builds until the signal is aborted. Throws as `openBuilder`. */
export async function serveBuilder(
  farm: FarmConnection,
  openBuilder: (scratch: Scratch) => Promise<ServedBuilder>,
  signal: AbortSignal,
  events: ServeEvents,
): Promise<void> {
  const scratch = new Scratch();
  try {
    await serve(farm, await openBuilder(scratch), signal, events);
  } finally {
    scratch.close();
  }
}

async function serve(
  farm: FarmConnection,
  builder: ServedBuilder,
  signal: AbortSignal,
  events: ServeEvents,
): Promise<void> {
  const { card } = builder;
  const registry = new Registry(farm);
  const workers: Worker[] = [];
  try {
    const server = new BuildServer(farm, builder, events);
    for (const { lane, compiler } of card.lanes) {
      const worker = new farm.bullmq.Worker(buildQueue(lane, compiler), (job: Job) => server.process(job, compiler), {
        ...farm.blockingOptions(),
        ...lease,
        name: serving,
        concurrency: card.jobs,
        maxStalledCount: buildRedeliveries,
      });
      worker.on('error', () => undefined);
      workers.push(worker);
      await worker.waitUntilReady();
    }
    await registry.announceBuilder(card);
    events.ready();
    await new Promise<void>((resolve) => {
      if (signal.aborted) resolve();
      signal.addEventListener('abort', () => {
        resolve();
      });
    });
  } finally {
    await registry.removeBuilder(card.name).catch(() => undefined);
    await Promise.race([
      Promise.all(workers.map((worker) => worker.close())),
      setTimeout(lease.lockDuration, undefined, { ref: false }),
    ]);
    await builder.close();
  }
}

class BuildServer {
  private readonly artifacts: Artifacts;
  private readonly nonces = new Set<string>();

  constructor(
    private readonly farm: FarmConnection,
    private readonly builder: ServedBuilder,
    private readonly events: ServeEvents,
  ) {
    this.artifacts = new Artifacts(farm);
  }

  async process(job: Job, compiler: string): Promise<unknown> {
    try {
      const { message: request } = open(this.farm.secret, 'build', buildRequestSchema, job.data);
      const hash = buildHash(request);
      this.admit(request, job.id === `sha256-${hash}`, compiler);
      const answer: BuildAnswer = { of: hash, builder: this.builder.card.name, outcome: await this.build(request) };
      this.remember(request.nonce);
      this.events.done(true);
      return seal(this.farm.secret, 'built', answer);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.events.refused(error.message);
      throw new this.farm.bullmq.UnrecoverableError(`refused: ${error.message}`);
    }
  }

  private admit({ nonce, expires, compiler: wanted }: BuildRequest, isNamed: boolean, compiler: string): void {
    if (!isNamed) throw new Refusal('its job is not named by its content');
    if (expires < Date.now() / 1000) throw new Refusal('it has expired, or a clock is wrong');
    if (wanted !== compiler) throw new Refusal(`it is for ${wanted}`);
    if (this.nonces.has(nonce)) throw new Refusal('it was here before');
  }

  private async build(request: BuildRequest): Promise<BuildAnswer['outcome']> {
    const built = await this.builder.build(request);
    if ('error' in built) {
      const { error, seconds } = built;
      const isOwn = error === ErrorNo.compileHost || error === ErrorNo.buildTimeout || error === ErrorNo.instantiation;
      return { error: isOwn ? error : ErrorNo.unknown, message: built.message.slice(0, 2000), seconds };
    }
    const stored = await this.artifacts.put(built.path);
    return { ...stored, seconds: built.seconds, ...defined({ code: codeOf(built) }) };
  }

  private remember(nonce: string): void {
    this.nonces.add(nonce);
    if (this.nonces.size > NONCES) this.nonces.delete(this.nonces.values().next().value!);
  }
}
