import { buildDriver } from './build.js';
import { Driver } from './driver.js';

/** Operations of one call of the peak driver on all its threads: about a millisecond on one core. */
export const PEAK_FLOPS = 1e8;

/** A contender that multiplies and adds in registers: what the machine can reach at the moment of its turn. */
export async function startPeak(threads: number): Promise<Driver> {
  const executable = await buildDriver('peak.c', ['-fopenmp']);
  return Driver.start({ name: 'FMA peak', executable, args: [`flops=${PEAK_FLOPS}`], threads });
}
