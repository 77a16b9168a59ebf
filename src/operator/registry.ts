/** The operators that `tune` knows. */
import { UsageError } from '../target/errors.js';
import { didYouMean } from '../target/nearest.js';
import * as all from './all.js';
import type { Operator } from './operator.js';

export const operators: readonly Operator[] = Object.values(all);

/** The operator of a name, among ours unless others are given. Throws UsageError with the nearest. */
export function findOperator(name: string, among: readonly Operator[] = operators): Operator {
  const found = among.find((o) => o.name === name);
  if (found) return found;
  const names = among.map((o) => o.name);
  throw new UsageError(`unknown operator "${name}"${didYouMean(name, names)} Operators are ${names.join(', ')}.`);
}
