import type { GraphEdit } from './rule.js';

/** The number that a constant of one element is; undefined of other values. */
export function scalarOf(value: string | undefined, edit: GraphEdit): number | undefined {
  const constant = edit.constant(value);
  return constant?.data.length === 1 ? constant.data[0] : undefined;
}
