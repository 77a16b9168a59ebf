import { randomBytes } from 'node:crypto';
import { WorkError } from '../../target/errors.js';
import { estimate } from '../estimate.js';
import { HelperLost } from '../helper.js';
import { ReferenceFailure } from '../reference-failure.js';
import type { RunnerAnswer } from '../runner.js';
import type { FarmConnection } from './connection.js';
import type { Happenings } from './happenings.js';
import type { DeviceCard, RunAnswer } from './messages.js';
import { NoAnswer, PooledDevice, type Question } from './pooled-device.js';
import { Registry } from './registry.js';

/** Milliseconds between two looks at who is there. */
const LOOK = 5000;
/** Looks in a row that a worker may be missing at before its questions go to others. */
const MISSED = 2;
/** Milliseconds that a run waits for a device to come back. */
const PATIENCE = 10 * 60_000;
/** Devices that a question goes to before it is believed to be to blame. */
const ATTEMPTS = 3;
/** Share by which the time of one kernel may differ on devices that count as equal. */
const EQUAL = 0.1;

/** The time of a kernel on a device. */
interface Timed {
  readonly name: string;
  readonly seconds: number;
}

/** Devices of one fingerprint, which share the trials of a task. */
export class DevicePool {
  private readonly missed = new Map<PooledDevice, number>();
  private readonly timer: NodeJS.Timeout;
  private readonly freed: (() => void)[] = [];
  private calibration: Promise<void> | undefined;
  private isStopped = false;

  private constructor(
    private readonly registry: Registry,
    private readonly devices: readonly PooledDevice[],
    private readonly happenings: Happenings,
    private readonly patience: number,
  ) {
    this.timer = setInterval(() => {
      void this.look().catch(() => undefined);
    }, LOOK).unref();
  }

  static async open(
    farm: FarmConnection,
    cards: readonly DeviceCard[],
    happenings: Happenings,
    patience = PATIENCE,
  ): Promise<DevicePool> {
    const tuner = randomBytes(8).toString('hex');
    const devices = await Promise.all(cards.map((card) => PooledDevice.open(farm, card, tuner, happenings)));
    return new DevicePool(new Registry(farm), devices, happenings, patience);
  }

  /** Devices that get questions. */
  get usable(): readonly PooledDevice[] {
    return this.devices.filter(({ isUsable }) => isUsable);
  }

  get size(): number {
    return this.devices.length;
  }

  /** Opens a problem on all devices. Throws ReferenceFailure where one cannot. Returns seconds of the slowest. */
  async prepare(question: Question): Promise<number> {
    this.isStopped = false;
    const asked = this.usable.map((device) => this.prepareOn(device, question));
    const seconds = (await Promise.all(asked)).filter((one) => one !== undefined);
    if (seconds.length > 0) return Math.max(...seconds);
    // All of them were lost meanwhile: whichever comes back first.
    return (await this.anywhere(question)).referenceSeconds;
  }

  /**
   * A trial on the device that has least to do. The first kernel that has a time runs on all devices; what those have
   * answered meanwhile that turn out not to be equal is asked for again. Throws HelperLost where several were lost with
   * it, and when all is withdrawn.
   */
  async trial(question: Question): Promise<RunnerAnswer> {
    const answer = await this.trialAnywhere(question);
    const seconds = secondsIn(answer);
    if (seconds === undefined) return answerIn(answer)!;
    if (this.usable.length > 1) this.calibration ??= this.calibrate(question, { name: answer.device, seconds });
    await this.calibration;
    return answerIn(this.isApart(answer.device) ? await this.trialAnywhere(question) : answer)!;
  }

  /** Takes back what nobody works on yet. */
  stop(): void {
    this.isStopped = true;
    for (const device of this.devices) void device.withdraw();
    this.release();
  }

  async close(): Promise<void> {
    clearInterval(this.timer);
    this.stop();
    await Promise.allSettled(this.devices.map((device) => device.close()));
  }

