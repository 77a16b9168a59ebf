import { explained, type Explained } from '../target/explained.js';
import { EnsembleModel } from './ensemble.js';
import type { CostModel } from './model.js';
import { XgboostModel, type XgboostOptions } from './xgboost.js';

/**
 * Of an ensemble. Eight take twice the time, rank no better, and their spread says little more about the error; two say
 * less.
 */
const MEMBERS = 4;

type Create = Explained<(options: XgboostOptions) => CostModel>;

const known = {
  'xgb-rank': explained('trees that learn which of two configs is faster', rank),
  'xgb-reg': explained('trees that learn throughput', regress),
  'xgb-rank-ensemble': explained(
    `${MEMBERS} of xgb-rank on different draws of the trials, which tell how unsure they are`,
    (options: XgboostOptions) => ensemble('xgb-rank-ensemble', () => rank(options)),
  ),
  'xgb-reg-ensemble': explained(
    `${MEMBERS} of xgb-reg on different draws of the trials, which tell how unsure they are`,
    (options: XgboostOptions) => ensemble('xgb-reg-ensemble', () => regress(options)),
  ),
} satisfies Record<string, Create>;

/** Cost models by the name that `--model` takes. */
export const models: Readonly<Record<string, Create> & Record<keyof typeof known, Create>> = known;

function rank(options: XgboostOptions): CostModel {
  return new XgboostModel('xgb-rank', 'rank:pairwise', options);
}

function regress(options: XgboostOptions): CostModel {
  return new XgboostModel('xgb-reg', 'reg:squarederror', options);
}

function ensemble(name: string, member: () => CostModel): CostModel {
  return new EnsembleModel(name, Array.from({ length: MEMBERS }, member));
}
