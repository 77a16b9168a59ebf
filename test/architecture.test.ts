import { describe, expect, test } from '@jest/globals';
import { backends } from '../src/backend/registry.js';
import { cyclesOf, reachedFrom } from './house/graph.js';
import { importGraph, importsOf } from './house/imports.js';
import { findComparisons } from './house/names.js';
import { findImportsUp, roomOf, rooms } from './house/rooms.js';
import { readSources } from './house/source-file.js';

const sources = readSources('src', ['.ts']);

/** Comments are not code. */
function codeOf(text: string): string {
  return text.replace(/\/\*[^]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '');
}

describe('the house', () => {
  test('every file is in a room that has a floor', () => {
    expect(sources.length).toBeGreaterThan(50);
    expect(sources.map(({ path }) => path).filter((path) => !rooms.includes(roomOf(path)))).toEqual([]);
  });

  test('every room of a floor is there', () => {
    const present = new Set(sources.map(({ path }) => roomOf(path)));
    expect(rooms.filter((room) => !present.has(room))).toEqual([]);
  });

  test('rooms import only from lower floors', () => {
    expect(findImportsUp(sources)).toEqual([]);
  });

  test('no file takes part in a circle of imports', () => {
    expect(cyclesOf(importGraph(sources))).toEqual([]);
  });

  test('the version is told before the commands are loaded', () => {
    const atOnce = importGraph(sources, ['static', 'type']);
    const loaded = [...reachedFrom('src/cli/main.ts', atOnce)].filter((path) => atOnce.has(path));
    const expected = [
      'cli/output.ts',
      'cli/signals.ts',
      'cli/status-line.ts',
      'cli/version.ts',
      'target/package-version.ts',
      'target/root.ts',
      'target/visible.ts',
    ];
    expect(loaded.sort()).toEqual(expected.map((path) => `src/${path}`));
  });

  test.each(
    backends.map(({ kind }) => {
      const own = sources.find(({ path, text }) => path.endsWith('/backend.ts') && text.includes(`kind: '${kind}'`));
      return [kind, own?.path.split('/')[2] ?? 'no folder'] as const;
    }),
  )('nobody compares with "%s" but its own backend', (kind, folder) => {
    const others = sources.filter(({ path }) => !path.startsWith(`src/backend/${folder}/`));
    expect(others.flatMap((source) => findComparisons(source, (text) => text === kind))).toEqual([]);
  });

  test('relative imports name the built file', () => {
    const named = sources.flatMap((source) => importsOf(source).map(({ name }) => `${source.path} → ${name}`));
    expect(named.filter((line) => / → \..*(?<!\.js|\.json)$/.test(line))).toEqual([]);
  });

  test('only src/cli prints, ends the process, or reads its arguments', () => {
    const loud = /\bconsole\.|process\.(stdout|stderr|exit\b|exitCode|argv)/;
    const others = sources.filter(({ path }) => roomOf(path) !== 'cli');
    expect(others.filter(({ text }) => loud.test(codeOf(text))).map(({ path }) => path)).toEqual([]);
  });

  test('the command line and bench/ reach a run through the library alone', () => {
    // What runs, measures, logs and replays; and what would enter the command line again, or start it.
    const engine = /\b(tuner\/(tuner|replay|dry-run|task-states|log-listener)|backend\/measurer|log\/record\/log)\.js$/;
    const commands = sources.filter(({ path }) => roomOf(path) === 'cli');
    const direct = commands.flatMap((source) =>
      importsOf(source)
        .filter(({ name, kind }) => kind !== 'type' && engine.test(name))
        .map(({ name }) => `${source.path} → ${name}`),
    );
    expect(direct).toEqual([]);
    const again = /\bcreateProgram\b|cli\/(program|run|main)\.js|['"]bin['"],\s*['"]tune['"]/;
    const callers = readSources('bench', ['.ts']).filter(({ text }) => again.test(text));
    expect(callers.map(({ path }) => path)).toEqual([]);
  });

  test('programs are started with an argument array, never through a shell', () => {
    const shell = /\bexec(Sync)?\s*\(\s*['"`]|shell:\s*true|['"](?:sh|bash)['"]\s*,\s*\[\s*['"]-c/;
    expect(sources.filter(({ text }) => shell.test(codeOf(text))).map(({ path }) => path)).toEqual([]);
  });
});
