/** Loads a module of the user's: code that a person named on the command line, never one that a log names. */
import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { explorers } from '../explorer/registry.js';
import { models } from '../model/registry.js';
import { operators } from '../operator/registry.js';
import { UsageError } from '../target/errors.js';
import { closeTo, didYouMean, nearest } from '../target/nearest.js';
import { templates } from '../templates/registry.js';
import { sketchesOfOperator } from '../templates/sketch/sketch-of.js';
import type { ModuleIdentity } from '../templates/template.js';
import { lineOfMember, syntaxLineOf, blamed, guarded, placeOf, type Origin, resultsOf } from './guarded.js';
import { kinds, lackOf, type Exported, type Kind } from './module-schema.js';
import { existsSync } from 'node:fs';
import * as nodeModule from 'node:module';

/** Seconds that a module may take to load. */
const mostSeconds = 30;

/** What a module exports, each with faults of its own said to be its own (`guarded.ts`). */
export interface LoadedModule extends ModuleIdentity {
  readonly operators: readonly Exported['operator'][];
  /** Each names this file as its `module`. */
  readonly templates: readonly Exported['template'][];
  readonly explorers: readonly Exported['explorer'][];
  readonly models: readonly Exported['model'][];
  readonly spec?: ExportedSpec;
}

/** A spec of `tune source` in a module. */
interface ExportedSpec {
  readonly value: unknown;
  readonly text: string;
  /** The error of what is wrong at a path of it, with the line that its last key is on, as far as that is known. */
  readonly problem: (path: readonly PropertyKey[], what: string) => UsageError;
}

/**
 * Runs a JavaScript module and takes what it exports as `template`, `operator`, `explorer` and `model`, or as lists of
 * these, `templates` and so on. `import … from 'tune'` in it is this very library, wherever the file lies. Throws
 * UsageError, with file, line and what is wrong, where there is no such file, it throws, exports none of these, or one
 * that lacks something.
 */
export async function loadModule(path: string): Promise<LoadedModule> {
  const text = await read(path);
  const sha256 = createHash('sha256').update(text).digest('hex');
  // Another version of the file is another module, in a program that lives longer than one.
  const origin = { path, text, url: `${pathToFileURL(resolve(path)).href}${moduleMark}${sha256.slice(0, 16)}` };
  const ran = await run(origin);
  const exports = readExports(ran, origin);
  const module = { file: basename(path), sha256 };
  const of = <K extends Kind>(kind: K): readonly Named<K>[] => exports.filter((one) => one.kind === kind) as Named<K>[];
  const guardedOf = <K extends Kind>(kind: K, more: Partial<Exported[K]> = {}): readonly Exported[K][] =>
    of(kind).map(({ value }) => {
      const what = `${kind} ${value.name}`;
      return guarded(value, what, origin, { results: resultsOf(kind, what, origin), more });
    });
  const found = {
    ...module,
    operators: guardedOf('operator'),
    templates: guardedOf('template', { module }),
    explorers: guardedOf('explorer'),
    models: guardedOf('model'),
  };
  refuseUnknownOperators(of('template'), found.operators, origin);
  const templates = [...found.templates, ...derivedTemplates(found.operators, found.templates, module)];
  const all = { ...found, templates };
  return ran['source'] === undefined ? all : { ...all, spec: specIn(ran['source'], origin) };
}

/** Of operators that come without a template, those that are derived from what they compute. */
function derivedTemplates(
  operators: LoadedModule['operators'],
  templates: LoadedModule['templates'],
  module: ModuleIdentity,
): LoadedModule['templates'] {
  return operators
    .filter(({ name }) => !templates.some(({ operator }) => operator === name))
    .flatMap((operator) => (operator.gives === 'source' ? [] : [{ ...sketchesOfOperator(operator), module }]));
}

/** Whether a word is a file rather than a name: it has a folder or an ending, which names have not. */
export function isModulePath(word: string): boolean {
  return word.includes('/') || /\.[cm]?[jt]s$/.test(word);
}

