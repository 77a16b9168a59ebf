import type { CostModel } from './model.js';
import type { Trainer } from './trainer/trainer.js';

/** What a model may use. */
interface ModelContext {
  /** Trains gradient-boosted trees; whoever made it closes it. */
  readonly trainer: Trainer;
}

/** A cost model under the name that `--model` takes. */
export interface ModelDeclaration {
  readonly name: string;
  /** A line about it, for lists. */
  readonly summary?: string;
  /** Makes one that has learned nothing yet. */
  readonly create: (context: ModelContext) => CostModel;
}

/** Gives the declaration of a model its type. */
export function defineModel(declaration: ModelDeclaration): ModelDeclaration {
  return declaration;
}
