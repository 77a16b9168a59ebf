import type { DType } from '../../ir/tensor.js';
import type { Driver } from '../../measure/driver.js';
import { PEAK_OPS, startBandwidth, startPeak } from './roofline.js';
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
  const [peak, bandwidth] = await fastestRates([
    async () => ({ driver: await startPeak(threads, dtype), work: PEAK_OPS }),
    () => reading(threads),
  ]);
  return { peak: peak!, bandwidth: bandwidth! };
}

/**
 * Bytes a second that some threads read of so many bytes again and again, from the caches that hold these or else from
 * memory; by default of so many that no cache holds them. Throws MissingError without a compiler.
 */
export async function measureBandwidth(threads: number, bytes?: number): Promise<number> {
  const [bandwidth] = await fastestRates([() => reading(threads, bytes)]);
  return bandwidth!;
}

interface Worker {
  readonly driver: Driver;
  /** What a call does: operations, or bytes. */
  readonly work: number;
}

async function reading(threads: number, bytes?: number): Promise<Worker> {
  const { driver, bytes: work } = await startBandwidth(threads, bytes);
  return { driver, work };
}

/** What each does a second in its fastest turn. */
async function fastestRates(starts: readonly (() => Promise<Worker>)[]): Promise<readonly number[]> {
  const workers: Worker[] = [];
  try {
    for (const start of starts) workers.push(await start());
    const timings = await interleave(
      workers.map(({ driver }) => driver),
      { rounds: ROUNDS },
    );
    return timings.map(({ seconds }, i) => workers[i]!.work / Math.min(...seconds));
  } finally {
    await Promise.all(workers.map(({ driver }) => driver.stop()));
  }
}
