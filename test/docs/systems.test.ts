import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { Chalk } from 'chalk';
import type { Command } from 'commander';
import { beside, RANDOM } from '../../bench/systems/beside.js';
import { rowOf, rowsOf, seedsOf } from '../../bench/systems/searches.js';
import type { NameKind, System, Way } from '../../bench/systems/system.js';
import { systems } from '../../bench/systems/systems.js';
import { createProgram } from '../../src/cli/program.js';
import { acquisitions } from '../../src/explorer/acquisition/registry.js';
import { explorers } from '../../src/explorer/registry.js';
import { selections } from '../../src/explorer/selection/registry.js';
import { views } from '../../src/features/registry.js';
import { models } from '../../src/model/registry.js';
import { schedulers } from '../../src/network/schedule/schedulers/registry.js';
import { searchDefaults } from '../../src/tuner/settings.js';
import { templates } from '../../src/templates/registry.js';

const page = readFileSync('docs/benchmarks/systems.md', 'utf8');
const plain = new Chalk({ level: 0 });
const program = createProgram({
  stdout: () => undefined,
  stderr: () => undefined,
  paint: plain,
  paintStderr: plain,
  status: () => undefined,
  interactive: false,
  whenClosed: () => undefined,
});
const commands: readonly Command[] = program.commands;

/** All names that there are. */
const known: Readonly<Record<NameKind, readonly string[]>> = {
  explorer: Object.keys(explorers),
  model: Object.keys(models),
  view: Object.keys(views),
  acquisition: Object.keys(acquisitions),
  selection: Object.keys(selections),
  scheduler: Object.keys(schedulers),
  template: templates.map(({ name }) => name),
  command: commands.map((command) => command.name()),
  option: commands.flatMap(({ options }) => options.flatMap(({ long }) => long ?? [])),
};

/** Explorers that without loop nests do what others do. */
const analysing = ['draft-verify', 'short-list'];

function analyses(way: Way): boolean {
  return way.kind === 'search' && analysing.includes(rowOf(way).settings.explorer);
}

/** Whether a name of a system is what makes the way another search than its base. */
function isNamed(way: Way, names: System['names']): boolean {
  const has = (kind: NameKind, name: string): boolean => names[kind]?.includes(name) === true;
  switch (way.kind) {
    case 'scheduler':
      return has('scheduler', way.scheduler);
    case 'together':
      return way.explorer !== undefined && has('explorer', way.explorer);
    case 'dispatch':
      return way.rule !== way.base && has('option', way.rule === 'learned' ? '--dispatch' : '--for');
    case 'search': {
      const { explorer, model, acquisition, selection, prune } = rowOf(way).settings;
      if (explorer !== 'sa') return has('explorer', explorer);
      return [
        has('explorer', 'sa'),
        has('model', model) && model !== searchDefaults.model,
        has('acquisition', acquisition),
        has('selection', selection),
        prune > 0 && has('option', '--prune'),
      ].includes(true);
    }
  }
}

function titleOf(way: Way): string {
  return way.kind === 'scheduler' ? way.scheduler : way.name;
}

test('no two systems are measured by the same', () => {
  const measured = systems.flatMap(({ ways }) =>
    ways.map((way) => {
      if (way.kind === 'search') return JSON.stringify([rowOf(way).settings, rowOf(way).knowledge]);
      return way.kind === 'together' ? `together ${way.explorer}` : way.kind === 'dispatch' ? way.rule : way.scheduler;
    }),
  );
  expect(measured.filter((one, place) => measured.indexOf(one) !== place)).toEqual([]);
});

test('every search is held against another that is measured, without what it names', () => {
  const searched = [...beside, ...systems.flatMap(({ ways }) => ways)].filter((way) => way.kind === 'search');
  const rows = new Map(searched.map((way) => [way.name, rowOf(way)]));
  for (const way of systems.flatMap(({ ways }) => ways)) {
    if (way.kind !== 'search' && way.kind !== 'together') continue;
    if (way.base === RANDOM) continue;
    expect([...rows.keys()]).toContain(way.base);
    expect(way.base).not.toBe(way.name);
  }
});

test('a part of the systems has the bases of its searches', () => {
  const [halide] = systems.filter(({ name }) => name === 'Halide 2019');
  const [alt] = systems.filter(({ name }) => name === 'One-Shot Tuner');
  expect(rowsOf([halide!]).map(({ name }) => name)).toContain('sa, xgb-rank, 64 a trial');
  expect(rowsOf([alt!]).map(({ name }) => name)).toContain('transfer, with history');
});

test('nets have a third of the seeds', () => {
  const seeds = new Map(rowsOf(systems).map((row) => [row.name, seedsOf(row, 30)]));
  expect(seeds.get('sa, tree-gru')).toBe(10);
  expect(seeds.get('sa, xgb-rank')).toBe(30);
  expect(seeds.get('draft-verify, pacm')).toBe(10);
});

test('there are sixteen systems, each once', () => {
  expect(new Set(systems.map(({ name }) => name)).size).toBe(16);
  expect(systems).toHaveLength(16);
});

describe.each(systems.map((system) => [system.name, system] as const))('%s', (name, { names, label, ways, here }) => {
  test('is here under names that there are', () => {
    const unknown = Object.entries(names).flatMap(([kind, own]) =>
      own.filter((one) => !known[kind as NameKind].includes(one)).map((one) => `${kind} ${one}`),
    );
    expect(unknown).toEqual([]);
  });

  test('is measured by what it names, unless nothing is built', () => {
    expect(ways.length === 0).toBe(label === 'not built yet');
    expect(ways.filter((way) => !isNamed(way, names)).map(titleOf)).toEqual([]);
  });

  test('is measured where it is not another search', () => {
    const { explorer = [] } = names;
    const asked = ways.filter((way) => way.kind === 'search' && !explorer.includes('sa') && analyses(way));
    expect(asked.filter((way) => way.kind === 'search' && way.needsNests !== true).map(titleOf)).toEqual([]);
    if (asked.length > 0 && explorer.some((one) => analysing.includes(one))) expect(here).toContain('loop nests');
  });

  test('has a row on the page that says what is here', () => {
    const row = page.split('\n').find((line) => line.startsWith(`|**${name}** (`));
    expect(row).toContain(`|${here}|`);
    expect(row).toContain(`|*${label}*|`);
  });

  test('has its searches on the page', () => {
    const searches = ways.flatMap((way) => (way.kind === 'search' || way.kind === 'together' ? [way.name] : []));
    expect(searches.filter((search) => !page.includes(`|${name}|${search}|`))).toEqual([]);
  });
});

test('a name stands for one search', () => {
  const all = systems.flatMap(({ ways }) => ways.filter((way) => way.kind === 'search').map(rowOf));
  const searches = new Set(all.map(({ name, settings, knowledge }) => JSON.stringify([name, settings, knowledge])));
  expect(searches.size).toBe(new Set(all.map(({ name }) => name)).size);
  expect(rowsOf(systems).length).toBe(searches.size + beside.filter(({ kind }) => kind === 'search').length);
});
