import type { Contender } from '../../src/backend/measurer.js';
import { isUndecided, timingOf } from '../../src/measure/estimate.js';
import { ErrorNo, type Trial, type MeasureOptions, type RoundsTrial } from '../../src/measure/measurement.js';
import { meanCost } from '../../src/log/record/best.js';
import { Random } from '../../src/space/random.js';
import type { Config } from '../../src/space/config.js';
import type { Table } from '../../src/log/table/table.js';
import type { Task } from '../../src/templates/template.js';
import type { FinalsMeasurer } from '../../src/tuner/finals.js';

/** Every so many repeats one takes so many times as long. */
export interface Injection {
  readonly every: number;
  readonly times: number;
}

const REPEATS = 3;
const ROUNDS = 5;
/** Half the width of the spread of honest repeats. */
const JITTER = 0.01;

/** A machine whose kernels take what a table says, give or take a little, and that something disturbs now and then. */
export class DisturbedTable implements FinalsMeasurer {
  readonly #random: Random;
  readonly #table: Table;
  readonly #injection: Injection | undefined;
  #repeats = 0;

  constructor(table: Table, seed: number, injection?: Injection) {
    this.#random = new Random(seed);
    this.#table = table;
    this.#injection = injection;
  }

  /** Seconds that a config really takes; undefined where it fails. */
  truth(index: number): number | undefined {
    return meanCost(this.#table.rows.get(index)!);
  }

  async *measure(_: Task, configs: readonly Config[], options: MeasureOptions = {}): AsyncGenerator<Trial> {
    let best = options.best;
    for (const config of configs) {
      const measurement = await Promise.resolve(this.#measure(config, REPEATS));
      const timing = timingOf(measurement);
      yield timing ? { ...measurement, noisy: isUndecided(timing, best) } : measurement;
      if (timing) best = Math.min(best ?? Infinity, timing.rankedAt);
    }
  }

  /** Every other round backwards, as on a machine. */
  remeasure(
    contenders: readonly Contender[],
    { rounds = ROUNDS }: { readonly rounds?: number } = {},
  ): Promise<readonly RoundsTrial[]> {
    const times = contenders.map((): (readonly number[])[] => []);
    for (let round = 0; round < rounds; round++) {
      const order = [...contenders.entries()];
      for (const [place, { config }] of round % 2 === 0 ? order : order.reverse())
        times[place]!.push(this.#measure(config, REPEATS).costs);
    }
    return Promise.resolve(
      contenders.map(({ config }, i) => ({
        ...this.#measure(config, 0),
        costs: times[i]!.flat(),
        rounds: times[i]!,
      })),
    );
  }

  close(): Promise<void> {
    return Promise.resolve();
  }

  #measure(config: Config, repeats: number): Trial {
    const common = { config, spent: { compile: 0, check: 0, run: 0 }, timestamp: 0 };
    const seconds = this.truth(config.index);
    if (seconds === undefined) return { ...common, costs: [], error: ErrorNo.unknown, message: 'it failed there' };
    return { ...common, error: ErrorNo.none, costs: Array.from({ length: repeats }, () => this.#repeat(seconds)) };
  }

  #repeat(seconds: number): number {
    const jittered = seconds * (1 + JITTER * (2 * this.#random.float() - 1));
    const { every = Infinity, times = 1 } = this.#injection ?? {};
    return ++this.#repeats % every === 0 ? times * jittered : jittered;
  }
}
