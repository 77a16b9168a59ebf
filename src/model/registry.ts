import { explained, type Explained } from '../target/explained.js';
import type { ViewName } from '../features/registry.js';
import type { ModelContext } from './declaration.js';
import { coefficients } from './coefficients.js';
import { EnsembleModel } from './ensemble.js';
import { gnn } from './gnn.js';
import type { CostModel } from './model.js';
import type { Net } from './neural/net.js';
import { NeuralModel } from './neural/neural-model.js';
import { pacm } from './pacm.js';
import { tlp } from './tlp.js';
import { treeGru } from './tree-gru.js';
import { XgboostModel } from './xgboost.js';

/**
 * Of an ensemble. Eight take twice the time, rank no better, and their spread says little more about the error; two say
 * less.
 */
const MEMBERS = 4;

type Create = Explained<(context: ModelContext) => CostModel> & { readonly reads?: ViewName };

const known = {
  'xgb-rank': explained('trees that learn which of two configs is faster', rank),
  'xgb-reg': explained('trees that learn throughput', regress),
  'xgb-rank-ensemble': explained(
    `${MEMBERS} of xgb-rank on different draws of the trials, whose spread is their uncertainty`,
    (context: ModelContext) => ensemble('xgb-rank-ensemble', () => rank(context)),
  ),
  'xgb-reg-ensemble': explained(
    `${MEMBERS} of xgb-reg on different draws of the trials, whose spread is their uncertainty`,
    (context: ModelContext) => ensemble('xgb-reg-ensemble', () => regress(context)),
  ),
  'tree-gru': neural(treeGru, 'tree', 'a recurrent net over the loop nest as a tree'),
  gnn: neural(gnn, 'graph', 'a graph convolutional net over loops, statements and accesses'),
  tlp: neural(tlp, 'trace', 'attention over the primitives of the schedule, with a head for each hardware'),
  coefficients: neural(coefficients, 'stages', 'a net that weighs the terms of a hand-written cost'),
  pacm: neural(pacm, 'graph', 'statements and attention over the data flow, with a momentum twin'),
} satisfies Record<string, Create>;

/** Cost models by the name that `--model` takes. */
export const models: Readonly<Record<string, Create> & Record<keyof typeof known, Create>> = known;

function rank(context: ModelContext): CostModel {
  return new XgboostModel('xgb-rank', 'rank:pairwise', context);
}

function regress(context: ModelContext): CostModel {
  return new XgboostModel('xgb-reg', 'reg:squarederror', context);
}

/** A net of ours, the view that it reads, and a line about it. */
function neural(net: Net, reads: ViewName, summary: string): Create {
  const create = ({ layout, pretrained }: ModelContext): CostModel => new NeuralModel(net, { layout, pretrained });
  return Object.assign(explained(summary, create), { reads });
}

function ensemble(name: string, member: () => CostModel): CostModel {
  return new EnsembleModel(name, Array.from({ length: MEMBERS }, member));
}
