import { setImmediate } from 'node:timers/promises';
import type { DeviceKernel } from '../ir/device-kernel.js';
import type { Batch, Built } from './build.js';
import type { ErrorNo } from './measurement.js';
import { awaitedLater } from './awaited-later.js';
import { cancelled } from './compilers.js';

/** A kernel, or why there is none. */
export type KernelOrFailure = DeviceKernel | { readonly error: ErrorNo; readonly message: string };

/** One thing to build and measure. */
export interface Entry {
  /** Called once, when its turn to be built has come. */
  readonly make: () => KernelOrFailure;
  /** Largest error that it may make, relative to max(|want|, rms(want)), before its output is rounded to its type. */
  readonly tolerance: number;
  /** Why no kernel can take as few seconds a call as that; undefined, as by default, where one can. */
  readonly refuseTime?: RefuseTime;
}

type RefuseTime = (seconds: number) => Promise<string | undefined>;

export interface BuiltEntry {
  readonly candidate: KernelOrFailure;
  readonly build: Built;
  readonly tolerance: number;
  readonly refuseTime: RefuseTime;
  /** Seconds of making the source. */
  readonly makeSeconds: number;
}

/**
 * Makes the candidates of a batch one by one and starts the build of each, so that compilers work while the next one is
 * made. The builds in the order of the entries; a rejection is left to whoever awaits it. When stopped, or after a
 * rejection, what was not started is `cancelled`.
 */
export function startBuilds(
  entries: readonly Entry[],
  batch: Batch,
  isStopped: () => boolean,
): readonly Promise<BuiltEntry>[] {
  let turn = Promise.resolve();
  let hasFailed = false;
  const builds = entries.map((entry) => {
    const build = awaitedLater(turn.then(() => buildOne(entry, batch, hasFailed || isStopped())));
    build.catch(() => (hasFailed = true));
    turn = turn.then(() => setImmediate()); // lets the compilers receive it
    return build;
  });
  void turn.then(() => {
    batch.end();
  });
  return builds;
}

const believe: RefuseTime = () => Promise.resolve(undefined);

async function buildOne(
  { make, tolerance, refuseTime = believe }: Entry,
  batch: Batch,
  isLate: boolean,
): Promise<BuiltEntry> {
  const start = performance.now();
  const candidate = isLate ? cancelled : make();
  const makeSeconds = (performance.now() - start) / 1000;
  const build = 'error' in candidate ? { ...candidate, seconds: 0 } : await batch.add(candidate);
  return { candidate, build, tolerance, refuseTime, makeSeconds };
}
