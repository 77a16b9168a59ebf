import type { Featurizer } from '../features/featurizer.js';
import type { CostModel } from '../model/model.js';
import type { Config } from '../space/config.js';

/** The model's scores of configs, each computed once; good until the model is fitted again. */
export class Scorer {
  private readonly model: CostModel;
  private readonly featurizer: Featurizer;
  private readonly row: Float32Array;
  private readonly known = new Map<number, number>();

  constructor(model: CostModel, featurizer: Featurizer) {
    this.model = model;
    this.featurizer = featurizer;
    this.row = new Float32Array(featurizer.width);
  }

  score(config: Config): number {
    const known = this.known.get(config.index);
    if (known !== undefined) return known;
    this.featurizer.write(config, this.row, 0);
    const score = this.model.predict(this.row, 1).mean[0];
    this.known.set(config.index, score);
    return score;
  }
}
