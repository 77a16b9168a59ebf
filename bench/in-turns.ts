import type { Driver } from '../src/measure/driver.js';
import { startOurs } from '../src/products/bench/ours.js';
import { interleave } from '../src/measure/rounds.js';
import { speedRatio } from '../src/measure/statistics.js';
import { Scratch } from '../src/measure/scratch.js';
import type { TuneRecord } from '../src/log/record/record.js';

const ROUNDS = 15;

/**
 * How many times as fast a kernel is as another one, in each of several starts, lowest first: where their operands lie
 * in memory moves both, and is drawn anew in each.
 */
export async function inTurns(own: TuneRecord, other: TuneRecord, starts: number): Promise<readonly number[]> {
  const ratios: number[] = [];
  for (let start = 0; start < starts; start++) {
    const scratches = [new Scratch(), new Scratch()] as const;
    const drivers: Driver[] = [];
    try {
      drivers.push(await startOurs(own, 'one', scratches[0]));
      drivers.push(await startOurs(other, 'other', scratches[1]));
      const [one, two] = await interleave(start % 2 === 0 ? drivers : drivers.toReversed(), { rounds: ROUNDS });
      const { median: ratio } = speedRatio(one!.seconds, two!.seconds);
      ratios.push(start % 2 === 0 ? ratio : 1 / ratio);
    } finally {
      await Promise.all(drivers.map((driver) => driver.stop()));
      for (const scratch of scratches) scratch.close();
    }
  }
  return ratios.sort((a, b) => a - b);
}
