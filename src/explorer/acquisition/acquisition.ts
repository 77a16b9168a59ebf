/** What a model says of one config: its score, and the standard deviation of that, 0 from a model that knows none. */
export interface Estimate {
  readonly mean: number;
  readonly spread: number;
}

/**
 * The score of a config; higher is better, in the model's unit. `best` is the highest mean that the model
 * gives to a config that was observed: what it says of the best known, and not what was measured there, because a model
 * that ranks has a unit of its own, and because an estimate that errs does so on both sides of the comparison. One file
 * in `src/explorer/acquisition/` and one line in `registry.ts`.
 */
export type Acquisition = (estimate: Estimate, best: number) => number;
