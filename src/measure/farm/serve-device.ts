import type { Job } from 'bullmq';
import { setTimeout } from 'node:timers/promises';
import type { DeviceKernel } from '../../ir/device-kernel.js';
import type { Target } from '../../target/target.js';
import { WorkError } from '../../target/errors.js';
import type { Built } from '../build.js';
import { HelperLost } from '../helper.js';
import { Scratch } from '../scratch.js';
import { ReferenceFailure } from '../reference-failure.js';
import { DeviceUnavailable, type DeviceSession, type Problem } from '../session.js';
import { Artifacts } from './artifacts.js';
import type { FarmConnection } from './connection.js';
import { DeviceLock } from './device-lock.js';
import { open, Refusal, seal } from './envelope.js';
import { runRequestSchema, type DeviceCard, type RunAnswer, type RunRequest } from './messages.js';
import { FetchedObjects } from './fetched-objects.js';
import { lease, runQueue, serving } from './queue-names.js';
import { Registry } from './registry.js';
import type { ServeEvents } from './serve-events.js';

/** What times kernels for the farm: a session whose references are built elsewhere. */
export interface ServedDevice {
  readonly card: DeviceCard;
  /** What it times on, of its host: one worker at a time uses it. */
  readonly lock: string;
  /** What references run on, where that is another device of the host. */
  readonly referenceLock?: string | undefined;
  /** `fetchReference` gives the object that a reference names as its source. */
  openSession(scratch: Scratch, fetchReference: (reference: DeviceKernel) => Promise<Built>): Promise<DeviceSession>;
  close(): Promise<void>;
}

/** Tuners that a worker remembers. */
const TUNERS = 10_000;

/** Serves a device until the signal is aborted: takes one job after the other, and ends after the one in flight. */
export async function serveDevice(
  farm: FarmConnection,
  device: ServedDevice,
  signal: AbortSignal,
  events: ServeEvents,
): Promise<void> {
  const server = new DeviceServer(farm, device, events);
  await server.serve(signal);
}

class DeviceServer {
  private readonly scratch = new Scratch();
  private readonly objects: FetchedObjects;
  private readonly lock: DeviceLock;
  private readonly referenceLock: DeviceLock | undefined;
  private readonly lastOf = new Map<string, number>();
  private lastDraw: string | undefined;
  private session!: DeviceSession;

  constructor(
    private readonly farm: FarmConnection,
    private readonly device: ServedDevice,
    private readonly events: ServeEvents,
  ) {
    this.objects = new FetchedObjects(new Artifacts(farm), this.scratch);
    const lockOf = (name: string): DeviceLock =>
      new DeviceLock(name, () => {
        events.note(`waiting: another process times kernels on ${name}`);
      });
    this.lock = lockOf(device.lock);
    this.referenceLock = device.referenceLock === undefined ? undefined : lockOf(device.referenceLock);
  }

  async serve(signal: AbortSignal): Promise<void> {
    const { card } = this.device;
    this.session = await this.device.openSession(this.scratch, ({ source }) => this.reference(source));
    const { Queue, Worker } = this.farm.bullmq;
    const queue = new Queue(runQueue(card.name), this.farm.queueOptions());
    queue.on('error', () => undefined);
    await queue.setGlobalConcurrency(1);
    const worker = new Worker(
      runQueue(card.name),
      (job: Job, _token?: string, lost?: AbortSignal) => this.process(job, lost!),
      { ...this.farm.blockingOptions(), ...lease, name: serving, maxStalledCount: 0, concurrency: 1 },
    );
    worker.on('error', () => undefined);
    worker.on('lockRenewalFailed', (ids: string[]) => {
      for (const id of ids) worker.cancelJob(id, 'the lease was lost');
    });
    const registry = new Registry(this.farm);
    try {
      await worker.waitUntilReady();
      await registry.announceDevice(card);
      this.events.ready();
      await aborted(signal);
    } finally {
      await registry.removeDevice(card.name).catch(() => undefined);
      await Promise.race([worker.close(), setTimeout(lease.lockDuration, undefined, { ref: false })]);
      await queue.close();
      await this.device.close();
      this.scratch.close();
    }
  }

