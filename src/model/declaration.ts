import type { CostModel } from './model.js';

/** A cost model under the name that `--model` takes. */
export interface ModelDeclaration {
  readonly name: string;
  /** Makes one that has learned nothing yet. */
  readonly create: () => CostModel;
}

/** Gives the declaration of a model its type. */
export function defineModel(declaration: ModelDeclaration): ModelDeclaration {
  return declaration;
}
