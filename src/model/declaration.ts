import type { ViewName } from '../features/registry.js';
import type { Layout } from '../features/layout.js';
import type { NamedWeights } from '../learning/weights.js';
import type { CostModel } from './model.js';
import type { XgboostOptions } from './xgboost.js';

/** What a model may use. */
export interface ModelContext extends XgboostOptions {
  /** How the columns that it will see stand for nodes; absent where each has a meaning of its own. */
  readonly layout?: Layout | undefined;
  /** A file of weights to begin from, as it was parsed, for models that have some. */
  readonly pretrained?: NamedWeights | undefined;
}

/** A cost model under the name that `--model` takes. */
export interface ModelDeclaration {
  readonly name: string;
  /** A line about it, for lists. */
  readonly summary?: string;
  /** The view that it is made for, where people name none; absent: knobs. */
  readonly reads?: ViewName;
  /** Makes one that has learned nothing yet. */
  readonly create: (context: ModelContext) => CostModel;
}

/** Gives the declaration of a model its type. */
export function defineModel(declaration: ModelDeclaration): ModelDeclaration {
  return declaration;
}
