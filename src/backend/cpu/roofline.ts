import { machine } from '../../target/machine.js';
import { buildDriver } from './driver-program.js';
import { Driver } from '../../measure/driver.js';

/** Operations of one call of the peak driver on all its threads: about a millisecond on one core. */
export const PEAK_FLOPS = 1e8;

/** A contender that multiplies and adds in registers: what the machine can reach at the moment of its turn. */
export async function startPeak(threads: number): Promise<Driver> {
  const executable = await buildDriver('peak.c', ['-fopenmp']);
  return Driver.start({ name: 'FMA peak', executable, args: [`flops=${PEAK_FLOPS}`], threads });
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
