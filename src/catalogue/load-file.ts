/** Files that the user names in the place of a template's name: modules, and specs of `tune source`. */
import { readFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { isModulePath, loadModule, type LoadedModule } from './load-module.js';
import { readSpec, type SourceModule } from './source/from-spec.js';
import { specSchema } from './source/spec.js';
import { UsageError } from '../target/errors.js';
import { openYaml } from '../target/read-yaml.js';
import { problemOf } from '../target/schema-problem.js';

export interface LoadedFile extends LoadedModule {
  readonly source?: SourceModule;
}

const ofSpec = /\.(ya?ml|json)$/;

export function isFilePath(word: string): boolean {
  return isModulePath(word) || ofSpec.test(word);
}

/**
 * A module, or a spec of `tune source` as a YAML or JSON file or as what a module exports as `source`. Throws
 * UsageError, with the place in the file, for one that cannot be used. Compiles nothing.
 */
export async function loadFile(path: string): Promise<LoadedFile> {
  if (ofSpec.test(path)) return specFile(path);
  const { spec, ...module } = await loadModule(path);
  if (!spec) return module;
  const { problem } = spec;
  const parsed = specSchema.safeParse(spec.value, { reportInput: true });
  if (!parsed.success) {
    const found = problemOf(parsed.error, specSchema);
    throw problem(found.path, found.what);
  }
  const from = { file: module.file, folder: dirname(path), text: spec.text, problem };
  return withSource(module, readSpec(parsed.data, from));
}

export async function loadSource(path: string): Promise<LoadedFile & { readonly source: SourceModule }> {
  const { source, ...file } = await loadFile(path);
  if (source) return { ...file, source };
  throw new UsageError(
    `${path} has no spec of source: write \`export const source = {…}\`, or a YAML file; see docs/guide/source.md.`,
  );
}

function specFile(path: string): LoadedFile {
  const { value, problem } = openYaml(path, specSchema);
  const from = {
    file: basename(path),
    folder: dirname(path),
    text: readFileSync(path, 'utf8'),
    problem: problem,
  };
  const source = readSpec(value, from);
  const nothing = { operators: [], templates: [], explorers: [], models: [] };
  return withSource({ file: source.file, sha256: source.sha256, ...nothing }, source);
}

function withSource(module: LoadedModule, source: SourceModule): LoadedFile {
  return {
    ...module,
    operators: [...module.operators, source.operator],
    templates: [...module.templates, source.template],
    source,
  };
}
