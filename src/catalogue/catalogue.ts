import type { ExplorerDeclaration } from '../explorer/declaration.js';
import { explorers } from '../explorer/registry.js';
import type { ModelDeclaration } from '../model/declaration.js';
import { models } from '../model/registry.js';
import { ownKernels } from '../backend/own-kernels.js';
import type { Known } from '../templates/known.js';
import type { LoadedModule } from './load-module.js';
import { defined } from '../target/defined.js';
import { UsageError } from '../target/errors.js';
import { isSame } from './guarded.js';

/** All that has a name on the command line and may come from a module of the user's. */
export interface Catalogue extends Known {
  readonly explorers: readonly ExplorerDeclaration[];
  readonly models: readonly ModelDeclaration[];
}

export const ownCatalogue: Catalogue = {
  ...ownKernels,
  explorers: Object.values(explorers),
  models: Object.entries(models).map(([name, create]) => ({
    name,
    summary: create.summary,
    ...defined({ reads: create.reads }),
    create,
  })),
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

export function asksModel({ explorers: known }: Pick<Catalogue, 'explorers'>, explorer: string): boolean {
  return namedIn(known, explorer).usesModel === true;
}

/** Whether the explorer of a name goes by the configs that were tried of other tasks. */
export function asksHistory({ explorers: known }: Pick<Catalogue, 'explorers'>, explorer: string): boolean {
  return namedIn(known, explorer).usesHistory === true;
}

export function listens(catalogue: Pick<Catalogue, 'explorers'>, explorer: string): boolean {
  return asksModel(catalogue, explorer) || asksHistory(catalogue, explorer);
}

/**
 * Lists of things of one kind as one, what is in several of them once. Throws UsageError where two of them have the
 * same name: which one a run, a log or a command means by it would depend on their order.
 */
export function joined<T extends { readonly name: string }>(
  kind: string,
  lists: readonly (readonly T[])[],
): readonly T[] {
  const found = new Map<string, T>();
  for (const one of lists.flat()) {
    const known = found.get(one.name);
    if (known && !isSame(known, one))
      throw new UsageError(`There are two ${kind}s called "${one.name}": give one of them another name.`);
    if (!known) found.set(one.name, one);
  }
  return [...found.values()];
}
