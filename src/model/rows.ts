import { grouped } from '../target/grouped.js';
import type { Row } from './model.js';

/**
 * The rows that can be learned from: no score or feature is NaN or infinite. Throws RangeError when their widths
 * differ.
 */
export function usableRows(rows: readonly Row[]): Row[] {
  const usable = rows.filter(isUsable);
  const width = usable.at(0)?.features.length ?? 0;
  if (usable.some((row) => row.features.length !== width))
    throw new RangeError('Rows differ in their number of features.');
  return usable;
}

/** Rows by group, groups in the order of their first row. */
export function groupRows(rows: readonly Row[]): Row[][] {
  return [...grouped(rows, ({ group }) => group).values()];
}

/** Whether any group teaches anything: equal scores do not, nor do rows without a feature. */
export function hasContrast(groups: readonly (readonly Row[])[]): boolean {
  return groups.some((group) => group.some((row) => row.score !== group[0]!.score && row.features.length > 0));
}

/** Features of all rows, row-major. */
export function matrixOf(rows: readonly Row[]): Float32Array {
  const width = rows.at(0)?.features.length ?? 0;
  const features = new Float32Array(rows.length * width);
  rows.forEach((row, i) => {
    features.set(row.features, i * width);
  });
  return features;
}

function isUsable(row: Row): boolean {
  return Number.isFinite(row.score) && row.features.every(Number.isFinite);
}
