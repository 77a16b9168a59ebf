import { realpathSync } from 'node:fs';
import { delimiter, isAbsolute, join, relative } from 'node:path';
import type { Command } from 'commander';
import { quote } from '../target/format.js';

/**
 * How a shell starts the program that runs here, as commands that are printed to be typed begin.
 *
 * @internal Tests call it for other ways to start.
 */
export function invocation(
  script = process.argv[1]!,
  env: NodeJS.ProcessEnv = process.env,
  cwd = process.cwd(),
): string {
  if (env['npm_command'] === 'exec') return 'npx tune';
  const own = resolved(script);
  if (folders(env).some((folder) => resolved(join(folder, 'tune')) === own)) return 'tune';
  const near = relative(cwd, script);
  return quote(near.startsWith('..') || isAbsolute(near) ? script : join('.', near));
}

/** `tune replay …` as it works from where the user stands. */
export function typed(command: string): string {
  return command.replace(/^tune\b/, () => invocation());
}

/** A command line as it was given, with another value of an option: `tune network --trials 256 …`. */
export function typedWith(args: readonly string[], flag: string, value: string): string {
  const kept = args.filter((arg, at) => arg !== flag && !arg.startsWith(`${flag}=`) && args[at - 1] !== flag);
  const [name = '', ...others] = kept;
  return ['tune', name, flag, value, ...others].map(quote).join(' ');
}

/** The words that a command line was given as. */
export function wordsTyped(command: Command): readonly string[] {
  const { parent } = command;
  return parent ? wordsTyped(parent) : (command as Command & { readonly rawArgs: readonly string[] }).rawArgs;
}

function folders({ PATH = '' }: NodeJS.ProcessEnv): readonly string[] {
  return PATH.split(delimiter).filter((folder) => folder !== '');
}

function resolved(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}
