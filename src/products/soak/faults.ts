/** Kernels that fail on purpose, among right ones: is each called by its name, and is the next one unharmed? */
import { hostTarget } from '../../backend/cpu/target.js';
import { openCpu } from '../../backend/cpu/device.js';
import type { DeviceKernel } from '../../ir/device-kernel.js';
import { KernelMeasurer } from '../../measure/kernels.js';
import { ErrorNo, type Measurement } from '../../measure/measurement.js';
import type { Problem } from '../../measure/session.js';
import { kernel, loop, variant } from './scaled-sum-kernel.js';

/** A kernel that fails, what it does, and what its trial has to say. */
export type Fault = readonly [name: string, kernel: DeviceKernel, error: ErrorNo, message: RegExp];

/**
 * What only a timeout ends.
 *
 * @internal Tests and soak scripts run it.
 */
export const hang: Fault = [
  'never ends',
  kernel('for (volatile int i = 0;; i++) continue;'),
  ErrorNo.runTimeout,
  /^no result within/,
];

/** One of each kind of failure that a search must outlive. */
export const faults: readonly Fault[] = [
  [
    'uses a null pointer',
    kernel('*(volatile int *)8 = 1;'),
    ErrorNo.runtimeDevice,
    /SIGSEGV while running.*null pointer/,
  ],
  hang,
  [
    'calls exit(0)',
    kernel(`exit(0); ${loop}`, 'void exit(int);'),
    ErrorNo.runtimeDevice,
    /ended its process \(status 0\) instead of returning/,
  ],
  ['writes just past the end of the output', kernel(`${loop} C[n] = 0;`), ErrorNo.wrongAnswer, /just outside of "C"/],
  [
    'is wrong in one element',
    kernel(`${loop} C[61] += 0.5f;`),
    ErrorNo.wrongAnswer,
    /^C\[1, 2\] is .* but should be .*relative error/,
  ],
  [
    'is right only the first time',
    kernel(`${loop} C[4] += calls++ * 0.5f;`, 'static int calls;'),
    ErrorNo.wrongAnswer,
    /C\[0, 4\] .*though the first call was right/,
  ],
];

/** Whether a trial says of a fault what it has to. */
export function isRecognised({ error, message = '' }: Measurement, [, , wanted, pattern]: Fault): boolean {
  return error === wanted && pattern.test(message);
}

/** What became of each fault, and of the right kernel after each; fewer when aborted. */
export interface FaultRound {
  readonly faulty: readonly { readonly fault: Fault; readonly trial: Measurement }[];
  readonly right: readonly Measurement[];
}

/**
 * Builds and runs every fault once, each followed by a right kernel, in one batch as a search would; the number of the
 * round makes right kernels of their own. Throws MissingError without a compiler.
 */
export async function faultRound(number: number, signal: AbortSignal | undefined): Promise<FaultRound> {
  const problem: Problem = { reference: kernel(`/* reference */ ${loop}`), target: hostTarget(1) };
  const place = (i: number): number => number * (faults.length + 1) + i;
  // The first one is right, so that there is a best, as in a search.
  const first = variant(place(0));
  const kernels = [first, ...faults.flatMap(([, bad], i) => [bad, variant(place(i + 1))])];
  const entries = kernels.map((made) => ({ make: () => made, tolerance: 1e-5 }));
  const measurer = await KernelMeasurer.create(openCpu, { seed: number });
  try {
    const trials: Measurement[] = [];
    for await (const trial of measurer.measure(problem, entries, signal ? { signal } : {})) trials.push(trial);
    return {
      faulty: faults.flatMap((fault, i) => {
        const trial = trials.at(2 * i + 1);
        return trial ? [{ fault, trial }] : [];
      }),
      right: trials.filter((_, i) => i % 2 === 0),
    };
  } finally {
    await measurer.close();
  }
}