async function read(path: string): Promise<string> {
  try {
    const there = await stat(path);
    // A pipe without a writer would be waited for.
    if (!there.isFile() && !there.isDirectory())
      throw new UsageError(`The module ${path} is no file: name a JavaScript module.`);
    return await readFile(path, 'utf8');
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`The module ${path} cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown'}).`);
  }
}

async function run(origin: Origin): Promise<Readonly<Record<string, unknown>>> {
  resolveLibrary();
  try {
    const exports: unknown = await inTime(import(origin.url), origin);
    return exports as Readonly<Record<string, unknown>>;
  } catch (error) {
    const line = error instanceof SyntaxError ? syntaxLineOf(origin.text) : undefined;
    throw blamed(error, 'the module', origin, line);
  }
}

/** A module that waits for what never comes would end the process in silence, with nothing left to wait for. */
async function inTime<T>(loading: Promise<T>, { path }: Origin): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new UsageError(`${path} is not loaded after ${mostSeconds} seconds: what does its top level wait for?`));
    }, mostSeconds * 1000);
  });
  try {
    return await Promise.race([loading, late]);
  } finally {
    clearTimeout(timer);
  }
}

interface Named<K extends Kind = Kind> {
  readonly kind: K;
  /** Of the export, with its place in a list: `templates[1]`. */
  readonly name: string;
  readonly value: Exported[K];
}

/** Getters and proxies are code of the module's, too. */
function readExports(ran: Readonly<Record<string, unknown>>, origin: Origin): readonly Named[] {
  try {
    return exportsOf(ran, origin);
  } catch (error) {
    throw blamed(error, 'what it exports', origin);
  }
}

function exportsOf(exports: Readonly<Record<string, unknown>>, origin: Origin): readonly Named[] {
  const known = Object.keys(kinds) as Kind[];
  const found = known.flatMap((kind) => [
    ...(exports[kind] === undefined ? [] : [{ kind, name: kind, value: exports[kind] }]),
    ...listed(kind, exports[`${kind}s`], origin),
  ]);
  if (found.length === 0 && exports['source'] === undefined) throw exportsNothing(Object.keys(exports), origin);
  const names = new Set<string>();
  return found.map(({ kind, name, value }) => {
    const fault = (key: string, reason: string): UsageError => faultOf(name, key, reason, origin);
    const lack = lackOf(kind, value);
    if (lack) throw fault(lack.key, lack.reason);
    const own = (value as { readonly name: string }).name;
    if (ours(kind).includes(own)) throw fault('name', `"${own}" is the name of one that comes with tune: take another`);
    if (names.has(`${kind} ${own}`)) throw fault('name', `"${own}" is the name of another one in this file`);
    names.add(`${kind} ${own}`);
    return { kind, name, value } as Named;
  });
}

function specIn(value: unknown, origin: Origin): ExportedSpec {
  return {
    value,
    text: origin.text,
    problem: (path, what) => {
      const key = path.findLast((one) => typeof one === 'string') ?? '';
      const line = lineOfExport(origin.text, 'source', key);
      return new UsageError(`${placeOf(origin, line)}: ${['source', ...path].map(String).join('.')}: ${what}.`);
    },
  };
}

function listed(kind: Kind, values: unknown, origin: Origin): readonly { kind: Kind; name: string; value: unknown }[] {
  if (values === undefined) return [];
  if (!Array.isArray(values)) throw faultOf(`${kind}s`, '', `must be a list; one alone is exported as ${kind}`, origin);
  return values.map((value: unknown, place) => ({ kind, name: `${kind}s[${place}]`, value }));
}

function ours(kind: Kind): readonly string[] {
  const names = (list: readonly { readonly name: string }[]): readonly string[] => list.map(({ name }) => name);
  const known: Readonly<Record<Kind, readonly string[]>> = {
    template: names(templates),
    operator: names(operators),
    explorer: Object.keys(explorers),
    model: Object.keys(models),
  };
  return known[kind];
}

