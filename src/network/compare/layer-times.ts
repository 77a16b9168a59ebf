import type { Driver } from '../../measure/driver.js';
import { WorkError } from '../../target/errors.js';

/** Passes over the layers of a library: as many calls as a profile counts. */
const PASSES = 21;

/** Seconds of each call of a library's program, in their order, medians of passes over all of them. */
export async function layerTimes(ours: Driver, calls: number): Promise<readonly number[]> {
  const answer = await ours.ask(`layers ${PASSES}`);
  const times = answer === '' ? [] : answer.split(' ').map(Number);
  if (times.length !== calls || !times.every((time) => time >= 0))
    throw new WorkError(`The library has other layers than its network: write it again (it answered ${times.length}).`);
  return times;
}
