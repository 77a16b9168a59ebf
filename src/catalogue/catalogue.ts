import type { ExplorerDeclaration } from '../explorer/declaration.js';
import { explorers } from '../explorer/registry.js';
import type { ModelDeclaration } from '../model/declaration.js';
import { models } from '../model/registry.js';
import { ownKernels } from '../backend/own-kernels.js';
import type { Known } from '../templates/known.js';
import { joined } from './joined.js';
import type { LoadedModule } from './load-module.js';

/** All that has a name on the command line and may come from a module of the user's. */
export interface Catalogue extends Known {
  readonly explorers: readonly ExplorerDeclaration[];
  readonly models: readonly ModelDeclaration[];
}

/** What comes with tune. */
export const ownCatalogue: Catalogue = {
  ...ownKernels,
  explorers: Object.values(explorers),
  models: Object.entries(models).map(([name, create]) => ({ name, summary: create.summary, create })),
};

/**
 * The same with what some modules export, or what a program gives as values. Throws UsageError where two have the same
 * name.
 */
export function extended(catalogue: Catalogue, more: readonly (LoadedModule | Partial<Catalogue>)[]): Catalogue {
  const parts = [catalogue, ...more];
  const of = <T extends { readonly name: string }>(
    kind: string,
    pick: (part: Partial<Catalogue>) => readonly T[],
  ): readonly T[] => joined(kind, parts.map(pick));
  return {
    parseTarget: catalogue.parseTarget,
    operators: of('operator', ({ operators = [] }) => operators),
    templates: of('template', ({ templates = [] }) => templates),
    explorers: of('explorer', ({ explorers: found = [] }) => found),
    models: of('model', ({ models: found = [] }) => found),
  };
}

/** What has a name. Throws RangeError where nothing has: names that people give were looked at before. */
export function namedIn<T extends { readonly name: string }>(list: readonly T[], name: string): T {
  const found = list.find((one) => one.name === name);
  if (found === undefined) throw new RangeError(`There is nothing called "${name}".`);
  return found;
}

/** Whether the explorer of a name asks the cost model. */
export function asksModel({ explorers: known }: Pick<Catalogue, 'explorers'>, explorer: string): boolean {
  return namedIn(known, explorer).usesModel === true;
}

/** Whether the explorer of a name goes by the configs that were tried of other tasks. */
export function asksHistory({ explorers: known }: Pick<Catalogue, 'explorers'>, explorer: string): boolean {
  return namedIn(known, explorer).usesHistory === true;
}

/** Whether anything that is known of other tasks reaches the explorer of a name. */
export function listens(catalogue: Pick<Catalogue, 'explorers'>, explorer: string): boolean {
  return asksModel(catalogue, explorer) || asksHistory(catalogue, explorer);
}
