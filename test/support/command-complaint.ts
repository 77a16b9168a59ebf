import { existsSync } from 'node:fs';
import { Chalk } from 'chalk';
import type { Command } from 'commander';
import { createProgram } from '../../src/cli/program.js';

const plain = new Chalk({ level: 0 });

/** All commands, which print nothing. */
export function program(): Command {
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

/** What is wrong with the words of a command, or undefined. */
export function complaint(words: readonly string[]): string | undefined {
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
