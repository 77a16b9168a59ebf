import { z } from 'zod';
import { formatTarget } from '../backend/registry.js';
import { faultRound, type FaultRound } from '../products/soak/faults.js';
import { freshRun, soakedKernel, type Run } from '../products/soak/fresh-run.js';
import { MOST_MINUTES } from '../products/soak/minutes.js';
import { reportOf } from '../products/soak/report-of.js';
import type { Soak } from '../products/soak/report.js';
import { cpuTime, cpuUse } from '../target/cpu-time.js';
import { measureLoad } from '../target/load.js';
import { machine } from '../target/machine.js';
import { checked } from '../target/checked.js';

/** Fresh runs for each round of faults. */
const RUNS_A_ROUND = 12;

/** The options of `soak`. */
const soakOptionsSchema = z.strictObject({
  minutes: z.number().positive().max(MOST_MINUTES).describe('how long it takes'),
  threads: z.int().min(1).exactOptional().describe('of the kernel that is timed (default: all cores)'),
  signal: z.instanceof(AbortSignal).exactOptional().describe('ends it after the run in flight'),
  onProgress: z
    .custom<(share: number) => void>((value) => typeof value === 'function')
    .exactOptional()
    .describe('told the share of the time that has passed'),
});

export type SoakOptions = Readonly<z.input<typeof soakOptionsSchema>>;

/**
 * Finds out how far the timings of this machine can be trusted: times one kernel in fresh runs until the minutes are
 * over, looks who else is at work, and injects faults among right kernels. At least one run and one round of faults are
 * made, which takes some seconds. When aborted, what is known by then. Throws UsageError for options that cannot be,
 * MissingError without a C compiler.
 */
export async function soak(options: SoakOptions): Promise<Soak> {
  const { minutes, threads = machine().cores, signal, onProgress } = checked(soakOptionsSchema, options);
  const [load, before, start] = [measureLoad(), cpuTime(), performance.now()];
  const kernel = soakedKernel(threads);
  const runs: Run[] = [];
  const rounds: FaultRound[] = [];
  const seconds = (): number => (performance.now() - start) / 1000;
  do {
    if (runs.length >= RUNS_A_ROUND * rounds.length) rounds.push(await faultRound(rounds.length, signal));
    const run = await freshRun(kernel, runs.length, signal);
    if (run) runs.push(run);
    onProgress?.(Math.min(1, seconds() / (60 * minutes)));
  } while (signal?.aborted !== true && seconds() < 60 * minutes);
  return reportOf({
    minutes,
    seconds: seconds(),
    threads,
    interrupted: signal?.aborted === true,
    kernel: `${kernel.task.workload.name} by ${kernel.task.template.name}, ${formatTarget(kernel.task.target)}`,
    runs,
    rounds,
    load,
    use: cpuUse(before, cpuTime()),
  });
}
