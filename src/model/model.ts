/**
 * One training row: the features of a config and its score, throughput relative to the task's best in [0, 1], 0 for a
 * failure.
 */
export interface Row {
  readonly features: Float32Array;
  readonly score: number;
  /** Rows are compared (ranked) within their group: a task, or a workload of the history. */
  readonly group: string;
  /** Where it was measured, for models with a head for each hardware; absent: on this machine. */
  readonly hardware?: string;
}

export interface Prediction {
  readonly mean: Float64Array;
  /** Standard deviation of each mean, from models that know one. */
  readonly spread?: Float64Array;
}

/**
 * A cost model scores configs from their features: higher is better; the unit is the model's own.
 * One file in `src/model/`, named as `--model` names it, and one line in `registry.ts`.
 */
export interface CostModel {
  readonly name: string;
  /** Configs that a search may score for each trial, of models that are slow to ask; absent: as many as it likes. */
  readonly evaluations?: number;
  /**
   * Learns from all rows anew; those whose score or features are no finite numbers are left out (`rows.ts`). Rejects
   * with RangeError when rows differ in their number of features, with MissingError when what trains it is not
   * installed, with WorkError when that fails; it is not `fitted` then.
   */
  fit(rows: readonly Row[]): Promise<void>;
  /** Whether `fit` has learned anything (all-equal scores teach nothing). */
  readonly fitted: boolean;
  /**
   * Scores a batch: `features` holds count × width numbers, row-major. Before `fitted`, all scores are 0. Throws
   * RangeError when the rows that it was fitted on had another width.
   */
  predict(features: Float32Array, count: number): Prediction;
}
