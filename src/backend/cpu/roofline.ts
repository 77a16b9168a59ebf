import { valueType, type DType } from '../../ir/tensor.js';
import { machine } from '../../target/machine.js';
import { chainFlags } from './chains.js';
import { buildDriver } from './driver-program.js';
import { Driver } from '../../measure/driver.js';
import { hostTarget } from './target.js';

/** Operations of one call of the peak driver on all its threads: about a millisecond on one core, in float32. */
export const PEAK_OPS = 1e8;

/**
 * A contender that multiplies and adds in registers, on elements of a type: what the machine can reach at the moment of
 * its turn.
 */
export async function startPeak(threads: number, dtype: DType = valueType): Promise<Driver> {
  const { vector } = hostTarget(threads, dtype);
  const executable = await buildDriver('peak.c', ['-fopenmp', ...chainFlags(vector, dtype)]);
  return Driver.start({ name: `${dtype} peak`, executable, args: [`ops=${PEAK_OPS}`], threads });
}

/** The least that memory is read by one call; the sums of the driver are exact up to the most. */
const LEAST_BYTES = 2 ** 27;
const MOST_BYTES = 2 ** 30;

/** Bytes that one call of the bandwidth driver reads: four times what the last-level caches of all cores hold. */
export function bandwidthBytes(): number {
  const { caches, cores } = machine();
  return Math.min(MOST_BYTES, Math.max(LEAST_BYTES, 4 * cores * caches.l3));
}

/** A contender that reads memory which no cache holds. */
export async function startBandwidth(threads: number): Promise<Driver> {
  const executable = await buildDriver('bandwidth.c', ['-fopenmp']);
  return Driver.start({ name: 'memory bandwidth', executable, args: [`bytes=${bandwidthBytes()}`], threads });
}
