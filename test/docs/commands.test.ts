import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import type { Command } from 'commander';
import { tuneCommands } from '../support/command-blocks.js';
import { complaint, program } from '../support/command-complaint.js';
import { pages as allPages } from '../support/pages.js';

const pages = ['docs/reference/commands.md', 'docs/reference/operators.md'];
const reference = pages.map((path) => readFileSync(path, 'utf8')).join('\n');
/** Those of a group, `tune log`, too. */
const commands = program().commands.flatMap((command) => [command, ...command.commands]);

/** `--trials`, or `-m` where there is no long name. */
function optionsOf({ options }: Command): string[] {
  return options.flatMap(({ long, short }) => long ?? short ?? []);
}

describe('the reference', () => {
  test.each(commands.map((command) => [command.name(), command] as const))(
    'names %s and its options',
    (name, command) => {
      expect(reference).toContain(name);
      const named = (option: string): boolean => new RegExp(`[\\s\`]${option}[\\s\`]`).test(reference);
      expect(optionsOf(command).filter((option) => !named(option))).toEqual([]);
    },
  );

  test('names no option that there is not', () => {
    const known = new Set(['--help', ...commands.flatMap(optionsOf)]);
    const named = reference.match(/(?<=[\s`])--[a-z-]+/g) ?? [];
    expect(named.filter((option) => !known.has(option))).toEqual([]);
  });
});

describe('blocks of commands', () => {
  const found = allPages.flatMap((path) => tuneCommands(readFileSync(path, 'utf8')).map((words) => ({ path, words })));

  test('are found', () => {
    expect(found.length).toBeGreaterThan(40);
  });

  test.each(allPages)('those of %s have options and arguments that there are', (document) => {
    const wrong = found.flatMap(({ path, words }) => {
      const what = path === document ? complaint(words) : undefined;
      return what === undefined ? [] : [`tune ${words.join(' ')}: ${what}`];
    });
    expect(wrong).toEqual([]);
  });

  test('the check sees what is wrong', () => {
    const page =
      '```sh\nCC=gcc bin/tune conv2d --trails 3 | tail -1   # a comment\ntune best && tune list a b c d e f\n```\n';
    expect(tuneCommands(page).map(complaint)).toEqual(['unknown option --trails 3', '0 arguments', '6 arguments']);
  });
});
