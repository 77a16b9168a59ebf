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

/** The least that memory is read by one call. */
const LEAST_BYTES = 2 ** 27;
/** Sums of the driver are exact up to so many. */
const MOST_BYTES = 2 ** 30;

/** Bytes that no cache holds: four times what the last-level caches of all cores do. */
export function bandwidthBytes(): number {
  const { caches, cores } = machine();
  return readableBytes(Math.max(LEAST_BYTES, 4 * cores * caches.l3));
}

/** Of so many bytes those that the bandwidth driver can read by one call. */
export function readableBytes(bytes: number): number {
  return Math.min(MOST_BYTES, bytes);
}

/** A contender that reads so many bytes, by default more than any cache holds. */
export async function startBandwidth(threads: number, bytes = bandwidthBytes()): Promise<Driver> {
  const executable = await buildDriver('bandwidth.c', ['-fopenmp']);
  return Driver.start({ name: 'memory bandwidth', executable, args: [`bytes=${bytes}`], threads });
}
