import { countsOf } from '../../operator/counts.js';
import { bytesOf, elementTypeOf } from '../../operator/operator.js';
import type { Scratch } from '../../measure/scratch.js';
import { MissingError, TuneError } from '../../target/errors.js';
import { Driver } from '../../measure/driver.js';
import { startConfig, startOurs, type OursOptions } from './ours.js';
import { isOfPeers } from './peer-types.js';
import { peersOf } from './peers.js';
import type { Found } from './records.js';
import { interleave, type RoundOptions } from '../../measure/rounds.js';
import type { NoKernel, Ratio, Row } from './row.js';
import { startPeers, type Started, type StartedPeer } from './start-peers.js';
import { speedRatio, spread } from '../../measure/statistics.js';
import type { Known } from '../../templates/known.js';
import type { ExpectedConfig } from './expectations.js';
import type { Entry } from './entry.js';
import { PEAK_OPS, startBandwidth, startPeak, type Bandwidth } from '../../backend/cpu/roofline.js';
import { defined } from '../../target/defined.js';

/** What is timed in one run. */
export interface Comparison {
  readonly entry: Entry;
  readonly threads: number;
  readonly found: Found | ExpectedConfig | NoKernel;
  /** What the record may be of, besides what comes with tune. */
  readonly known?: Known;
}

/** Seconds a call of a driver, one entry a round. */
type SecondsOf = (driver: Driver) => readonly number[];

/**
 * Lets our kernel, its peers and the machine's peak and bandwidth take turns. A kernel of ours that cannot be timed is
 * reported in the row. Throws MissingError without a compiler, and the reason of the abort when the rounds are aborted.
 */
export async function compare(
  { entry, threads, found, known }: Comparison,
  rounds: RoundOptions,
  scratch: Scratch,
): Promise<Row> {
  const dtype = elementTypeOf(entry.workload);
  // Nothing is timed while they set up, so all may do so at once.
  const starting = [
    startPeers(peersOf(entry.workload), threads, rounds.signal),
    startFound(found, scratch, { known, signal: rounds.signal }),
    startPeak(threads, dtype),
    startBandwidth(threads),
  ] as const;
  const settled = await Promise.allSettled(starting);
  try {
    const [{ running, leftOut }, ours, peak, bandwidth] = await Promise.all(starting);
    rounds.signal?.throwIfAborted();
    const drivers = driversOf(settled);
    const timings = await interleave(drivers, rounds);
    const secondsOf: SecondsOf = (driver) => timings[drivers.indexOf(driver)]!.seconds;
    return {
      ...defined({ suite: entry.suite }),
      operator: entry.operator.name,
      workload: entry.workload.name,
      threads,
      dtype,
      counts: countsOf(entry.operator, entry.workload),
      flops: entry.operator.flops(entry.workload),
      bytes: bytesOf(entry.operator, entry.workload),
      peak: PEAK_OPS / spread(secondsOf(peak)).median,
      bandwidth: bandwidth.bytes / spread(secondsOf(bandwidth.driver)).median,
      ours: 'driver' in ours ? timeOfOurs(ours, secondsOf) : ours,
      peers: running.map(({ peer, driver }) => ({
        name: peer.name,
        seconds: spread(secondsOf(driver)),
        competes: peer.competes,
        description: driver.description,
      })),
      leftOut,
      ...withoutEpilogue(entry),
      ...('driver' in ours && ratioOf(ours.driver, running, secondsOf)),
    };
  } finally {
    await Promise.all(driversOf(settled).map((driver) => driver.stop()));
  }
}

/** Of those that could be started. */
function driversOf(
  settled: readonly PromiseSettledResult<Started | OursRunning | NoKernel | Driver | Bandwidth>[],
): Driver[] {
  return settled.flatMap((one) => {
    if (one.status === 'rejected') return [];
    if (one.value instanceof Driver) return [one.value];
    if ('running' in one.value) return one.value.running.map(({ driver }) => driver);
    return 'driver' in one.value ? [one.value.driver] : [];
  });
}

interface OursRunning {
  readonly driver: Driver;
  readonly found: Found | ExpectedConfig;
}

async function startFound(
  found: Found | ExpectedConfig | NoKernel,
  scratch: Scratch,
  options: OursOptions,
): Promise<OursRunning | NoKernel> {
  if ('why' in found) return found;
  try {
    const driver =
      'record' in found
        ? await startOurs(found.record, 'ours', scratch, options)
        : await startConfig(found, 'ours', scratch, options.signal);
    return { driver, found };
  } catch (error) {
    if (!(error instanceof TuneError) || error instanceof MissingError) throw error;
    return { why: error.message, failed: true };
  }
}

function timeOfOurs({ driver, found }: OursRunning, secondsOf: SecondsOf): Row['ours'] {
  return { ...found, seconds: spread(secondsOf(driver)), error: driver.error };
}

/** Against the peer with the smallest median among those that compete. */
function ratioOf(ours: Driver, running: readonly StartedPeer[], secondsOf: SecondsOf): { ratio: Ratio } | undefined {
  const median = (driver: Driver): number => spread(secondsOf(driver)).median;
  const rivals = running.filter(({ peer }) => peer.competes).map(({ driver }) => driver);
  const rival = rivals.toSorted((a, b) => median(a) - median(b)).at(0);
  if (rival === undefined) return undefined;
  const { low, high } = speedRatio(secondsOf(ours), secondsOf(rival));
  return { ratio: { rival: rival.name, value: median(rival) / median(ours), low, high } };
}

function withoutEpilogue({ workload }: Entry): Pick<Row, 'peersWithout'> {
  const { epilogue } = workload.shape;
  const spared = Array.isArray(epilogue) ? epilogue.filter((step) => !isOfPeers(String(step))) : [];
  return spared.length > 0 ? { peersWithout: spared.join(',') } : {};
}
