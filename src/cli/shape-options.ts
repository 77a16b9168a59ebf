import { Option } from 'commander';
import type { Operator } from '../operator/operator.js';
import { UsageError } from '../target/errors.js';
import { unquotedTarget } from './errors.js';

/** Values of options as commander hands them over, by attribute name. */
export type Flags = Readonly<Record<string, unknown>>;

/** The shape options of an operator for commander. */
export function shapeOptionsOf({ options }: Operator): readonly Option[] {
  return options.map(({ flags, description }) => new Option(flags, description));
}

/**
 * The shape options that were given, by the operator's keys. Throws UsageError for -mcpu=…, which reads as a value of
 * -m.
 */
export function shapeGiven({ options }: Operator, flags: Flags): Readonly<Record<string, string>> {
  const given = options.flatMap(({ key, flags: flag }) => {
    const option = new Option(flag);
    const value = flags[option.attributeName()];
    const unquoted = typeof value === 'string' && option.short ? unquotedTarget(`${option.short}${value}`) : undefined;
    if (unquoted) throw unquoted;
    return typeof value === 'string' || typeof value === 'boolean' ? [[key, `${value}`] as const] : [];
  });
  return Object.fromEntries(given);
}

/**
 * The shape options of all operators, each once, for commands that learn from their arguments which operator is meant.
 * A short flag is that of the first which has it.
 */
export function allShapeOptions(operators: readonly Operator[]): readonly Option[] {
  const found = new Map<string, Option>();
  const shorts = new Set<string>();
  for (const option of operators.flatMap(shapeOptionsOf)) {
    const { long, short } = option;
    const name = long ?? short!;
    if (found.has(name)) continue;
    const isTaken = long !== undefined && short !== undefined && shorts.has(short);
    found.set(name, isTaken ? new Option(option.flags.replace(`${short}, `, ''), option.description) : option);
    if (short !== undefined) shorts.add(short);
  }
  return [...found.values()];
}

/** Throws UsageError when a shape option is given that only other operators have. */
export function refuseForeign(operator: Operator, operators: readonly Operator[], flags: Flags): void {
  const own = shapeOptionsOf(operator).map((option) => option.attributeName());
  const foreign = allShapeOptions(operators).find((option) => {
    const name = option.attributeName();
    return flags[name] !== undefined && !own.includes(name);
  });
  if (!foreign) return;
  throw new UsageError(
    `${operator.name} has no option ${foreign.long ?? foreign.short}: \`tune ${operator.name} --help\` shows those it has.`,
  );
}
