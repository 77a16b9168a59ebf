/** What devices start, and what Redis has of their answers: seen by others than those who may be killed. */
import { appendFileSync, readFileSync } from 'node:fs';
import type { Job, Processor, QueueEvents, WorkerOptions } from 'bullmq';
import type { FarmConnection } from '../../../src/measure/farm/connection.js';
import type { Envelope } from '../../../src/measure/farm/envelope.js';
import type { RunAnswer, RunRequest } from '../../../src/measure/farm/messages.js';
import { runQueue } from '../../../src/measure/farm/queue-names.js';

/** A trial of a device, by the id of its job, which begins with the tuner's. */
export interface SeenRun {
  readonly job: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
}
export interface StartedRun extends SeenRun {
  /** Hash of what it runs. */
  readonly object: string;
}

/** The same farm, whose workers append a line to a file for each trial before they run it. */
export function withJournal(farm: FarmConnection, journal: string): FarmConnection {
  class WitnessedWorker extends farm.bullmq.Worker {
    constructor(name: string, process: Processor, options: WorkerOptions) {
      const witnessed: Processor = (job, token, signal) => {
        const started = startedBy(job);
        if (started) appendFileSync(journal, `${JSON.stringify(started)}\n`);
        return process(job, token, signal);
      };
      super(name, witnessed, options);
    }
  }
  return Object.create(farm, { bullmq: { value: { ...farm.bullmq, Worker: WitnessedWorker } } }) as FarmConnection;
}

/** What workers wrote until now; a torn last line of one that was killed is no start. */
export function startedIn(journal: string): readonly StartedRun[] {
  const lines = readFileSync(journal, 'utf8').split('\n').slice(0, -1);
  return lines.map((line) => JSON.parse(line) as StartedRun);
}

/** Hears of Redis itself which trials of some devices have their answer stored there. */
export async function hearAnswers(
  farm: FarmConnection,
  devices: readonly string[],
): Promise<{ readonly answered: SeenRun[]; readonly close: () => Promise<void> }> {
  const answered: SeenRun[] = [];
  const opened = devices.map((name): QueueEvents => {
    const events = new farm.bullmq.QueueEvents(runQueue(name), farm.blockingOptions());
    events.on('error', () => undefined);
    events.on('completed', ({ jobId, returnvalue }, id) => {
      // The ids of a stream begin with Redis's clock.
      if (isResult(returnvalue)) answered.push({ job: jobId, at: Number(id.split('-')[0]) });
    });
    return events;
  });
  await Promise.all(opened.map((events) => events.waitUntilReady()));
  const close = async (): Promise<void> => {
    await Promise.all(opened.map((events) => events.close()));
  };
  return { answered, close };
}

function startedBy({ id, data }: Job): StartedRun | undefined {
  const request = bodyOf(data) as Partial<RunRequest>;
  return request.trial && { job: id!, object: request.trial.object, at: Date.now() };
}

function isResult(returned: unknown): boolean {
  const { outcome } = bodyOf(returned) as RunAnswer;
  return 'answer' in outcome && outcome.answer?.outcome === 'done';
}

function bodyOf(envelope: unknown): unknown {
  return JSON.parse((envelope as Envelope).body);
}
