import type { Command, Option } from 'commander';
import type { Operator } from '../operator/operator.js';
import { UsageError } from '../target/errors.js';
import { benchOptions } from './commands/bench-options.js';
import { commonOptions } from './commands/tune-options.js';
import { shapeOptionsOf } from './shape-options.js';

/**
 * Throws UsageError where the command that an operator of the user's becomes would be one that is there, or an option
 * of its shape one that stands beside it.
 */
export function refuseTaken(operator: Operator, program: Command, file: string): void {
  const { name } = operator;
  if (program.commands.some((command) => command.name() === name))
    throw new UsageError(`${file}: operator.name: "${name}" is a command of tune already: take another name.`);
  const flagsOf = (options: readonly Option[]): string[] =>
    options.flatMap(({ long, short }) => [long, short]).filter((flag) => flag !== undefined);
  // `list` and `bench` have the options of all shapes, and `--workload` is one of `list`, too.
  const others = [...flagsOf(commonOptions()), ...flagsOf(benchOptions())];
  const taken = new Set(['-h', '--help', '--workload', ...others]);
  for (const flag of flagsOf(shapeOptionsOf(operator))) {
    if (taken.has(flag))
      throw new UsageError(`${file}: operator.options: ${flag} of "${name}" is an option already: rename it.`);
    taken.add(flag);
  }
}
