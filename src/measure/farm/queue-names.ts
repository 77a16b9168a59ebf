import { packageVersion } from '../../target/package-version.js';
import { slug } from '../../target/slug.js';

/** How long a worker's hold on a job outlives it, and how often others look; milliseconds. */
export const lease = { lockDuration: 10_000, stalledInterval: 5_000 } as const;

/** The queue of a device. */
export function runQueue(device: string): string {
  return `run-${device}`;
}

/** The queue of all builders of this version of `tune` that build for a lane by the same compiler. */
export function buildQueue(lane: string, compiler: string): string {
  return `build-${packageVersion()}-${lane}-${slug(compiler)}`;
}

/** What workers are called among Redis's clients; who only looks for lost jobs is called otherwise. */
export const serving = 'serve';
export const watching = 'watch';
