/** Reads shape options as the command line gives them: text, one clear sentence when it is wrong. */
import { dtypes } from '../ir/tensor.js';
import type { DType } from '../ir/tensor.js';
import { UsageError } from '../target/errors.js';
import { nearest } from '../target/nearest.js';
import type { ShapeOption } from './operator.js';

/** The largest extent that is believed. */
export const largest = 2 ** 24;

/** A positive whole number. */
export function positive(flag: string, text: string): number {
  return whole(flag, text, 1);
}

function whole(flag: string, text: string, least: number): number {
  const value = /^\d+$/.test(text.trim()) ? Number(text) : NaN;
  if (!(value >= least && value <= largest))
    throw new UsageError(`${flag} "${text}" must be a whole number from ${least} to ${largest}`);
  return value;
}

/** `3` or `3x5`, none below `least`. */
export function pair(flag: string, text: string, least = 1): [number, number] {
  const parts = text.split(/[x,]/);
  if (parts.length > 2) throw new UsageError(`${flag} "${text}" must be one number or two, as 3 or 3x5`);
  const sizes = parts.map((p) => whole(flag, p, least));
  return [sizes[0], sizes.at(1) ?? sizes[0]];
}

/** `1`, `1x2` (rows, columns) or `1,1,0,0` (top, left, bottom, right). */
export function padding(flag: string, text: string): [number, number, number, number] {
  const p = text.split(/[x,]/).map((part) => whole(flag, part, 0));
  if (p.length === 1) return [p[0], p[0], p[0], p[0]];
  if (p.length === 2) return [p[0], p[1], p[0], p[1]];
  if (p.length === 4) return [p[0], p[1], p[2], p[3]];
  throw new UsageError(`${flag} "${text}" must be 1, 2 or 4 numbers: 1, 1x2, or 1,1,0,0 for top,left,bottom,right`);
}

export function oneOf<T extends string>(flag: string, text: string, choices: readonly T[]): T {
  const found = choices.find((c) => c.toLowerCase() === text.toLowerCase());
  if (!found)
    throw new UsageError(
      `${flag} "${text}" is not known: did you mean ${nearest(text, choices)}? (${choices.join(', ')})`,
    );
  return found;
}

/** The option that says what elements are. */
export const dtypeOption: ShapeOption = {
  key: 'dtype',
  flags: '--dtype <type>',
  description: `type of inputs and output: ${dtypes.join(', ')}; sums are float32`,
};

/** The type of inputs and output, float32 where nothing is said. */
export function dtype(text: string | undefined, choices: readonly DType[] = dtypes): DType {
  const type = oneOf('--dtype', text ?? 'float32', dtypes);
  if (choices.includes(type)) return type;
  throw new UsageError(`--dtype ${type}: this operator is not in that type yet, only in ${choices.join(', ')}`);
}

/** What a workload's name says of a type. */
export function typeTags(type: DType): readonly string[] {
  return type === 'float32' ? [] : [type];
}

/** A switch: `--trans-b` is `true`, `--no-trans-b` is `false`. */
export function yesOrNo(flag: string, text: string): boolean {
  return oneOf(flag, text, ['true', 'false']) === 'true';
}

/** Names of inputs known ahead, `weights` or `none`. */
export function constants<T extends string>(flag: string, text: string, choices: readonly T[]): T[] {
  return text === '' || text === 'none' ? [] : text.split(',').map((name) => oneOf(flag, name.trim(), choices));
}

/** The options of a named workload; without a name, of the operator's default, which is its first. */
export function namedShape(
  operator: string,
  workloads: Readonly<Record<string, Readonly<Record<string, string>>>>,
  name: string | undefined,
): Readonly<Record<string, string>> {
  const names = Object.keys(workloads);
  const shape = Object.hasOwn(workloads, name ?? names[0]) ? workloads[name ?? names[0]] : undefined;
  if (!shape)
    throw new UsageError(
      `${operator} has no workload "${name}": did you mean ${nearest(name!, names)}? (tune list workloads shows all)`,
    );
  return shape;
}

/** Refuses an option that the operator does not have, naming the nearest one. */
export function refuseUnknown(
  operator: string,
  given: Readonly<Record<string, string>>,
  known: readonly string[],
): void {
  for (const key of Object.keys(given)) {
    if (!known.includes(key))
      throw new UsageError(`${operator} has no shape option "${key}": did you mean ${nearest(key, known)}?`);
  }
}
