import type { Row } from '../model.js';

/** Parameters of xgboost, by its own names. */
export type TrainParameters = Readonly<Record<string, string | number>>;

/** What trains, for people. */
export interface TrainerInfo {
  /** Of XGBoost, `1.7.4`. */
  readonly version: string;
  /** The file, or the name that the PATH finds. */
  readonly path: string;
}

/**
 * Trains gradient-boosted trees for cost models. Whoever creates one closes it; several models may share one. Nothing
 * is started before it is needed. One file in `src/model/trainer/`, named as `--trainer` names it, and one line in
 * `registry.ts`.
 */
export interface Trainer {
  readonly name: string;
  /**
   * One model, as JSON text, of rows of one width, at least one; rows of one group need not be adjacent. Throws
   * MissingError when what it takes is not installed, WorkError when it fails, hangs or dies, and as soon as `signal`
   * is aborted.
   */
  train(rows: readonly Row[], parameters: TrainParameters, signal?: AbortSignal): Promise<string>;
  /** What it trains with. Throws as `train` does. */
  examine(): Promise<TrainerInfo>;
  /** Ends the processes that it started. What is asked of it later is refused. */
  close(): Promise<void>;
}

/** Milliseconds that a fit of so many rows may take: some two hundred times what it takes on an idle machine. */
export function fitTimeout(rows: number): number {
  return 20_000 + 5 * rows;
}