  private async prepareOn(device: PooledDevice, question: Question): Promise<number | undefined> {
    try {
      const answer = await device.ask(question);
      if (this.isLeft(device, answer)) return undefined;
      answerIn(answer);
      return answer.referenceSeconds;
    } catch (error) {
      if (error instanceof NoAnswer || error instanceof HelperLost) return undefined;
      throw error;
    }
  }

  private async trialAnywhere(question: Question): Promise<RunAnswer> {
    const answer = await this.anywhere(question);
    this.happenings.trial(answer.device);
    return answer;
  }

  private async anywhere(question: Question): Promise<RunAnswer> {
    let last = '';
    for (let attempt = 0; attempt < ATTEMPTS;) {
      // Chosen and asked in one step: what else is asked meanwhile would go to the same device.
      const device = this.leastBusy();
      if (!device) {
        await this.someDevice();
        continue;
      }
      try {
        const answer = await device.ask(question);
        if (!this.isLeft(device, answer)) return answer;
      } catch (error) {
        if (!(error instanceof NoAnswer)) throw error;
        last = error.message;
        if (this.isStopped) break;
        this.happenings.count(`job of ${device.card.name} sent again (${reasonOf(last)})`);
        // What was in the queue of a worker that ended says nothing of the kernel.
        if (isStalled(last)) attempt++;
        await this.look();
      } finally {
        this.release();
      }
    }
    throw new HelperLost(this.isStopped ? 'the trial was withdrawn' : `devices were lost with it: ${last}`);
  }

  private leastBusy(): PooledDevice | undefined {
    const [first, ...others] = this.isStopped ? [] : this.usable;
    return first && others.reduce((best, one) => (one.inFlight < best.inFlight ? one : best), first);
  }

  /** Waits until a device is usable. Throws HelperLost when all is withdrawn, WorkError after long without one. */
  private async someDevice(): Promise<void> {
    const start = performance.now();
    let isSaid = false;
    for (;;) {
      if (this.isStopped) throw new HelperLost('the trial was withdrawn');
      if (this.usable.length > 0) return;
      if (performance.now() - start > this.patience)
        throw new WorkError(
          'No device of the farm is left for this task: start `tune worker --device NAME` on one and run the command again; the log holds what was measured.',
        );
      if (!isSaid) this.happenings.note(`Waiting for a device: ${this.names()} cannot be reached.`);
      isSaid = true;
      await this.wait();
    }
  }

