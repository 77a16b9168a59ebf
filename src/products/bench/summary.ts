import { geometricMean } from 'simple-statistics';
import type { DType } from '../../ir/tensor.js';
import type { Counts } from '../../target/format.js';
import type { Ratio, Row } from './row.js';

/**
 * The rows of one suite, or of one operator where there is none, on one number of threads and one type of elements, in
 * their order.
 */
export interface Group {
  /** The suite, or the operator where there is none. */
  readonly name: string;
  readonly threads: number;
  readonly dtype: DType;
  readonly counts: Counts;
  readonly rows: readonly Row[];
}

export function groupsOf(rows: readonly Row[]): readonly Group[] {
  const groups = new Map<string, Group & { readonly rows: Row[] }>();
  for (const row of rows) {
    const { threads, dtype, counts } = row;
    const name = row.suite ?? row.operator;
    const key = `${name} ${threads} ${dtype}`;
    const group = groups.get(key);
    if (group) group.rows.push(row);
    else groups.set(key, { name, threads, dtype, counts, rows: [row] });
  }
  return [...groups.values()];
}

/** What the ratios of a group come to. */
export interface GroupSummary {
  /** Rows that have a ratio. */
  readonly compared: number;
  readonly geometricMean: number;
  readonly worst: ComparedRow;
  /** Rows with a ratio below 1, and those of them whose spread lies below 1 as a whole. */
  readonly below: number;
  readonly clearlyBelow: number;
}

type ComparedRow = Row & { readonly ratio: Ratio };

/** Undefined when nothing was compared. */
export function summarise({ rows }: Pick<Group, 'rows'>): GroupSummary | undefined {
  const compared = rows.filter((row): row is ComparedRow => row.ratio !== undefined);
  if (compared.length === 0) return undefined;
  return {
    compared: compared.length,
    geometricMean: geometricMean(compared.map(({ ratio }) => ratio.value)),
    worst: compared.reduce((worst, row) => (row.ratio.value < worst.ratio.value ? row : worst)),
    below: compared.filter(({ ratio }) => ratio.value < 1).length,
    clearlyBelow: compared.filter(({ ratio }) => ratio.high < 1).length,
  };
}
