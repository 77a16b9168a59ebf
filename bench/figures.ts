import type { Spread } from '../src/measure/statistics.js';

/** What a figure must reach. */
export interface Wanted {
  readonly relation: 'at least' | 'at most' | 'above';
  readonly value: number;
}

/** One line of the report. */
export interface Figure {
  readonly section: string;
  readonly figure: string;
  readonly unit: 'ratio' | 'share' | '1/s' | 'GFLOPS' | 'ms';
  /** Absent when the line only informs. */
  readonly wanted?: Wanted;
  readonly got: Spread;
  /** What the median and its spread are taken over: `31 rounds`, `3 seeds`. */
  readonly over: string;
}

/** Whether the median reaches what is wanted; undefined when nothing is. */
export function met(figure: Figure): boolean | undefined {
  if (figure.wanted === undefined) return undefined;
  const { relation, value } = figure.wanted;
  if (relation === 'at least') return figure.got.median >= value;
  return relation === 'at most' ? figure.got.median <= value : figure.got.median > value;
}

/** Whether what is wanted lies within the spread, so that another run may answer otherwise. */
export function close(figure: Figure): boolean {
  return figure.wanted !== undefined && figure.got.low <= figure.wanted.value && figure.wanted.value <= figure.got.high;
}

export const atLeast = (value: number): Wanted => ({ relation: 'at least', value });
export const atMost = (value: number): Wanted => ({ relation: 'at most', value });
export const above = (value: number): Wanted => ({ relation: 'above', value });
