import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { backends } from '../src/backend/registry.js';

/** The house of docs/architecture.md: a room imports from itself and from lower floors. */
const floors: readonly (readonly string[])[] = [
  ['target'],
  ['space', 'ir'],
  ['operator', 'features', 'codegen', 'measure'],
  ['templates', 'model'],
  ['backend', 'log', 'explorer'],
  ['transfer', 'catalogue'],
  ['tuner'],
  ['network', 'products'],
  ['api'],
  ['cli'],
];
const floorOf = new Map(floors.flatMap((rooms, floor) => rooms.map((room) => [room, floor] as const)));

interface Source {
  /** Relative to src/. */
  readonly path: string;
  readonly room: string;
  readonly text: string;
}

const sources: readonly Source[] = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts'))
  .map((path) => ({ path, room: roomOf(path), text: readFileSync(join('src', path), 'utf8') }));

/** The folder that a path begins with; `index.ts` at the top is the entry of `api`. */
function roomOf(path: string): string {
  return path.startsWith('index.') ? 'api' : path.split('/')[0]!;
}

/** What a file imports, static, dynamic and re-exported: `from '…'`, `import('…')`, `import '…'`. */
function importsOf(text: string): string[] {
  const pattern = /(?:\bfrom|\bimport\s*\(?)\s*(['"])([^'"\n]+)\1/g;
  return Array.from(text.matchAll(pattern), (match) => match[2]!);
}

type Graph = ReadonlyMap<string, readonly string[]>;

/** Of each file, what it imports: types, and what it loads later by `import()`, included. */
function graphOf(files: readonly Pick<Source, 'path' | 'text'>[]): Graph {
  const imported = (path: string, name: string): string => join(dirname(path), name).replace(/\.js$/, '.ts');
  return new Map(files.map(({ path, text }) => [path, importsOf(text).map((name) => imported(path, name))]));
}

/** What the imports of a file lead to. */
function reachedFrom(path: string, graph: Graph): ReadonlySet<string> {
  const reached = new Set(graph.get(path));
  for (const file of reached) for (const next of graph.get(file) ?? []) reached.add(next);
  return reached;
}

/** The files from which imports lead back to themselves. */
function inCircles(graph: Graph): string[] {
  return [...graph.keys()].filter((path) => reachedFrom(path, graph).has(path));
}

/** The text without what is imported for its type alone. */
function withoutTypes(text: string): string {
  return text.replace(/^(import|export) type [^;]*;/gm, '');
}

/** The text without what is loaded later. */
function withoutLazy(text: string): string {
  return text.replace(/\bimport\s*\([^)]*\)/g, '');
}

function isAllowed(room: string, other: string): boolean {
  const [from, to] = [floorOf.get(room), floorOf.get(other)];
  return room === other || (from !== undefined && to !== undefined && to < from);
}

/** Comments and the contents of texts are not code. */
function codeOf(text: string): string {
  return text.replace(/\/\*[^]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '');
}

/** Whether a text compares something with the kind of a backend. */
function comparesWith(kind: string, text: string): boolean {
  const quoted = `['"\`]${kind}['"\`]`;
  return new RegExp(`([=!]==?\\s*|\\bcase\\s+)${quoted}|${quoted}\\s*[=!]==?`).test(codeOf(text));
}

describe('the house', () => {
  test('every file is in a room that has a floor', () => {
    expect(sources.length).toBeGreaterThan(50);
    expect(sources.filter(({ room }) => !floorOf.has(room)).map(({ path }) => path)).toEqual([]);
  });

  test('every room of a floor is there', () => {
    const rooms = new Set(sources.map(({ room }) => room));
    expect([...floorOf.keys()].filter((room) => !rooms.has(room))).toEqual([]);
  });

  test('rooms import only from lower floors', () => {
    const upward = sources.flatMap(({ path, room, text }) =>
      importsOf(text)
        .filter((name) => name.startsWith('.'))
        .map((name) => relative('src', join('src', dirname(path), name)))
        .filter((imported) => !isAllowed(room, roomOf(imported)))
        .map((imported) => `${path} → ${imported}`),
    );
    expect(upward).toEqual([]);
  });

  test('no file takes part in a circle of imports', () => {
    expect(inCircles(graphOf(sources))).toEqual([]);
  });

  test('the version is told before the commands are loaded', () => {
    const atOnce = graphOf(sources.map(({ path, text }) => ({ path, text: withoutLazy(text) })));
    const loaded = [...reachedFrom('cli/main.ts', atOnce)].filter((path) => atOnce.has(path));
    expect(loaded.sort()).toEqual(['cli/output.ts', 'cli/version.ts', 'target/root.ts', 'target/visible.ts']);
  });

  test.each(
    backends.map(({ kind }) => {
      const own = sources.find(({ path, text }) => path.endsWith('/backend.ts') && text.includes(`kind: '${kind}'`));
      return [kind, own?.path.split('/')[1] ?? 'no folder'] as const;
    }),
  )('nobody compares with "%s" but its own backend', (kind, folder) => {
    const curious = sources.filter(
      ({ path, text }) => !path.startsWith(`backend/${folder}/`) && comparesWith(kind, text),
    );
    expect(curious.map(({ path }) => path)).toEqual([]);
  });

  test('relative imports name the built file', () => {
    const bare = sources.flatMap(({ path, text }) =>
      importsOf(text)
        .filter((name) => name.startsWith('.') && !name.endsWith('.js'))
        .map((name) => `${path} → ${name}`),
    );
    expect(bare).toEqual([]);
  });

  test('only src/cli prints, ends the process, or reads its arguments', () => {
    const loud = /\bconsole\.|process\.(stdout|stderr|exit\b|exitCode|argv)/;
    expect(
      sources.filter(({ room, text }) => room !== 'cli' && loud.test(codeOf(text))).map(({ path }) => path),
    ).toEqual([]);
  });

  test('the command line and bench/ reach a run through the library alone', () => {
    // What runs, measures, logs and replays; and what would enter the command line again, or start it.
    const engine = /\b(tuner\/(tuner|replay|dry-run|task-states|log-listener)|backend\/measurer|log\/record\/log)\.js$/;
    const commands = sources.filter(({ room }) => room === 'cli');
    const direct = commands.flatMap(({ path, text }) =>
      importsOf(withoutTypes(text))
        .filter((name) => engine.test(name))
        .map((name) => `${path} → ${name}`),
    );
    expect(direct).toEqual([]);
    const again = /\bcreateProgram\b|cli\/(program|run|main)\.js|['"]bin['"],\s*['"]tune['"]/;
    const callers = readdirSync('bench', { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.ts') && !path.includes('node_modules'))
      .filter((path) => again.test(readFileSync(join('bench', path), 'utf8')));
    expect(callers).toEqual([]);
  });

  test('programs are started with an argument array, never through a shell', () => {
    const shell = /\bexec(Sync)?\s*\(\s*['"`]|shell:\s*true|['"](?:sh|bash)['"]\s*,\s*\[\s*['"]-c/;
    expect(sources.filter(({ text }) => shell.test(codeOf(text))).map(({ path }) => path)).toEqual([]);
  });
});

test('the check itself sees what it must', () => {
  expect(
    importsOf(`import a from './a.js';\nexport { b } from "../b.js";\nawait import('../c.js'); import 'd';`),
  ).toEqual(['./a.js', '../b.js', '../c.js', 'd']);
  const house = { 'a/top-k-heap.ts': './x.js', 'a/x.ts': '../b/y.js', 'b/y.ts': '../a/x.js', 'b/low.ts': 'node:fs' };
  const files = Object.entries(house).map(([path, name]) => ({ path, text: `import type { T } from '${name}';` }));
  expect(inCircles(graphOf(files))).toEqual(['a/x.ts', 'b/y.ts']);
  const lazy = [
    { path: 'a.ts', text: `const { b } = await import('./b.js');` },
    { path: 'b.ts', text: `export * from './a.js';` },
  ];
  expect(inCircles(graphOf(lazy))).toEqual(['a.ts', 'b.ts']);
  expect(withoutLazy(lazy[0]!.text)).not.toContain('./b.js');
  expect(isAllowed('target', 'space')).toBe(false);
  expect(isAllowed('space', 'ir')).toBe(false);
  expect(isAllowed('operator', 'codegen')).toBe(false);
  expect(isAllowed('tuner', 'space')).toBe(true);
  for (const text of [`kind === 'cuda'`, `kind != "cuda"`, `case 'cuda':`, `'cuda' !== kind`])
    expect(comparesWith('cuda', text)).toBe(true);
  for (const text of [`kind: 'cuda'`, `// kind === 'cuda'`, `kind === 'llvm'`, `parseTarget('cuda')`])
    expect(comparesWith('cuda', text)).toBe(false);
});
