import { Command } from 'commander';
import type { Operator } from '../operator/operator.js';
import { UsageError } from '../target/errors.js';
import { findOperator } from '../operator/registry.js';
import { usageErrors } from './errors.js';
import { shapeGiven, shapeOptionsOf } from './shape-options.js';
import { defined } from '../target/defined.js';

/** A shape as it is typed after `tune`, in one text. */
export interface ShapeText {
  readonly operator: string;
  readonly workload?: string;
  readonly shape: Readonly<Record<string, string>>;
}

/**
 * Reads `conv2d resnet18.C2 --height 28`, `conv2d --in-channels 96`, or the name of a workload alone. Throws UsageError
 * for an operator or an option that does not exist, with the nearest.
 */
export function readShapeText(text: string, operators: readonly Operator[]): ShapeText {
  const [first = '', ...rest] = text.split(/\s+/).filter((word) => word !== '');
  if (first === '' || first.startsWith('-'))
    throw new UsageError('--for needs an operator and its shape in quotes, as "conv2d --in-channels 96 --height 28".');
  const named = operators.find(({ workloads }) => Object.hasOwn(workloads, first));
  const operator = named ?? findOperator(first, operators);
  const { workload, flags } = parsed(operator, named ? [first, ...rest] : rest);
  return { operator: operator.name, ...defined({ workload }), shape: shapeGiven(operator, flags) };
}

/** By commander, as the command of the operator reads them. */
function parsed(operator: Operator, words: readonly string[]): { workload: string | undefined; flags: Flags } {
  const command = new Command('tune').command(operator.name).argument('[workload]').helpOption(false);
  command.configureOutput({ outputError: () => undefined });
  for (const option of shapeOptionsOf(operator)) command.addOption(option);
  usageErrors(command).showSuggestionAfterError(false);
  command.parse([...words], { from: 'user' });
  return { workload: command.args.at(0), flags: command.opts<Flags>() };
}

type Flags = Readonly<Record<string, unknown>>;
