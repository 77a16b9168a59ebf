import type { CostModel } from './model.js';
import { XgboostModel, type XgboostOptions } from './xgboost.js';

/** Cost models by the name that `--model` takes. */
export const models: Readonly<Record<string, (options?: XgboostOptions) => CostModel>> = {
  'xgb-rank': (options) => new XgboostModel('xgb-rank', 'rank:pairwise', options),
  'xgb-reg': (options) => new XgboostModel('xgb-reg', 'reg:squarederror', options),
};
