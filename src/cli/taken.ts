import type { Command } from 'commander';
import type { Operator } from '../operator/operator.js';
import { UsageError } from '../target/errors.js';
import { commonOptions } from './commands/tune-options.js';
import { shapeOptionsOf } from './shape-options.js';

/**
 * Throws UsageError where the command that an operator of the user's becomes would be one that is there, or an option
 * of its shape one that all operators have.
 */
export function refuseTaken(operator: Operator, program: Command, file: string): void {
  const { name } = operator;
  if (program.commands.some((command) => command.name() === name))
    throw new UsageError(`${file}: operator.name: "${name}" is a command of tune already: take another name.`);
  const flagsOf = (options: ReturnType<typeof commonOptions>): string[] =>
    options.flatMap(({ long, short }) => [long, short]).filter((flag) => flag !== undefined);
  // `--workload` is one of `list`, which has the options of all shapes.
  const taken = new Set(['-h', '--help', '--workload', ...flagsOf(commonOptions())]);
  for (const flag of flagsOf(shapeOptionsOf(operator))) {
    if (taken.has(flag))
      throw new UsageError(`${file}: operator.options: ${flag} of "${name}" is an option already: rename it.`);
    taken.add(flag);
  }
}
