import { Option, type Command } from 'commander';
import { usageErrors } from './errors.js';

/** What a command is called, what it takes, and what its help says of it. */
export interface CommandText {
  readonly name: string;
  readonly summary: string;
  /** What each is, by how it is typed: `<log...>`. */
  readonly arguments: Readonly<Record<string, string>>;
  readonly options: readonly Option[];
  /** Below the options. */
  readonly notes: string;
}

export const logsArgument = { '<log...>': 'one or more log files' };

/** `--json`, which prints `what`. */
export function jsonOption(what: string): Option {
  return new Option('--json', `${what} on stdout`);
}

/** Adds a command, which hands `run` its arguments and its options; `run` loads what it needs. */
export function addCommand(
  parent: Command,
  { name, summary, arguments: taken, options, notes }: CommandText,
  run: Parameters<Command['action']>[0],
): Command {
  const command = parent.command(name).description(summary);
  for (const [argument, what] of Object.entries(taken)) command.argument(argument, what);
  for (const option of options) command.addOption(option);
  return usageErrors(command.addHelpText('after', notes).action(run));
}

export function examples(...lines: readonly string[]): string {
  return `\nExamples:\n${lines.map((line) => `  $ ${line}`).join('\n')}`;
}