function exportsNothing(exported: readonly string[], { path }: Origin): UsageError {
  const known = Object.keys(kinds);
  const wrong = exported.find((name) => closeTo(name, known) !== undefined);
  const hint = wrong === undefined ? '' : ` ("${wrong}": did you mean "${nearest(wrong, known)}"?)`;
  return new UsageError(
    `${path} exports no ${known.slice(0, -1).join(', ')} or ${known.at(-1)!}${hint}: write \`export const template = defineTemplate({…})\`; examples/README.md shows how.`,
  );
}

function refuseUnknownOperators(
  found: readonly Named<'template'>[],
  own: readonly Exported['operator'][],
  origin: Origin,
): void {
  const known = [...own, ...operators].map(({ name }) => name);
  const wrong = found.find(({ value }) => !known.includes(value.operator));
  if (!wrong) return;
  const reason = `there is no operator "${wrong.value.operator}"${didYouMean(wrong.value.operator, known)}`;
  throw faultOf(wrong.name, 'operator', reason, origin);
}

function faultOf(name: string, key: string, reason: string, origin: Origin): UsageError {
  const line = lineOfExport(origin.text, name.replace(/\[.*/, ''), key.replace(/\..*/, ''));
  const member = key === '' ? name : `${name}.${key}`;
  return new UsageError(`${placeOf(origin, line)}: ${member}: ${reason}`);
}

function lineOfExport(text: string, name: string, key: string): number | undefined {
  const begins = new RegExp(`^\\s*export\\b.*\\b${name}\\b`);
  const start = text.split('\n').findIndex((line) => begins.test(line)) + 1;
  if (start === 0) return undefined;
  return (key === '' ? undefined : lineOfMember(text, key, start)) ?? start;
}

// `import … from 'tune'` in a user's module, wherever it lies.

/** What hooks are given and give (`node:module`); types of Node 20 do not know the synchronous ones. */
interface Resolved {
  readonly url: string;
  readonly shortCircuit?: boolean;
}
type Next = (specifier: string, context: object) => Resolved | Promise<Resolved>;
type Resolve = (specifier: string, context: { readonly parentURL?: string }, next: Next) => ReturnType<Next>;
type Register = (hooks: { readonly resolve: Resolve }) => void;

/** In the URLs that modules of the user's are loaded by; before the hash of their contents. */
const moduleMark = '?tune-module=';

const library = new URL('../index.js', import.meta.url);
let isDone = false;

/**
 * Has `tune` mean this very library in modules of the user's and in all that these import: a file outside of any
 * project finds it, and one inside gets no second copy, whose classes would be others. Node knows hooks for the whole
 * process only; in what else it loads, this one changes nothing.
 */
function resolveLibrary(): void {
  // Sources are run by what has its own ways to find them.
  if (isDone || !existsSync(library)) return;
  isDone = true;
  const { registerHooks } = nodeModule as { readonly registerHooks?: Register };
  if (registerHooks) {
    registerHooks({ resolve: resolverOf(library.href, moduleMark) });
    return;
  }
  // Node before 22.15 has hooks in a thread of their own, whose source is a module.
  const args = [library.href, moduleMark].map((text) => JSON.stringify(text)).join();
  const source = `export const resolve = (${resolverOf.toString()})(${args});`;
  nodeModule.register(`data:text/javascript,${encodeURIComponent(source)}`);
}

/** Uses nothing from around it, since its text is run in another thread, too. */
function resolverOf(libraryUrl: string, mark: string): Resolve {
  const family = new Set<string | undefined>();
  const fileOf = (url: string | undefined): string | undefined => url?.split('?')[0];
  return (specifier, context, next) => {
    const isOfFamily = family.has(fileOf(context.parentURL));
    if (specifier === 'tune' && isOfFamily) return { url: libraryUrl, shortCircuit: true };
    const keep = (resolved: Resolved): Resolved => {
      if (isOfFamily || resolved.url.includes(mark)) family.add(fileOf(resolved.url));
      return resolved;
    };
    const resolved = next(specifier, context);
    return resolved instanceof Promise ? resolved.then(keep) : keep(resolved);
  };
}
