import type { Row } from './model.js';

/**
 * The columns that distinguish rows, ascending: none that is the same in all rows, and of several that are
 * equal in every row the first, which is the one that xgboost would split on. Of the loop features of 100 trials that
 * leaves a tenth.
 */
export function informativeColumns(rows: readonly Row[]): number[] {
  const bits = rows.map(({ features }) => new Uint32Array(features.buffer, features.byteOffset, features.length));
  const width = bits.at(0)?.length ?? 0;
  const known = new Map<number, number[]>();
  const isNew = (column: number): boolean => {
    if (bits.every((row) => row[column] === bits[0]![column])) return false;
    const hash = bits.reduce((sum, row) => Math.imul(sum ^ row[column]!, 0x01000193), 0x811c9dc5 | 0);
    const alike = known.get(hash) ?? [];
    if (alike.some((other) => bits.every((row) => row[column] === row[other]))) return false;
    known.set(hash, [...alike, column]);
    return true;
  };
  return Array.from({ length: width }, (_, column) => column).filter(isNew);
}

/** Rows of these columns alone. */
export function pick(rows: readonly Row[], columns: readonly number[]): Row[] {
  return rows.map((row) => ({ ...row, features: Float32Array.from(columns, (column) => row.features[column]!) }));
}
