import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { Chalk } from 'chalk';
import type { Command } from 'commander';
import { createProgram } from '../../src/cli/program.js';

const page = readFileSync('docs/reference/commands.md', 'utf8');
const plain = new Chalk({ level: 0 });
const program = createProgram({
  stdout: () => undefined,
  stderr: () => undefined,
  paint: plain,
  paintStderr: plain,
  interactive: false,
  whenClosed: () => undefined,
});

/** Those of a group, `tune log`, too. */
const commands = program.commands.flatMap((command) => [command, ...command.commands]);

/** `--trials`, or `-m` where there is no long name. */
function optionsOf({ options }: Command): string[] {
  return options.flatMap(({ long, short }) => long ?? short ?? []);
}

test.each(commands.map((command) => [command.name(), command] as const))(
  'docs/reference/commands.md names %s and its options',
  (name, command) => {
    expect(page).toContain(name);
    expect(optionsOf(command).filter((option) => !page.includes(`\`${option}\``))).toEqual([]);
  },
);

test('docs/reference/commands.md names no option that there is not', () => {
  const known = new Set(['--help', ...commands.flatMap(optionsOf)]);
  const named = page.match(/(?<=[\s`])--[a-z-]+/g) ?? [];
  expect(named.filter((option) => !known.has(option))).toEqual([]);
});
