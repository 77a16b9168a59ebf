import type { DeviceKernel } from '../ir/device-kernel.js';
import { isValueType, storeError } from '../ir/tensor.js';
import { hashOf } from './build-cache.js';
import type { BuiltEntry } from './build-loop.js';
import type { Device } from './device.js';
import { HelperLost } from './helper.js';
import type { Repeats } from './limits.js';
import { ErrorNo, type Measurement } from './measurement.js';
import type { Problem } from './session.js';
import { elementsOf, failure, verdict } from './verdict.js';

/** How a kernel that was built is run. */
export interface AttemptOptions {
  readonly repeats: Repeats;
  /** Best time so far, seconds, 0 for none: repeats stop early where they are clearly slower. */
  readonly best: number;
  readonly timeoutSeconds: number;
  /** See `TrialRequest`. */
  readonly judgeSeconds: number;
  readonly isCold: boolean;
}

/**
 * One attempt at a kernel, from its build to its times. Whatever goes wrong on the way is the outcome of a trial, since
 * a search learns from failures, too; only what every kernel would meet (no compiler, a lost device) is thrown.
 */
export async function attempt(
  device: Device,
  { reference, target }: Problem,
  { candidate, build, tolerance }: BuiltEntry,
  { repeats, timeoutSeconds, ...asked }: AttemptOptions,
): Promise<Measurement> {
  if ('error' in candidate) return failure(candidate.error, candidate.message);
  const sourceHash = hashOf(candidate.source);
  if ('error' in build) return { ...failure(build.error, build.message, build.seconds), sourceHash };
  const mismatch = signatureMismatch(candidate, reference);
  if (mismatch !== undefined) return { ...failure(ErrorNo.unknown, mismatch, build.seconds), sourceHash };
  const allowed = allowedError(candidate, tolerance);
  const call = device.call(candidate, build, target);
  const start = performance.now();
  try {
    const request = { object: build.path, timeoutSeconds, tolerance: allowed, ...repeats, ...asked, call };
    const answer = await device.session.trial(request);
    const wall = (performance.now() - start) / 1000;
    if (answer.outcome === 'done') device.session.noteTrial(wall);
    const facts = { kernel: candidate, tolerance: allowed, timeoutSeconds, sourceHash, compile: build.seconds, wall };
    const measurement = verdict(answer, facts);
    return build.warnings?.length ? { ...measurement, warnings: build.warnings } : measurement;
  } catch (error) {
    if (!(error instanceof HelperLost)) throw error;
    return { ...failure(ErrorNo.unknown, error.message, build.seconds), sourceHash };
  }
}

/** Largest relative error of a kernel's output, which is rounded to its type. */
export function allowedError({ args }: DeviceKernel, tolerance: number): number {
  return tolerance + storeError(args.at(-1)!.dtype);
}

/** Why a kernel cannot be called on the arguments of the reference. */
function signatureMismatch(kernel: DeviceKernel, reference: DeviceKernel): string | undefined {
  const shapes = ({ args }: DeviceKernel): string =>
    args.map((arg) => `${elementsOf(arg)}${isValueType(arg.dtype) ? '' : ` ${arg.dtype}`}`).join(', ');
  if (shapes(kernel) === shapes(reference)) return undefined;
  return `the kernel takes arguments of ${shapes(kernel)} elements, the reference of ${shapes(reference)}`;
}
