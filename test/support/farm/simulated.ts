/** Builders and devices that compile and run nothing: times come from a table, after a real delay. */
import { createHash, randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import type { DeviceKernel } from '../../../src/ir/device-kernel.js';
import type { DeviceCard } from '../../../src/measure/farm/messages.js';
import type { ServedBuilder } from '../../../src/measure/farm/serve-builder.js';
import type { ServedDevice } from '../../../src/measure/farm/serve-device.js';
import type { ServeEvents } from '../../../src/measure/farm/serve-events.js';
import type { RunsOn } from '../../../src/measure/farm/farm-device.js';
import { HelperLost } from '../../../src/measure/helper.js';
import type { RunnerAnswer } from '../../../src/measure/runner.js';
import type { Scratch } from '../../../src/measure/scratch.js';
import { DeviceUnavailable, type DeviceSession } from '../../../src/measure/session.js';
import { packageVersion } from '../../../src/target/package-version.js';
import type { Target } from '../../../src/target/target.js';

export const secret = '0123456789abcdef0123456789abcdef';
const compiler = 'gcc 12 of a test';
const lane = 'x86_64-linux-gnu';

export const target = { kind: 'llvm', model: 'simd', arch: 'x86-64', threads: 1 } as Target;

/** How simulated kernels are built and called. */
export const runs: RunsOn = {
  compiler,
  lane,
  format: (of) => `llvm -mcpu=${of.arch} -threads=1`,
  check: () => undefined,
  flagsOf: () => ['-O2'],
  call: () => [0, 0, '0 0'],
};

/** A kernel whose time is that of its number. */
export function kernelOf(number: number): DeviceKernel {
  const arg = { shape: [4], dtype: 'float32', packedBytes: 0 } as const;
  const args = [
    { ...arg, name: 'a', role: 'input' as const },
    { ...arg, name: 'b', role: 'output' as const },
  ];
  return { language: 'c', source: `kernel ${number}`, workspaceBytes: 0, args };
}

/** Seconds that a source takes: the same everywhere. */
export function secondsOf(source: string): number {
  const digest = createHash('sha256').update(source).digest();
  return 1e-6 * (1 + digest.readUInt16LE() / 1000);
}

/** Milliseconds of a trial of a source, `mean` of many: half as long to one and a half times, everywhere the same. */
export function delayOf(source: string, mean: number): number {
  const digest = createHash('sha256').update(source).digest();
  return mean * (0.5 + digest.readUInt16LE(2) / 65_536);
}

export interface SimulatedDevice {
  readonly name: string;
  /** Of a trial, or of the trial of a source. */
  readonly milliseconds?: number | ((source: string) => number);
  readonly fingerprint?: string;
  /** How many times as long it takes as its equals. */
  readonly slowness?: number;
  /** Hears of each trial that runs. */
  readonly onTrial?: (source: string) => void;
  /** Trials after which it cannot be used any more. */
  readonly lasts?: number;
}

export function simulatedDevice(of: SimulatedDevice): ServedDevice {
  const { name, fingerprint = 'simulated' } = of;
  const card: DeviceCard = {
    name,
    session: randomBytes(16).toString('hex'),
    kind: 'llvm',
    features: ['cpu', 'simulated'],
    tags: {},
    fingerprint,
    targets: { float32: 'llvm -mcpu=x86-64 -threads=1' },
    cores: 1,
    caches: { l1: 32768, l2: 524288, l3: 524288 },
    emulated: false,
    host: 'test',
    version: packageVersion(),
  };
  return {
    card,
    lock: `simulated-${process.pid}-${name}`,
    openSession: (scratch, fetchReference) => Promise.resolve(new SimulatedSession(of, scratch, fetchReference)),
    close: () => Promise.resolve(),
  };
}

/** Answers as a runner would that timed a kernel. */
export class SimulatedSession implements DeviceSession {
  private cancel = new AbortController();
  private trials = 0;

  constructor(
    private readonly of: SimulatedDevice,
    _scratch?: Scratch,
    private readonly fetchReference?: Parameters<ServedDevice['openSession']>[1],
  ) {}

  noteTrial(): void {
    return undefined;
  }
  hangLimit(limit: number): number {
    return limit;
  }
  referenceSeconds(): number {
    return 1e-3;
  }
  async prepare({ reference }: { readonly reference: DeviceKernel }): Promise<void> {
    await this.fetchReference?.(reference);
  }

  async trial({ object }: { readonly object: string }): Promise<RunnerAnswer> {
    const source = readFileSync(object, 'utf8');
    if (this.trials++ >= (this.of.lasts ?? Infinity)) throw new DeviceUnavailable('the GPU does not answer');
    this.of.onTrial?.(source);
    this.cancel = new AbortController();
    try {
      const { milliseconds = 5 } = this.of;
      const delay = typeof milliseconds === 'number' ? milliseconds : milliseconds(source);
      await setTimeout(delay, undefined, { signal: this.cancel.signal });
    } catch {
      throw new HelperLost('the runner was killed');
    }
    const seconds = (this.of.slowness ?? 1) * secondsOf(source);
    const costs = [seconds, seconds, seconds];
    const none = { check: 0, pack: 0, error: 0, waited: 0, moved: 0, slowed: 0, doubtful: 0, slow: 0 };
    return { outcome: 'done', run: seconds, costs, repeats: 3, ...none };
  }

  abandon(): void {
    this.cancel.abort();
  }
  interrupt(): void {
    this.cancel.abort();
  }
  close(): Promise<void> {
    return Promise.resolve();
  }
}

export interface SimulatedBuilder {
  readonly name: string;
  readonly milliseconds?: number;
  readonly jobs?: number;
  readonly onBuild?: (source: string) => void;
}

/** What it builds of a kernel is its source. */
export function simulatedBuilder(
  { name, milliseconds = 5, jobs = 4, onBuild }: SimulatedBuilder,
  folder: Scratch,
): ServedBuilder {
  return {
    card: { name, lanes: [{ lane, compiler }], jobs, host: 'test', version: packageVersion() },
    build: async ({ kernel }) => {
      const { source } = kernel as DeviceKernel;
      onBuild?.(source);
      await setTimeout(milliseconds);
      const path = folder.path(`${folder.number()}.so`);
      writeFileSync(path, source);
      return { path, seconds: milliseconds / 1000 };
    },
    close: () => Promise.resolve(),
  };
}

/** Counts what workers say. */
export class Heard implements ServeEvents {
  trials = 0;
  readonly refusals: string[] = [];
  readonly started: Promise<void>;
  private start = (): void => undefined;

  constructor() {
    this.started = new Promise((resolve) => {
      this.start = resolve;
    });
  }

  ready(): void {
    this.start();
  }
  done(counts: boolean): void {
    if (counts) this.trials++;
  }
  refused(reason: string): void {
    this.refusals.push(reason);
  }
  note(): void {
    return undefined;
  }
}
