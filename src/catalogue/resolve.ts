/** What a run names, as values: of what comes with tune, of modules that it names, or given by a program. */
import { z } from 'zod';
import { extended, ownCatalogue, type Catalogue } from './catalogue.js';
import type { ExplorerDeclaration } from '../explorer/declaration.js';
import type { ModelDeclaration } from '../model/declaration.js';
import type { Operator } from '../operator/operator.js';
import { UsageError } from '../target/errors.js';
import type { Template } from '../templates/template.js';
import { isFilePath, loadFile, type LoadedFile } from './load-file.js';
import { checkName } from '../target/checked.js';
import type { Wanted } from './choose-templates.js';
import { defined } from '../target/defined.js';

export const modulesSchema = z
  .array(z.string())
  .readonly()
  .default([])
  .describe('files of templates that records may be of, besides those that come with tune');

export interface References {
  readonly operator?: string | Operator;
  readonly template?: string | Template | readonly (string | Template)[];
  readonly explorer?: string | ExplorerDeclaration;
  readonly model?: string | ModelDeclaration;
}

export interface Resolved {
  readonly catalogue: Catalogue;
  readonly operator: string | undefined;
  readonly templates: Wanted;
  readonly names: { readonly explorer?: string; readonly model?: string };
}

/** Throws UsageError for what does not exist, for modules as `loadFile`. */
export async function resolve({ operator, template = 'auto', explorer, model }: References): Promise<Resolved> {
  const templates = isList(template) ? template : [template];
  const modules = await modulesIn([...templates, explorer, model]);
  const catalogue = extended(ownCatalogue, [
    ...modules.values(),
    {
      operators: valuesIn(operator),
      templates: templates.flatMap(valuesIn<Template>),
      explorers: valuesIn(explorer),
      models: valuesIn(model),
    },
  ]);
  const explorerName = onlyOne('explorer', explorer, modules, ({ explorers }) => explorers);
  const modelName = onlyOne('model', model, modules, ({ models }) => models);
  if (explorerName !== undefined) checkName('explorer', explorerName, catalogue.explorers);
  if (modelName !== undefined) checkName('model', modelName, catalogue.models);
  return {
    catalogue,
    operator: nameOf(operator),
    templates: wantedOf(templates, modules),
    names: {
      ...defined({ explorer: explorerName, model: modelName }),
    },
  };
}

export async function catalogueWith(paths: readonly string[]): Promise<Catalogue> {
  return extended(ownCatalogue, [...(await modulesIn(paths)).values()]);
}

/** Those of some references that are paths of modules, each once. */
export function modulePathsIn(references: unknown): readonly string[] {
  const paths = [references].flat().filter((one): one is string => typeof one === 'string' && isFilePath(one));
  return [...new Set(paths)];
}

async function modulesIn(references: readonly unknown[]): Promise<ReadonlyMap<string, LoadedFile>> {
  const loaded = modulePathsIn(references).map(async (path) => [path, await loadFile(path)] as const);
  return new Map(await Promise.all(loaded));
}

function valuesIn<T>(reference: string | T | undefined): readonly T[] {
  return reference === undefined || typeof reference === 'string' ? [] : [reference];
}

function nameOf(reference: string | { readonly name: string } | undefined): string | undefined {
  return typeof reference === 'object' ? reference.name : reference;
}

/** Beside `auto`, those of a module compete where they can, and names must be there. */
function wantedOf(templates: readonly (string | Template)[], modules: ReadonlyMap<string, LoadedFile>): Wanted {
  const groups = templates.map((template) => {
    const module = typeof template === 'string' ? modules.get(template) : undefined;
    if (module?.templates.length === 0) throw exportsNo('template', template as string);
    return module ? module.templates.map(({ name }) => name) : [nameOf(template)!];
  });
  if (!templates.includes('auto')) return { groups, isAuto: false };
  const isName = (template: string | Template | undefined): boolean =>
    typeof template === 'string' && template !== 'auto' && !modules.has(template);
  return { groups: groups.filter((_, place) => isName(templates[place])), isAuto: true };
}

function isList<T>(value: T | readonly T[]): value is readonly T[] {
  return Array.isArray(value);
}

/** The name of an explorer or a model; of a module the one that it exports. */
function onlyOne(
  kind: string,
  reference: string | { readonly name: string } | undefined,
  modules: ReadonlyMap<string, LoadedFile>,
  of: (module: LoadedFile) => readonly { readonly name: string }[],
): string | undefined {
  const module = typeof reference === 'string' ? modules.get(reference) : undefined;
  if (!module) return nameOf(reference);
  const [first, second] = of(module);
  if (!first) throw exportsNo(kind, reference as string);
  if (second) {
    const names = of(module).map(({ name }) => name);
    throw new UsageError(
      `${module.file} exports several: load it with --template, and give --${kind} ${names.join(' or ')}.`,
    );
  }
  return first.name;
}

function exportsNo(kind: string, path: string): UsageError {
  return new UsageError(
    `${path} exports no ${kind}: write \`export const ${kind} = …\`; examples/README.md shows how.`,
  );
}
