import { WorkError } from '../target/errors.js';
import { pick, informativeColumns } from './columns.js';
import type { Forest } from './forest.js';
import type { CostModel, Prediction, Row } from './model.js';
import { groupRows, hasContrast, usableRows } from './rows.js';
import { readForest } from './xgboost-json.js';
import type { Trainer, TrainParameters } from './trainer/trainer.js';

/** What `--model` chooses between: the loss that the trees minimise. */
export type XgboostObjective = 'rank:pairwise' | 'reg:squarederror';

export interface XgboostOptions {
  /** Trains it; whoever opened it closes it. */
  readonly trainer: Trainer;
  /** xgboost's own parameters, over the defaults below. */
  readonly parameters?: TrainParameters;
}

/**
 * Chosen by what the best of the top 8 predictions reaches after 16 to 256 random trials of nine convolutions on a CPU
 * and three GPU spaces. Leaves may be small (`min_child_weight` 0, `lambda` 0.1): pairs have small Hessians, and the
 * best configs are few. Histograms over the few distinct values of a knob train fastest. One thread, because the
 * builders have use for the others. Since 2.0 the base score would otherwise be the mean of the labels.
 */
const DEFAULTS: TrainParameters = {
  tree_method: 'hist',
  max_depth: 4,
  num_round: 80,
  eta: 0.3,
  gamma: 1e-4,
  lambda: 0.1,
  min_child_weight: 0,
  nthread: 1,
  base_score: 0.5,
  verbosity: 0,
};

/**
 * Pairs that a round of ranking compares, at least 4 and at most 16 a row; 64 a row ranked no better, and pairs take
 * time.
 */
const PAIRS = 2048;

/**
 * Gradient-boosted trees, trained by XGBoost (Chen and Guestrin, KDD 2016) and evaluated here. With
 * `rank:pairwise` rows are compared within their group only, so that tasks of different scale can be learned from
 * together.
 */
export class XgboostModel implements CostModel {
  readonly name: string;
  private readonly trainer: Trainer;
  private readonly parameters: TrainParameters;
  private width = 0;
  private forest: Forest | undefined;

  constructor(name: string, objective: XgboostObjective, options: XgboostOptions) {
    this.name = name;
    this.trainer = options.trainer;
    this.parameters = { objective, ...DEFAULTS, ...options.parameters };
  }

  get fitted(): boolean {
    return this.forest !== undefined;
  }

  async fit(rows: readonly Row[]): Promise<void> {
    const usable = usableRows(rows);
    this.forest = undefined;
    if (!hasContrast(groupRows(usable))) return;
    const parameters = { num_pairsample: pairsARow(usable.length), ...this.parameters };
    const columns = informativeColumns(usable);
    // Where no feature differs, the trees are to have one nevertheless.
    if (columns.length === 0) columns.push(0);
    const json = await this.trainer.train(pick(usable, columns), parameters);
    this.forest = parseTrees(json, columns);
    this.width = usable[0]!.features.length;
  }

  predict(features: Float32Array, count: number): Prediction {
    const mean = new Float64Array(count);
    const { forest } = this;
    if (!forest || count === 0) return { mean };
    const width = features.length / count;
    if (width !== this.width)
      throw new RangeError(`The model was fitted on ${this.width} features and was given ${width}.`);
    for (let row = 0; row < count; row++) mean[row] = forest.score(features, row * width);
    return { mean };
  }
}

function pairsARow(rows: number): number {
  return Math.min(16, Math.max(4, Math.round(PAIRS / rows)));
}

function parseTrees(json: string, columns: readonly number[]): Forest {
  try {
    return readForest(JSON.parse(json), columns);
  } catch (error) {
    throw new WorkError(
      `The model of xgboost cannot be read; versions 1.6 to 3 write what is expected. ${String(error)}`,
    );
  }
}