  private async process(job: Job, lost: AbortSignal): Promise<unknown> {
    try {
      const { message: request, hash } = open(this.farm.secret, 'run', runRequestSchema, job.data);
      this.admit(request);
      const interrupt = (): void => {
        this.session.interrupt();
      };
      lost.addEventListener('abort', interrupt);
      try {
        const outcome = await this.lock.during(lost, () => this.run(request, lost));
        this.events.done(request.trial !== undefined);
        return seal(this.farm.secret, 'ran', this.answer(request, hash, outcome));
      } finally {
        lost.removeEventListener('abort', interrupt);
      }
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.events.refused(error.message);
      throw new this.farm.bullmq.UnrecoverableError(`refused: ${error.message}`);
    }
  }

  /** Throws Refusal for what is for another worker, or was here before. */
  private admit({ device, session, tuner, sequence }: RunRequest): void {
    const { card } = this.device;
    if (device !== card.name) throw new Refusal('it is for another device');
    if (session !== card.session) throw new Refusal('it is for an earlier worker of this device');
    const last = this.lastOf.get(tuner) ?? 0;
    if (sequence <= last) throw new Refusal('it was here before');
    this.lastOf.delete(tuner);
    this.lastOf.set(tuner, sequence);
    if (this.lastOf.size > TUNERS) this.lastOf.delete(this.lastOf.keys().next().value!);
  }

  private async run(request: RunRequest, lost: AbortSignal): Promise<RunAnswer['outcome']> {
    const { problem, trial, draw, tuner, target, threads } = request;
    try {
      // Of the target a session reads only the threads; what the kernel is for, its builder knew.
      const asked = { kind: this.device.card.kind, model: 'simd', arch: target, threads } as Target;
      const opened: Problem = { reference: referenceOf(problem), target: asked };
      const drawn = `${tuner} ${draw}`;
      const isNew = drawn !== this.lastDraw;
      const runsReference = isNew || this.session.referenceSeconds(opened) === 0;
      const prepare = (): Promise<void> => this.session.prepare(opened, isNew);
      await (runsReference && this.referenceLock ? this.referenceLock.during(lost, prepare) : prepare());
      this.lastDraw = drawn;
      this.referenceSeconds = this.session.referenceSeconds(opened);
      if (trial === undefined) return { answer: null };
      const { object, ...how } = trial;
      return { answer: await this.session.trial({ ...how, object: await this.objects.path(object) }) };
    } catch (error) {
      return failureOf(error);
    }
  }
  private referenceSeconds = 0;

  private answer({ device, session }: RunRequest, of: string, outcome: RunAnswer['outcome']): RunAnswer {
    const { fingerprint } = this.device.card;
    return { of, device, session, fingerprint, referenceSeconds: this.referenceSeconds, outcome };
  }

  private async reference(object: string): Promise<Built> {
    return { path: await this.objects.path(object), seconds: 0 };
  }
}

/** Its source is the name of the object that was made of it. */
function referenceOf({ reference, workspaceBytes, args }: RunRequest['problem']): DeviceKernel {
  return { language: 'object', source: reference, workspaceBytes, args };
}

function failureOf(error: unknown): RunAnswer['outcome'] {
  const message = error instanceof Error ? error.message.slice(0, 2000) : String(error);
  if (error instanceof Refusal) return { failure: 'object', message };
  if (error instanceof ReferenceFailure) return { failure: 'reference', message };
  if (error instanceof HelperLost) return { failure: 'lost', message };
  if (error instanceof DeviceUnavailable) return { failure: 'unavailable', message: `${error.reason.slice(0, 2000)}.` };
  if (error instanceof WorkError) return { failure: 'refused', message };
  throw error;
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => {
      resolve();
    });
  });
}
