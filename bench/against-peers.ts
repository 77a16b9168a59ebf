import type { Context } from './context.js';
import { Driver } from '../src/measure/driver.js';
import { startOurs } from '../src/products/bench/ours.js';
import { PEAK_OPS, startPeak } from '../src/backend/cpu/roofline.js';
import type { Peer } from '../src/products/bench/peer.js';
import { interleave, type Timing } from '../src/measure/rounds.js';
import { startPeers } from '../src/products/bench/start-peers.js';
import { speedRatio, spread, type Spread } from '../src/measure/statistics.js';
import type { RunRequest } from './runs.js';

/** Our kernels (one a seed), the peers and the machine's peak, timed against each other in one run. */
export interface PeerComparison {
  readonly ours: readonly { readonly seed: number; readonly timing: Timing }[];
  readonly peers: readonly Timing[];
  readonly peak: Timing;
}

/** Tunes for every seed, then lets all kernels and all peers take turns. */
export async function compareWithPeers(
  context: Context,
  task: Omit<RunRequest, 'seed' | 'explorer'>,
  peers: readonly Peer[],
): Promise<PeerComparison> {
  const runs = [];
  for (const seed of context.seeds) runs.push(await context.runs.get({ ...task, explorer: 'sa', seed }));

  const drivers: Driver[] = [];
  try {
    const { running, leftOut } = await startPeers(peers, context.threads);
    drivers.push(...running.map(({ driver }) => driver));
    context.leftOut.push(...leftOut);
    for (const run of runs) {
      drivers.push(await startOurs(run.best, `ours, seed ${run.request.seed}`, context.scratch));
    }
    drivers.push(await startPeak(context.threads));
    for (const { name, description } of drivers) context.contenders.set(`${task.workload}: ${name}`, description);

    context.say(`time ${task.workload}: ${drivers.map(({ name }) => name).join('; ')}`);
    const timings = await interleave(drivers, context.rounds);
    const first = running.length;
    return {
      peers: timings.slice(0, first),
      ours: runs.map(({ request }, i) => ({ seed: request.seed, timing: timings[first + i]! })),
      peak: timings.at(-1)!,
    };
  } finally {
    await Promise.all(drivers.map((driver) => driver.stop()));
  }
}

/** The peer with the smallest median time. */
export function fastest(peers: readonly Timing[]): Timing | undefined {
  const median = ({ seconds }: Timing): number => spread(seconds).median;
  return [...peers].sort((a, b) => median(a) - median(b)).at(0);
}

/** Share of the multiply-add peak that a kernel of `flops` operations reaches, round by round. */
export function shareOfPeak(timing: Timing, flops: number, { peak }: PeerComparison): Spread {
  const perOperation = (seconds: readonly number[], operations: number): number[] => seconds.map((s) => s / operations);
  return speedRatio(perOperation(timing.seconds, flops), perOperation(peak.seconds, PEAK_OPS));
}
