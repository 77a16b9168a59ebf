import { CommanderError, type Command } from 'commander';
import { TuneError, UsageError } from '../target/errors.js';
import { didYouMean } from '../target/nearest.js';
import { targetWith } from '../backend/registry.js';

/** Ends the process with a code after everything has been said already. */
export class Exit extends Error {
  constructor(readonly code: number) {
    super(`exit ${code}`);
  }
}

/** The message for the user, or undefined if there is nothing to say. Never a stack, unless TUNE_DEBUG is set. */
export function explain(error: unknown): string | undefined {
  if (error instanceof Exit || error instanceof CommanderError) return undefined;
  if (process.env['TUNE_DEBUG'] === '1' && error instanceof Error) return error.stack;
  if (error instanceof TuneError) return asSentence(error.message);
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return `This is a bug in tune (${text.split('\n')[0]}). TUNE_DEBUG=1 shows where it happened.`;
}

export function exitCodeOf(error: unknown): number {
  if (error instanceof Exit) return error.code;
  if (error instanceof TuneError) return error.exitCode;
  // Only help and version are left of commander's own errors (see `usageErrors`); a bare `tune` shows help for want of
  // a command.
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
  return 1;
}

/** Makes a command speak of wrong usage in our words: one sentence with the nearest valid choice. */
export function usageErrors(command: Command): Command {
  return command.exitOverride((error) => {
    throw toUsageError(error, command);
  });
}

function toUsageError(error: CommanderError, command: Command): Error {
  const quoted = /'([^']*)'/.exec(error.message)?.[1] ?? '';
  const helpHint = helpHintOf(command);
  switch (error.code) {
    case 'commander.unknownOption': {
      const long = quoted.startsWith('--');
      const known = command.options
        .map((option) => (long ? option.long : (option.short ?? option.long)))
        .filter((flag) => flag != null);
      const unquoted = unquotedTarget(quoted);
      if (unquoted) return unquoted;
      const hint = didYouMean(quoted.replace(/=[^]*/, ''), [...known, '--help']);
      return new UsageError(`Unknown option "${quoted}"${hint} ${helpHint}`);
    }
    case 'commander.unknownCommand':
      return unknownCommand(quoted, command);
    case 'commander.optionMissingArgument':
      return new UsageError(`${quoted} needs a value.`);
    case 'commander.missingArgument':
      return new UsageError(`\`${fullName(command)}\` needs ${describeArgument(command, quoted)}. ${helpHint}`);
    case 'commander.excessArguments':
      return new UsageError(`Too many arguments for \`${fullName(command)}\`. ${helpHint}`);
    case 'commander.help':
    case 'commander.helpDisplayed':
    case 'commander.version':
      return error;
    default:
      return new UsageError(error.message.replace(/^error: /, ''));
  }
}

/** Operators stand beside the commands of `tune` itself alone. */
export function unknownCommand(name: string, parent: Command): UsageError {
  const known = parent.commands.map((command) => command.name());
  const what = parent.parent ? 'command' : 'operator or command';
  return new UsageError(`Unknown ${what} "${name}"${didYouMean(name, known)} ${helpHintOf(parent)}`);
}

function helpHintOf(command: Command): string {
  return `\`${fullName(command)} --help\` lists all.`;
}

/** For a word that is part of a target which was not quoted. */
export function unquotedTarget(word: string): UsageError | undefined {
  const target = targetWith(word);
  if (target === undefined) return undefined;
  return new UsageError(`"${word}" is part of a target, which needs quotes: --target "${target}".`);
}

function describeArgument(command: Command, name: string): string {
  return command.registeredArguments.find((argument) => argument.name() === name)?.description ?? `"${name}"`;
}

function fullName(command: Command): string {
  return command.parent ? `${fullName(command.parent)} ${command.name()}` : command.name();
}

/** Begins with a capital (unless with the name of a program or an option) and ends with a full stop. */
function asSentence(text: string): string {
  const begun = /^(?!gcc|nvcc|xgboost)[a-z]+ /.test(text) ? text.charAt(0).toUpperCase() + text.slice(1) : text;
  return /[.?!:)]$/.test(begun) ? begun : `${begun}.`;
}
