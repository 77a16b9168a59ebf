import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { Chalk } from 'chalk';
import type { Command } from 'commander';
import { createProgram } from '../../src/cli/program.js';
import { tuneCommands } from '../support/command-blocks.js';
import { pages as allPages } from '../support/pages.js';

const pages = ['docs/reference/commands.md', 'docs/reference/operators.md'];
const reference = pages.map((path) => readFileSync(path, 'utf8')).join('\n');
const plain = new Chalk({ level: 0 });

function program(): Command {
  return createProgram({
    stdout: () => undefined,
    stderr: () => undefined,
    paint: plain,
    paintStderr: plain,
    interactive: false,
    whenClosed: () => undefined,
    status: () => undefined,
  });
}

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

/** What is wrong with the words of a command, or undefined. */
function complaint(words: readonly string[]): string | undefined {
  const top = program();
  const first = top.commands.find((command) => command.name() === words[0]);
  if (!first) return moduleOf(words) ? undefined : `no command ${words[0] ?? ''}`;
  const inner = first.commands.find((command) => command.name() === words[1]);
  const command = inner ?? first;
  const { operands, unknown } = command.parseOptions(words.slice(inner ? 2 : 1));
  if (unknown.length > 0) return `unknown option ${unknown.join(' ')}`;
  const [least, most] = [
    command.registeredArguments.filter(({ required }) => required).length,
    command.registeredArguments.some(({ variadic }) => variadic) ? Infinity : command.registeredArguments.length,
  ];
  return operands.length < least || operands.length > most ? `${operands.length} arguments` : undefined;
}

/** The module that brings an operator of its own, if the command names one. */
function moduleOf(words: readonly string[]): boolean {
  const file = words[words.indexOf('--template') + 1] ?? '';
  return words.includes('--template') && file.endsWith('.js') && existsSync(file);
}

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
