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

/** Of a call of the bandwidth driver, for each of its threads, and in all at least: milliseconds on one core. */
const [THREAD_BYTES, PART_BYTES] = [2 ** 23, 2 ** 26];
/** The least that no cache is said to hold: a virtual machine need not know all that there are. */
const LEAST_BYTES = 2 ** 27;
/** Sums of the driver are exact up to so many. */
const MOST_BYTES = 2 ** 30;

/** A contender that reads memory. */
export interface Bandwidth {
  readonly driver: Driver;
  /** What a call reads. */
  readonly bytes: number;
}

/**
 * Reads a buffer of so many bytes part by part, again and again; by default one that no cache holds, four times what
 * the last-level caches of all cores do.
 */
export async function startBandwidth(threads: number, bytes = uncachedBytes()): Promise<Bandwidth> {
  const executable = await buildDriver('bandwidth.c', ['-fopenmp']);
  const all = Math.min(MOST_BYTES, bytes);
  const part = Math.min(all, Math.max(PART_BYTES, threads * THREAD_BYTES));
  const args = [`bytes=${all}`, `part=${part}`];
  return { driver: await Driver.start({ name: 'memory bandwidth', executable, args, threads }), bytes: part };
}

function uncachedBytes(): number {
  const { caches, cores } = machine();
  return Math.max(LEAST_BYTES, 4 * cores * caches.l3);
}
