import { formatTarget } from '../../backend/registry.js';
import { faultRound, type FaultRound } from './faults.js';
import { freshRun, soakedKernel, type Run } from './fresh-run.js';
import { reportOf } from './report-of.js';
import type { Soak } from './report.js';
import { cpuTime, cpuUse } from '../../target/cpu-time.js';
import { measureLoad } from '../../target/load.js';

/** Fresh runs for each round of faults. */
const RUNS_A_ROUND = 12;

export interface SoakSettings {
  readonly minutes: number;
  readonly threads: number;
  readonly signal?: AbortSignal | undefined;
  /** Receives the share of the time that has passed. */
  readonly onProgress?: ((share: number) => void) | undefined;
}

/**
 * Times one kernel in fresh runs until the minutes are over, looks who else is at work, and injects faults among right
 * kernels. At least one run and one round of faults are made; when aborted, what is known by then.
 */
export async function soak({ minutes, threads, signal, onProgress }: SoakSettings): Promise<Soak> {
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
