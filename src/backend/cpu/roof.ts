import type { DType } from '../../ir/tensor.js';
import type { Driver } from '../../measure/driver.js';
import { BANDWIDTH_BYTES, PEAK_OPS, startBandwidth, startPeak } from './roofline.js';
import { interleave } from '../../measure/rounds.js';

/** What some threads of this machine reach now, in operations of multiply-adds and bytes a second read from memory. */
export interface Reach {
  readonly peak: number;
  readonly bandwidth: number;
}

/** Turns of each. Whatever else runs only makes them slower, so the fastest counts. */
const ROUNDS = 9;

/** Measures both, in turns, on elements of a type. Throws MissingError without a compiler. */
export async function measureReach(threads: number, dtype: DType): Promise<Reach> {
  const [peak, bandwidth] = await fastestTurns([() => startPeak(threads, dtype), () => startBandwidth(threads)]);
  return { peak: PEAK_OPS / peak!, bandwidth: BANDWIDTH_BYTES / bandwidth! };
}

/**
 * Bytes a second that some threads read of so many bytes again and again, from the caches that hold these or else from
 * memory. Throws MissingError without a compiler.
 */
export async function measureBandwidth(threads: number, bytes: number): Promise<number> {
  const [bandwidth] = await fastestTurns([() => startBandwidth(threads, bytes)]);
  return Math.min(BANDWIDTH_BYTES, bytes) / bandwidth!;
}

/** Seconds of the fastest turn of each. */
async function fastestTurns(starts: readonly (() => Promise<Driver>)[]): Promise<readonly number[]> {
  const drivers: Driver[] = [];
  try {
    for (const start of starts) drivers.push(await start());
    const timings = await interleave(drivers, { rounds: ROUNDS });
    return timings.map(({ seconds }) => Math.min(...seconds));
  } finally {
    await Promise.all(drivers.map((driver) => driver.stop()));
  }
}
