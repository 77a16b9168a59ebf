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

/** Bytes that one call of the bandwidth driver reads where its buffer has as many: milliseconds on one core. */
export const BANDWIDTH_BYTES = 2 ** 26;
/** Sums of the driver are exact up to so many. */
const MOST_BYTES = 2 ** 30;

/**
 * A contender that reads a buffer of so many bytes part by part, again and again; by default one that no cache holds,
 * four times what the last-level caches of all cores do.
 */
export async function startBandwidth(threads: number, bytes = uncachedBytes()): Promise<Driver> {
  const executable = await buildDriver('bandwidth.c', ['-fopenmp']);
  const part = Math.min(BANDWIDTH_BYTES, bytes);
  const args = [`bytes=${Math.min(MOST_BYTES, bytes)}`, `part=${part}`];
  return Driver.start({ name: 'memory bandwidth', executable, args, threads });
}

function uncachedBytes(): number {
  const { caches, cores } = machine();
  return Math.max(BANDWIDTH_BYTES, 4 * cores * caches.l3);
}
