import { randomBytes } from 'node:crypto';
import type { FarmConnection } from './connection.js';
import { hashOfBody, open, Refusal, seal } from './envelope.js';
import type { Happenings } from './happenings.js';
import { JobQueue } from './job-queue.js';
import { runAnswerSchema, type DeviceCard, type RunAnswer, type RunRequest } from './messages.js';
import { runQueue } from './queue-names.js';

/** Seconds that jobs are kept that ended; their tuner takes them out. */
const kept = { age: 600, count: 100 };

/** What a tuner asks of whichever device; the device adds who it is. */
export type Question = Omit<RunRequest, 'device' | 'session' | 'tuner' | 'sequence'>;

/** Why a device did not answer; the question may go to another. */
export class NoAnswer extends Error {}

/** A device of a farm as one tuner uses it. */
export class PooledDevice {
  /** Questions that are open. */
  inFlight = 0;
  /** Whether it gets questions. */
  isUsable = true;
  private sequence = 0;

  private constructor(
    private readonly farm: FarmConnection,
    private readonly queue: JobQueue,
    private readonly tuner: string,
    private readonly happenings: Happenings,
    private current: DeviceCard,
  ) {}

  static async open(
    farm: FarmConnection,
    card: DeviceCard,
    tuner: string,
    happenings: Happenings,
  ): Promise<PooledDevice> {
    const queue = await JobQueue.open(farm, runQueue(card.name), { kept, redeliveries: 0, atOnce: 1 });
    return new PooledDevice(farm, queue, tuner, happenings, card);
  }

  get card(): DeviceCard {
    return this.current;
  }

  /** Another worker serves it now. */
  meet(card: DeviceCard): void {
    if (card.session !== this.current.session) this.sequence = 0;
    this.current = card;
  }

  /** Throws NoAnswer where its worker was lost, refused it, or the answer is not of this device. */
  async ask(question: Question): Promise<RunAnswer> {
    const { name, session } = this.current;
    const request: RunRequest = { ...question, device: name, session, tuner: this.tuner, sequence: ++this.sequence };
    const envelope = seal(this.farm.secret, 'run', request);
    const id = `${this.tuner}-${randomBytes(8).toString('hex')}`;
    this.inFlight++;
    try {
      const outcome = await this.queue.submit(id, envelope);
      if ('withdrawn' in outcome) throw new NoAnswer('it was withdrawn');
      void this.queue.forget(id);
      if ('failed' in outcome) throw new NoAnswer(outcome.failed);
      return this.read(outcome.returned, hashOfBody(envelope.body), session);
    } finally {
      this.inFlight--;
    }
  }

  /** Takes back all that it does not work on yet. */
  withdraw(): Promise<void> {
    return this.queue.withdrawAll();
  }

  close(): Promise<void> {
    return this.queue.close();
  }

  private read(returned: unknown, hash: string, session: string): RunAnswer {
    try {
      const { message } = open(this.farm.secret, 'ran', runAnswerSchema, returned);
      const { of, device, fingerprint } = message;
      if (of !== hash || device !== this.current.name || message.session !== session)
        throw new Refusal('the answer is to another question');
      if (fingerprint !== this.current.fingerprint) throw new Refusal('the answer is of other hardware');
      return message;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.happenings.count(`forged or damaged answer in the name of ${this.current.name} refused`);
      throw new NoAnswer(error.message);
    }
  }
}
