import { meanCost } from '../../src/log/record/best.js';
import { Random } from '../../src/space/random.js';
import type { Table } from '../../src/log/table/table.js';

/** What can be wrong with a history: what was slow is said to be fast; any config has the time of any other. */
export const faults = ['inverted', 'shuffled'] as const;
export type Fault = (typeof faults)[number];

/** The table with times that are wrong in such a way; `seed`: which config has which of the shuffled times. */
export function faulty(table: Table, fault: Fault, seed: number): Table {
  const working = [...table.rows].flatMap(([index, row]) => {
    const seconds = meanCost(row);
    return seconds === undefined ? [] : [{ index, row, seconds }];
  });
  const times = working.map(({ seconds }) => seconds);
  if (fault === 'shuffled') new Random(seed).shuffle(times);
  const wrong = fault === 'shuffled' ? times : invert(times);
  const changed = working.map(({ index, row }, place) => [index, { ...row, costs: [wrong[place]!] }] as const);
  return { ...table, rows: new Map([...table.rows, ...changed]) };
}

/** The fastest as slow as the slowest was, and the other way round. */
function invert(seconds: readonly number[]): number[] {
  const [least, most] = [Math.min(...seconds), Math.max(...seconds)];
  return seconds.map((time) => (least * most) / time);
}
