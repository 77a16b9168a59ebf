import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { Chalk } from 'chalk';
import type { Command } from 'commander';
import { rowOf, rowsOf } from '../../bench/systems/searches.js';
import type { NameKind } from '../../bench/systems/system.js';
import { systems } from '../../bench/systems/systems.js';
import { createProgram } from '../../src/cli/program.js';
import { acquisitions } from '../../src/explorer/acquisition/registry.js';
import { explorers } from '../../src/explorer/registry.js';
import { selections } from '../../src/explorer/selection/registry.js';
import { views } from '../../src/features/registry.js';
import { models } from '../../src/model/registry.js';
import { schedulers } from '../../src/network/schedule/schedulers/registry.js';
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
    for (const way of ways) {
      if (way.kind === 'scheduler') expect(names.scheduler).toContain(way.scheduler);
      // Annealing may stand beside for comparison.
      if (way.kind === 'search') expect([...(names.explorer ?? []), 'sa']).toContain(rowOf(way).settings.explorer);
    }
  });

  test('has a row on the page that says what is here', () => {
    const row = page.split('\n').find((line) => line.startsWith(`|**${name}** (`));
    expect(row).toContain(`|${here}|`);
    expect(row).toContain(`|*${label}*|`);
  });

  test('has its searches on the page', () => {
    const searches = ways.flatMap((way) => (way.kind === 'scheduler' ? [] : [way.name]));
    expect(searches.filter((search) => !page.includes(`|${name}|${search}|`))).toEqual([]);
  });
});

test('a name stands for one search', () => {
  const all = systems.flatMap(({ ways }) => ways.filter((way) => way.kind === 'search').map(rowOf));
  const searches = new Set(all.map(({ name, settings, knowledge }) => JSON.stringify([name, settings, knowledge])));
  expect(searches.size).toBe(new Set(all.map(({ name }) => name)).size);
  expect(rowsOf(systems).length).toBe(searches.size + 3);
});
