import type { Scratch } from '../src/measure/scratch.js';
import type { LeftOut } from '../src/products/bench/start-peers.js';
import type { RoundOptions } from '../src/measure/rounds.js';
import type { TuneRuns } from './runs.js';

/** What every section of the benchmark works with. */
export interface Context {
  readonly threads: number;
  /** Seeds whose kernels are compared with the peers, and seeds that explorers are compared over. */
  readonly seeds: readonly number[];
  readonly searchSeeds: readonly number[];
  readonly rounds: RoundOptions;
  readonly runs: TuneRuns;
  readonly scratch: Scratch;
  readonly say: (words: string) => void;
  /** Filled by the sections: peers that had to be left out, and what really ran. */
  readonly leftOut: LeftOut[];
  readonly contenders: Map<string, string>;
}
