import { z } from 'zod';
import { MOST_MINUTES } from '../products/soak/minutes.js';
import type { Soak } from '../products/soak/report.js';
import { soak as soakMachine } from '../products/soak/soak.js';
import { checked } from '../target/checked.js';
import { machine } from '../target/machine.js';

/** The options of `soak`. */
const soakOptionsSchema = z.strictObject({
  minutes: z.number().positive().max(MOST_MINUTES).describe('how long it takes'),
  threads: z.int().min(1).exactOptional().describe('of the kernel that is timed (default: all cores)'),
  signal: z.instanceof(AbortSignal).exactOptional().describe('ends it after the run in flight'),
  onProgress: z
    .custom<(share: number) => void>((value) => typeof value === 'function')
    .exactOptional()
    .describe('receives the share of the time that has passed'),
});

export type SoakOptions = Readonly<z.input<typeof soakOptionsSchema>>;

/**
 * Finds out how far the timings of this machine can be trusted: times one kernel in fresh runs until the minutes are
 * over, looks who else is at work, and injects faults among right kernels. At least one run and one round of faults are
 * made, which takes some seconds. When aborted, what is known by then. Throws UsageError for options that cannot be,
 * MissingError without a C compiler.
 */
export async function soak(options: SoakOptions): Promise<Soak> {
  const { threads = machine().cores, ...given } = checked(soakOptionsSchema, options);
  return soakMachine({ threads, ...given });
}
