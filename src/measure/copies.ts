import type { DeviceKernel } from '../ir/device-kernel.js';
import type { Target } from '../target/target.js';
import { hashOf } from './build-cache.js';
import { ErrorNo, type Measurement } from './measurement.js';

/** Trials that worked, and that configs of the same code need not repeat. */
export class Copies {
  private readonly trials = new Map<string, Measurement>();

  /**
   * The trial of a kernel that was measured before, where it was well within what this one may be off; one that spent
   * nothing but `compile` seconds.
   */
  of(key: string, tolerance: number, compile: number): Measurement | undefined {
    const before = this.trials.get(key);
    if (before?.maxRelError === undefined || before.maxRelError > tolerance) return undefined;
    return { ...before, copied: true, spent: { compile, check: 0, run: 0 }, timestamp: Date.now() / 1000 };
  }

  /** Keeps a trial that is beyond doubt: no failure, which may pass, and no time that is noisy. */
  keep(key: string, trial: Measurement): void {
    if (trial.error === ErrorNo.none && trial.noisy !== true) this.trials.set(key, trial);
  }
}

/** All that decides on what is run. */
export function codeKey(kernel: DeviceKernel, reference: DeviceKernel, target: Target): string {
  return hashOf(JSON.stringify([kernel, reference.source, reference.args, target]));
}
