import { acquisitions } from '../../src/explorer/acquisition/registry.js';
import { selections } from '../../src/explorer/selection/registry.js';
import type { Explorer, ExplorerContext, Observation } from '../../src/explorer/explorer.js';
import { knobFeaturizer } from '../../src/features/knobs.js';
import type { CostModel, Prediction, Row } from '../../src/model/model.js';
import { SpaceBuilder } from '../../src/space/builder.js';
import type { Config } from '../../src/space/config.js';
import { Random } from '../../src/space/random.js';
import type { Space } from '../../src/space/space.js';

/** 4 * 3 * 2 = 24 points, all valid. */
export function smallSpace(): Space {
  return new SpaceBuilder().split('tile_a', 8, 2).choice('unroll', [1, 2, 4]).choice('pack', [true, false]).build();
}

/** 64 points of which 22 are valid. */
export function constrainedSpace(): Space {
  return new SpaceBuilder()
    .split('tile_a', 128, 2)
    .split('tile_b', 128, 2)
    .constraint('a tile has 32 to 256 elements', ({ tile_a, tile_b }) => {
      const area = tile_a[1] * tile_b[1];
      return area >= 32 && area <= 256;
    })
    .build();
}

/** A space of some hundred thousand points, as templates have them. */
export function largeSpace(): Space {
  return new SpaceBuilder()
    .split('tile_oc', 64, 3)
    .split('tile_ic', 64, 2)
    .split('tile_ow', 56, 3, { policy: 'verbose' })
    .split('tile_oh', 56, 2)
    .choice('unroll', [1, 2, 4, 8])
    .choice('order', ['oc', 'oh', 'ow'])
    .constraint('the register tile has 4 to 512 elements', ({ tile_oc, tile_ow }) => {
      const registers = tile_oc[2] * tile_ow[2];
      return registers >= 4 && registers <= 512;
    })
    .build();
}

/** Throughput over a large space, 1 at its few best points: a product of tiles matters most, as on a real machine. */
export function throughput({ values }: Config): number {
  const tile = (name: string, i: number): number => Math.log2((values[name] as readonly number[])[i]!);
  const registers = tile('tile_oc', 2) + tile('tile_ow', 2);
  const distance =
    0.4 * Math.abs(registers - 6) + 0.1 * Math.abs(tile('tile_ic', 1) - 4) + 0.05 * Math.abs(tile('tile_oh', 1) - 2);
  return Math.exp(-distance - (values['unroll'] === 4 ? 0 : 0.1) - (values['order'] === 'oh' ? 0 : 0.2));
}

/** A model without a process: the score of the nearest row. */
export class NearestRow implements CostModel {
  readonly name = 'nearest';
  readonly fits: Row[][] = [];
  private rows: readonly Row[] = [];

  get fitted(): boolean {
    return this.rows.some((row) => row.score !== this.rows[0]!.score);
  }

  fit(rows: readonly Row[]): Promise<void> {
    this.rows = rows;
    this.fits.push([...rows]);
    return Promise.resolve();
  }

  predict(features: Float32Array, count: number): Prediction {
    const width = features.length / count;
    return {
      mean: Float64Array.from({ length: count }, (_, i) => this.score(features.subarray(i * width, (i + 1) * width))),
    };
  }

  private score(features: Float32Array): number {
    let [nearest, score] = [Infinity, 0];
    for (const row of this.rows) {
      let distance = 0;
      // Most rows are further away after a few columns; it is asked for thousands of configs a batch.
      for (let i = 0; i < features.length && distance < nearest; i++)
        distance += (row.features[i]! - features[i]!) ** 2;
      if (distance < nearest) [nearest, score] = [distance, row.score];
    }
    return score;
  }
}

export function contextOf(space: Space, overrides: Partial<ExplorerContext> = {}): ExplorerContext {
  const random = new Random(7);
  return {
    space,
    random,
    model: new NearestRow(),
    featurizer: knobFeaturizer(space),
    epsilon: 0.05,
    acquisition: acquisitions.mean,
    selection: selections['epsilon-greedy'],
    ...overrides,
  };
}

export function observe(configs: readonly Config[], score: (config: Config) => number): Observation[] {
  return configs.map((config) => ({ config, throughput: score(config) }));
}

/** The best throughput of a run over the large space in batches of 16. */
export async function bestAfter(explorer: Explorer, trials: number): Promise<number> {
  let best = 0;
  for (let done = 0; done < trials; done += 16) {
    const observations = observe(await explorer.propose(16), throughput);
    explorer.observe(observations);
    best = Math.max(best, ...observations.map((observation) => observation.throughput));
  }
  return best;
}
