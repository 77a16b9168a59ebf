import type { Explorer, ExplorerContext } from './explorer.js';

/** An explorer under the name that `--explorer` takes. */
export interface ExplorerDeclaration {
  readonly name: string;
  /** A line about it, for lists. */
  readonly summary?: string;
  /** Whether it asks the cost model; no where it does not say. */
  readonly usesModel?: boolean;
  /** Whether it goes by the configs that were tried of other tasks (`prior.known`); no where it does not say. */
  readonly usesHistory?: boolean;
  /** Whether it ends with a list, though the space has more; no where it does not say. */
  readonly isFinite?: boolean;
  /** Makes one for the search over a space. */
  readonly create: (context: ExplorerContext) => Explorer;
}

/** Gives the declaration of an explorer its type. */
export function defineExplorer(declaration: ExplorerDeclaration): ExplorerDeclaration {
  return declaration;
}
