/** Scalar expressions as generated text, in the operators that C and its descendants share. */
import * as ix from '../ir/index.js';
import type { Index } from '../ir/index.js';
import type { Value } from '../ir/tensor.js';
import { hasEntries, substituteValue } from '../ir/value.js';
import type { Context } from './context.js';

export const operators = { add: '+', sub: '-', mul: '*', div: '/' } as const;

export function numberText(value: number): string {
  const rounded = Math.fround(value);
  if (Math.abs(rounded) === Infinity) return value > 0 ? '__builtin_inff()' : '-__builtin_inff()';
  const text = Number.isInteger(value) ? `${value}` : `${rounded}`;
  return /[.e]/.test(text) ? `${text}f` : `${text}.0f`;
}

/** The value with the entries of matrices put in that the unrolled loops pick; what they multiply by 0 vanishes. */
export function folded(value: Value, context: Context): Value {
  return hasEntries(value) ? substituteValue(value, (v) => context.valueOf(v)) : value;
}

/** The conditions of a select that are open here, or which side it is. */
export function openConditions(
  { when }: Extract<Value, { kind: 'select' }>,
  context: Context,
): readonly Index[] | 'then' | 'otherwise' {
  const conditions = when.map((c) => context.resolve(c)).filter((c) => ix.range(c).min < 0);
  if (conditions.some((c) => ix.range(c).max < 0)) return 'otherwise';
  return conditions.length === 0 ? 'then' : conditions;
}

export function conditionText(conditions: readonly Index[], context: Context): string {
  return conditions.map((c) => `${context.text(c)} >= 0`).join(' && ');
}
