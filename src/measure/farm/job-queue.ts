import type { Job, Queue, QueueEvents, Worker } from 'bullmq';
import type { FarmConnection } from './connection.js';
import type { Envelope } from './envelope.js';
import { lease, watching } from './queue-names.js';

/** What came of a job: what its worker returned, why it failed, or that it was taken out of the queue. */
export type Outcome = { readonly returned: unknown } | { readonly failed: string } | { readonly withdrawn: true };

/** Milliseconds after which the state of a job is read, since an event may have been missed. */
const POLL = 1000;
/** Jobs that are read at once then, the oldest first: of thousands that wait, others have their turn later. */
const AT_ONCE = 32;
/** Events that Redis keeps: they hold results. */
const EVENTS = 1000;

interface Awaited {
  /** When it was in the queue for sure. */
  since: number;
  readonly settle: (outcome: Outcome) => void;
}

export interface JobQueueOptions {
  /** Jobs that ended and are kept, and for how many seconds. */
  readonly kept: { readonly age: number; readonly count: number };
  /** How often a job starts anew whose worker was lost. */
  readonly redeliveries: number;
  /** How many of its jobs may be at work at once, whoever works. */
  readonly atOnce?: number;
}

/** One queue of a farm as a tuner uses it: jobs go in, and the outcome of each comes back, once. */
export class JobQueue {
  private readonly awaited = new Map<string, Awaited>();
  private readonly timer: NodeJS.Timeout;

  private constructor(
    private readonly queue: Queue,
    private readonly events: QueueEvents,
    private readonly watcher: Worker,
    private readonly kept: JobQueueOptions['kept'],
  ) {
    // Connections that are lost come back; what is waited for is asked for then.
    queue.on('error', () => undefined);
    events.on('error', () => undefined);
    watcher.on('error', () => undefined);
    events.on('completed', ({ jobId, returnvalue }) => {
      this.settle(jobId, { returned: returnvalue });
    });
    events.on('failed', ({ jobId, failedReason }) => {
      this.settle(jobId, { failed: failedReason });
    });
    events.on('removed', ({ jobId }) => {
      // Events come late: it may be an earlier job of this id that was forgotten before this one was added.
      void this.look(jobId).catch(() => undefined);
    });
    this.timer = setInterval(() => {
      void this.poll().catch(() => undefined);
    }, POLL).unref();
  }

  static async open(farm: FarmConnection, name: string, options: JobQueueOptions): Promise<JobQueue> {
    const { Queue, QueueEvents, Worker } = farm.bullmq;
    const queue = new Queue(name, { ...farm.queueOptions(), streams: { events: { maxLen: EVENTS } } });
    const events = new QueueEvents(name, farm.blockingOptions());
    // Only who works on a queue looks for jobs whose worker was lost, and there may be nobody left.
    const watcher = new Worker(name, null, {
      ...farm.blockingOptions(),
      ...lease,
      name: watching,
      autorun: false,
      maxStalledCount: options.redeliveries,
    });
    const opened = new JobQueue(queue, events, watcher, options.kept);
    if (options.atOnce !== undefined) await queue.setGlobalConcurrency(options.atOnce);
    await events.waitUntilReady();
    await watcher.startStalledCheckTimer();
    return opened;
  }

  /** Jobs that this tuner waits for. */
  get size(): number {
    return this.awaited.size;
  }

  /** Adds a job where there is none of its id, and waits for the outcome of the one that is there. */
  async submit(id: string, data: Envelope): Promise<Outcome> {
    const outcome = new Promise<Outcome>((settle) => {
      this.awaited.set(id, { since: Infinity, settle });
    });
    try {
      await this.queue.add('job', data, { jobId: id, removeOnComplete: this.kept, removeOnFail: this.kept });
      const one = this.awaited.get(id);
      if (one) one.since = performance.now();
    } catch (error) {
      this.awaited.delete(id);
      throw error;
    }
    return outcome;
  }

  /** The outcome of a job that ended before, if it is kept. */
  async known(id: string): Promise<Outcome | undefined> {
    return outcomeOf(await this.job(id));
  }

  /** Takes back what nobody works on; other jobs end as they do. */
  async withdrawAll(): Promise<void> {
    await Promise.all([...this.awaited.keys()].map((id) => this.withdraw(id)));
  }

  /** Forgets a job that ended. */
  async forget(id: string): Promise<void> {
    await this.queue.remove(id).catch(() => 0);
  }

  async close(): Promise<void> {
    clearInterval(this.timer);
    await this.withdrawAll();
    for (const id of [...this.awaited.keys()]) this.settle(id, { withdrawn: true });
    await Promise.allSettled([this.events.close(), this.watcher.close(true), this.queue.close()]);
  }

  /** Redis would also remove a job that has ended, with its result; its event may be late. */
  private async withdraw(id: string): Promise<void> {
    const job = await this.job(id).catch(() => undefined);
    const outcome = outcomeOf(job);
    if (outcome) this.settle(id, outcome);
    if (outcome || (await job?.isActive())) return;
    const removed = await this.queue.remove(id).catch(() => 0);
    if (removed > 0) this.settle(id, { withdrawn: true });
  }

  private settle(id: string, outcome: Outcome): void {
    const one = this.awaited.get(id);
    this.awaited.delete(id);
    one?.settle(outcome);
  }

  private async poll(): Promise<void> {
    const now = performance.now();
    const old = [...this.awaited].filter(([, { since }]) => now - since > POLL).slice(0, AT_ONCE);
    for (const [id, one] of old) {
      // It ended while others were looked at.
      if (this.awaited.get(id) !== one) continue;
      // Behind all others, the next time.
      this.awaited.delete(id);
      this.awaited.set(id, one);
      await this.look(id);
    }
  }

  /** Settles a job that is in the queue for sure as Redis has it: it may have ended, or be gone. */
  private async look(id: string): Promise<void> {
    const one = this.awaited.get(id);
    if (one === undefined || one.since === Infinity) return;
    const job = await this.job(id);
    const outcome = job === undefined ? { withdrawn: true as const } : outcomeOf(job);
    if (outcome && this.awaited.get(id) === one) this.settle(id, outcome);
  }

  private job(id: string): Promise<Job | undefined> {
    return this.queue.getJob(id) as Promise<Job | undefined>;
  }
}

function outcomeOf(job: Job | undefined): Outcome | undefined {
  if (job?.finishedOn === undefined) return undefined;
  return job.failedReason ? { failed: job.failedReason } : { returned: job.returnvalue };
}