  /** Until something changed, or it is time for another look. */
  private async wait(): Promise<void> {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, LOOK);
      this.freed.push(() => {
        clearTimeout(timer);
        resolve();
      });
    });
    if (!this.isStopped) await this.look();
  }

  private release(): void {
    for (const wake of this.freed.splice(0)) wake();
  }

  /** Who is there, and who serves each device now. */
  private async look(): Promise<void> {
    const members = await this.registry.devices();
    for (const device of this.devices) {
      const found = members.find(({ card }) => card.name === device.card.name);
      const isSame = found?.card.fingerprint === device.card.fingerprint;
      const isThere = isSame && found.alive;
      if (isThere) device.meet(found.card);
      const missed = isThere ? 0 : (this.missed.get(device) ?? 0) + 1;
      this.missed.set(device, missed);
      const isUsable = isThere && !found.drained && !this.setAside.has(device);
      if (!isUsable && device.isUsable && (isThere || missed >= MISSED)) this.lose(device, isThere);
      else if (isUsable) device.isUsable = true;
    }
    if (this.usable.length > 0) this.release();
  }
  private readonly setAside = new Set<PooledDevice>();

  private lose(device: PooledDevice, isDrained: boolean): void {
    device.isUsable = false;
    this.happenings.note(`${device.card.name} ${isDrained ? 'is drained' : 'is gone'}: its jobs go to other devices.`);
    this.happenings.count(`${device.card.name} ${isDrained ? 'drained' : 'gone'}`);
    void device.withdraw();
  }

  private calibrate(question: Question, first: Timed): Promise<void> {
    return this.compare(question, first).catch((error: unknown) => {
      this.calibration = undefined;
      throw error;
    });
  }

  /**
   * Runs a kernel on all devices, but for one that took its time for it; those are set aside whose time is another than
   * that of most, or, of equally many, of the fastest.
   */
  private async compare(question: Question, { name, seconds }: Timed): Promise<void> {
    const times = new Map<PooledDevice, number>();
    const first = this.devices.find(({ card }) => card.name === name);
    if (first && question.trial?.best === 0) times.set(first, seconds);
    await this.timeOthers({ ...question, trial: { ...question.trial!, best: 0 } }, times);
    // Lost or withdrawn meanwhile: another kernel does it.
    if (times.size < 2) return void (this.calibration = undefined);
    const usual = usualOf([...times.values()]);
    for (const [device, own] of times) {
      if (isEqual(own, usual)) continue;
      const percent = Math.round(100 * Math.abs(own / usual - 1));
      this.leave(
        device,
        `one kernel takes ${percent} % ${own > usual ? 'longer' : 'less'} there than on its equals (at most ${100 * EQUAL} % is equal).`,
      );
    }
  }

  /** Whether a device reports that it cannot be used, while others can: it gets nothing more. */
  private isLeft(device: PooledDevice, { outcome }: RunAnswer): boolean {
    if (!('failure' in outcome) || outcome.failure !== 'unavailable') return false;
    if (this.setAside.has(device)) return true;
    if (this.usable.every((one) => one === device)) return false;
    this.leave(device, outcome.message);
    this.happenings.count(`${device.card.name} unusable`);
    return true;
  }

  private leave(device: PooledDevice, why: string): void {
    this.setAside.add(device);
    device.isUsable = false;
    void device.withdraw();
    this.happenings.note(`${device.card.name} is set aside: ${why}`);
  }

  /** Adds the seconds of a kernel on devices without: on one at least, where devices come back meanwhile. */
  private async timeOthers(question: Question, times: Map<PooledDevice, number>): Promise<void> {
    for (let attempt = 0; attempt < ATTEMPTS && times.size < 2 && !this.isStopped; attempt++) {
      if (attempt > 0) await this.look();
      const asked = this.usable.filter((device) => !times.has(device));
      const found = await Promise.all(
        asked.map(async (device) => [device, await this.secondsOn(device, question)] as const),
      );
      for (const [device, seconds] of found) if (seconds !== undefined) times.set(device, seconds);
    }
  }

  private async secondsOn(device: PooledDevice, question: Question): Promise<number | undefined> {
    try {
      const answer = await device.ask(question);
      if (this.isLeft(device, answer)) return undefined;
      answerIn(answer);
      return secondsIn(answer);
    } catch (error) {
      if (error instanceof NoAnswer || error instanceof HelperLost) return undefined;
      throw error;
    }
  }

  private isApart(name: string): boolean {
    return [...this.setAside].some(({ card }) => card.name === name);
  }

  private names(): string {
    return this.devices.map(({ card }) => card.name).join(', ');
  }
}

/** The time that most others are equal to; of several such the least. */
function usualOf(times: readonly number[]): number {
  const equals = (time: number): number => times.filter((other) => isEqual(other, time)).length;
  return times.toSorted((a, b) => equals(b) - equals(a) || a - b)[0]!;
}

function isEqual(seconds: number, usual: number): boolean {
  return Math.abs(seconds / usual - 1) <= EQUAL;
}

/** Of a kernel that has a time. */
function secondsIn({ outcome }: RunAnswer): number | undefined {
  const answer = 'answer' in outcome ? outcome.answer : null;
  return answer?.outcome === 'done' ? estimate(answer.costs).seconds : undefined;
}

/** Throws what a session on this machine would. */
function answerIn({ outcome, device }: RunAnswer): RunnerAnswer | null {
  if ('answer' in outcome) return outcome.answer;
  const { failure, message } = outcome;
  if (failure === 'reference') throw new ReferenceFailure(message);
  if (failure === 'refused' || failure === 'unavailable') throw new WorkError(`${device}: ${message}`);
  throw new HelperLost(message);
}

function isStalled(reason: string): boolean {
  return reason.includes('stalled');
}

function reasonOf(reason: string): string {
  return isStalled(reason) ? 'its worker was lost' : reason.replace(/^refused: /, '');
}
