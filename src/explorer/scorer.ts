import type { Featurizer } from '../features/featurizer.js';
import type { CostModel } from '../model/model.js';
import type { Config } from '../space/config.js';
import type { Estimate } from './acquisition/acquisition.js';

/** What the model says of configs, each asked once; good until the model is fitted again. */
export class Scorer {
  private readonly row: Float32Array;
  private readonly known = new Map<number, Estimate>();

  constructor(
    private readonly model: CostModel,
    private readonly featurizer: Featurizer,
  ) {
    this.row = new Float32Array(featurizer.width);
  }

  estimate(config: Config): Estimate {
    const known = this.known.get(config.index);
    if (known) return known;
    this.featurizer.write(config, this.row, 0);
    const { mean, spread } = this.model.predict(this.row, 1);
    const estimate = { mean: mean[0]!, spread: spread?.[0] ?? 0 };
    this.known.set(config.index, estimate);
    return estimate;
  }
}
